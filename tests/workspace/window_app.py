"""A small app, written with Bolt alone, that shows the window's tests what they need to see."""

from slack_bolt import App

HOSTILE = "<b>bold</b> <img src=x onerror=alert(1)> <script>alert(1)</script> $x_1$ *stars*"

MANIFEST = {
    "features": {
        "bot_user": {"display_name": "icml"},
        "app_home": {"home_tab_enabled": True},
        "slash_commands": [
            {"command": "/icml", "description": "Find papers", "usage_hint": "[words]"},
            {"command": "/form", "description": "Open a form"},
            {"command": "/all", "description": "Show what Block Kit has"},
        ],
        "shortcuts": [{"name": "Similar papers", "type": "message", "callback_id": "similar", "description": "."}],
    },
    "oauth_config": {
        "scopes": {"bot": ["commands", "chat:write", "app_mentions:read", "im:history", "channels:history"]}
    },
    "settings": {"event_subscriptions": {"bot_events": ["app_mention", "app_home_opened"]}},
}


def plain(text):
    return {"type": "plain_text", "text": text}


def option(text):
    return {"text": plain(text), "value": text.lower()}


def text_of(words, **style):
    return {"type": "text", "text": words, **({"style": style} if style else {})}


def rich(*elements):
    return {"type": "rich_text", "elements": [{"type": "rich_text_section", "elements": list(elements)}]}


SURE = {"title": plain("Sure?"), "text": plain("It is gone then."), "confirm": plain("Yes"), "deny": plain("No")}


def results(words):
    paper = {"type": "link", "url": "https://example.org/p17", "text": "SyMerge", "style": {"bold": True}}
    unsafe = {"type": "link", "url": "javascript:alert(1)", "text": "a trap"}
    save = {"type": "button", "action_id": "save", "text": plain("Save"), "value": "p17"}
    drop = {
        "type": "button",
        "action_id": "drop",
        "text": plain("Drop"),
        "confirm": {
            "title": plain("Sure?"),
            "text": plain("It is gone then."),
            "confirm": plain("Yes"),
            "deny": plain("No"),
        },
    }
    return [
        rich(text_of("1 paper for "), text_of(words, bold=True)),
        rich(paper, text_of("  p17 "), unsafe, text_of(f"\n{HOSTILE}")),
        {"type": "actions", "block_id": "paper", "elements": [save, drop]},
    ]


FORM = {
    "type": "modal",
    "callback_id": "form",
    "title": plain("New digest"),
    "submit": plain("Create"),
    "blocks": [
        {
            "type": "input",
            "block_id": "topic",
            "label": plain("Topic"),
            "element": {"type": "plain_text_input", "action_id": "typed"},
        },
        {
            "type": "input",
            "block_id": "where",
            "label": plain("Where"),
            "element": {"type": "channels_select", "action_id": "channel"},
        },
        {
            "type": "input",
            "block_id": "paper",
            "label": plain("Like"),
            "optional": True,
            "element": {"type": "external_select", "action_id": "paper", "min_query_length": 2},
        },
    ],
}

ALL = [
    {"type": "header", "text": plain("A header")},
    {
        "type": "section",
        "text": {"type": "mrkdwn", "text": "*mrkdwn*"},
        "accessory": {"type": "overflow", "action_id": "overflow", "options": [option("Pause"), option("Remove")]},
    },
    {"type": "markdown", "text": "**markdown** ![a picture](https://example.org/x.png)"},
    {"type": "table", "rows": [[{"type": "raw_text", "text": "*column*"}], [{"type": "raw_text", "text": "cell"}]]},
    {"type": "image", "image_url": "https://example.org/x.png", "alt_text": "a curve"},
    {
        "type": "actions",
        "block_id": "chosen",
        "elements": [
            {
                "type": "static_select",
                "action_id": "static",
                "placeholder": plain("Sort by"),
                "options": [option("Newest"), option("Score")],
            },
            {"type": "multi_users_select", "action_id": "members", "placeholder": plain("Tell")},
            {"type": "checkboxes", "action_id": "days", "options": [option("Monday"), option("Friday")]},
            {"type": "datepicker", "action_id": "date"},
        ],
    },
    {
        "type": "context_actions",
        "elements": [
            {
                "type": "feedback_buttons",
                "action_id": "feedback",
                "positive_button": {"text": plain("Good"), "value": "good"},
                "negative_button": {"text": plain("Bad"), "value": "bad"},
            }
        ],
    },
]


def build(app: App) -> App:
    @app.command("/icml")
    def search(ack, respond, command):
        ack()
        respond(text=f"1 paper for {command['text']}", blocks=results(command["text"]))

    @app.command("/form")
    def form(ack, client, command):
        ack()
        client.views_open(trigger_id=command["trigger_id"], view=FORM)

    @app.command("/all")
    def show_all(ack, respond):
        ack()
        respond(text="All there is", blocks=ALL)

    @app.view("form")
    def submitted(ack, view, client):
        values = view["state"]["values"]
        topic, channel = values["topic"]["typed"]["value"], values["where"]["channel"]["selected_channel"]
        if topic == "x":
            ack(response_action="errors", errors={"topic": "No paper has this word."})
            return
        ack()
        client.chat_postMessage(channel=channel, text=f"A digest on {topic}.")

    @app.options("paper")
    def papers(ack, payload):
        ack(options=[option(f"{payload['value']} {number}") for number in (1, 2)])

    @app.shortcut("similar")
    def similar(ack, respond):
        ack()
        respond(text="Three similar papers.", response_type="ephemeral")

    @app.event("app_mention")
    def mentioned(event, client):
        client.chat_postMessage(channel=event["channel"], thread_ts=event["ts"], text="No abstract says it.")

    @app.event("app_home_opened")
    def home(event, client):
        if event["tab"] == "home":
            blocks = [{"type": "section", "text": plain("Your reading list")}]
            client.views_publish(user_id=event["user"], view={"type": "home", "blocks": blocks})

    @app.action({"type": "block_actions", "action_id": "feedback"})
    def judged(ack, action, respond):
        ack()
        respond(text=f"Thank you for “{action['value']}”.", replace_original=False)

    @app.action({"type": "block_actions", "block_id": "paper"})
    def pressed(ack, action, respond):
        ack()
        respond(text=f"{action['action_id']} {action.get('value', '')}", replace_original=False)

    @app.action({"type": "block_actions", "block_id": "chosen"})
    def chosen(ack, action, respond):
        ack()
        held = next(action[name] for name in action if name.startswith("selected_"))
        respond(text=f"{action['action_id']}: {_words(held)}", replace_original=False)

    @app.action("overflow")
    def overflowed(ack, action, respond):
        ack()
        respond(text=f"overflow: {_words(action['selected_option'])}", replace_original=False)

    return app


def _words(held):
    if isinstance(held, list):
        return ", ".join(_words(one) for one in held)
    return held["value"] if isinstance(held, dict) else held
