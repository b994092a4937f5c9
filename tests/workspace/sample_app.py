"""A small lunch bot, written with Bolt alone: the workspace must be Slack enough for an app that isn't ours."""

from slack_bolt import App


def plain(text):
    return {"type": "plain_text", "text": text}


PLACES = ["Canteen", "Noodles", "Pizza"]
ORDER = {
    "type": "modal",
    "callback_id": "order",
    "title": plain("Order lunch"),
    "submit": plain("Order"),
    "notify_on_close": True,
    "blocks": [
        {
            "type": "input",
            "block_id": "dish",
            "label": plain("Dish"),
            "element": {"type": "plain_text_input", "action_id": "typed"},
        },
        {
            "type": "input",
            "block_id": "place",
            "label": plain("Place"),
            "element": {"type": "external_select", "action_id": "place", "min_query_length": 1},
        },
        {
            "type": "input",
            "block_id": "day",
            "optional": True,
            "label": plain("Day"),
            "element": {"type": "datepicker", "action_id": "day"},
        },
    ],
}


def ballot(votes):
    buttons = [
        {"type": "button", "text": plain(place), "action_id": f"vote_{place}", "value": place} for place in PLACES
    ]
    counted = ", ".join(f"{place}: {votes.count(place)}" for place in PLACES)
    return [
        {"type": "header", "text": plain("Where do we eat?")},
        {"type": "section", "text": {"type": "mrkdwn", "text": counted}},
        {"type": "actions", "block_id": "votes", "elements": buttons},
    ]


def build(app: App) -> App:
    """Add the listeners of the lunch bot to *app*."""
    votes: list[str] = []

    @app.command("/lunch")
    def start(ack, respond, command):
        ack()
        if command["text"] == "help":
            respond("Type /lunch to vote.")
        else:
            respond(text="Where do we eat?", blocks=ballot(votes), response_type="in_channel")

    @app.action({"block_id": "votes"})
    def vote(ack, action, respond):
        ack()
        votes.append(action["value"])
        respond(text="Where do we eat?", blocks=ballot(votes), replace_original=True)

    @app.global_shortcut("order_lunch")
    def order(ack, shortcut, client):
        ack()
        client.views_open(trigger_id=shortcut["trigger_id"], view=ORDER)

    @app.message_shortcut("remember")
    def remember(ack, shortcut, client):
        ack()
        message = shortcut["message"]
        client.reactions_add(channel=shortcut["channel"]["id"], timestamp=message["ts"], name="bookmark")

    @app.options("place")
    def places(ack, payload):
        found = [place for place in PLACES if place.lower().startswith(payload["value"].lower())]
        ack(options=[{"text": plain(place), "value": place} for place in found])

    @app.view("order")
    def ordered(ack, view, body, client):
        values = view["state"]["values"]
        dish = values["dish"]["typed"]["value"]
        if dish == "soap":
            ack(response_action="errors", errors={"dish": "That is not food."})
            return
        ack()
        place = values["place"]["place"]["selected_option"]["value"]
        client.chat_postMessage(
            channel=body["user"]["id"],
            text=f"{dish} from {place} is ordered.",
            metadata={"event_type": "ordered", "event_payload": {"dish": dish}},
        )

    @app.view_closed("order")
    def closed(ack, body, client):
        ack()
        client.chat_postMessage(channel=body["user"]["id"], text="No lunch then.")

    @app.event("app_home_opened")
    def home(event, client):
        if event["tab"] == "home":
            blocks = [{"type": "section", "text": plain(f"{len(votes)} votes so far")}]
            client.views_publish(user_id=event["user"], view={"type": "home", "blocks": blocks})
        else:
            client.assistant_threads_setSuggestedPrompts(
                channel_id=event["channel"], prompts=[{"title": "Menu", "message": "What is there?"}]
            )

    @app.event("app_mention")
    def mentioned(event, client, context):
        thread = event.get("thread_ts", event["ts"])
        client.assistant_threads_setStatus(channel_id=event["channel"], thread_ts=thread, status="is cooking…")
        stream = client.chat_stream(
            channel=event["channel"],
            thread_ts=thread,
            recipient_user_id=event["user"],
            recipient_team_id=context.team_id,
            buffer_size=1,
        )
        stream.append(markdown_text="Today: **soup**")
        stream.append(markdown_text=" and bread.")
        stream.stop()

    @app.event("message")
    def heard(event, client, say):
        if event.get("channel_type") == "im" and not event.get("subtype"):
            client.files_upload_v2(channel=event["channel"], filename="menu.txt", content="soup, bread", title="Menu")
            history = client.conversations_history(channel=event["channel"], limit=1)
            say(f"The menu. I see {len(history['messages'])} of your messages.")

    for ignored in ("reaction_added", "member_joined_channel", "member_left_channel", "channel_archive"):
        app.event(ignored)(lambda: None)
    return app
