"""A payload for each construction that Slack refuses, by the id that block-kit-fixtures.json gives it."""


def plain(text="a"):
    return {"type": "plain_text", "text": text}


def mrkdwn(text="a"):
    return {"type": "mrkdwn", "text": text}


def option(text="a", value="v", **more):
    return {"text": plain(text), "value": value, **more}


def button(**more):
    return {"type": "button", "text": plain(), "action_id": "a", **more}


def select(**more):
    return {"type": "static_select", "action_id": "a", "options": [option()], **more}


def confirmation(**more):
    return {"title": plain(), "text": plain(), "confirm": plain(), "deny": plain(), **more}


def choices(kind, count):
    return {"type": kind, "action_id": "a", "options": [option(str(n), str(n)) for n in range(count)]}


def group(count=1, label="a"):
    return {"label": plain(label), "options": [option(str(n), str(n)) for n in range(count)]}


def actions(*elements):
    return [{"type": "actions", "elements": list(elements)}]


def section(**more):
    return [{"type": "section", **more}]


def form(element, **more):
    return [{"type": "input", "label": plain(), "element": element, **more}]


def image(**more):
    return [{"type": "image", "image_url": "https://example.org/a.png", "alt_text": "a", **more}]


def video(**more):
    addresses = {"video_url": "https://example.org/v", "thumbnail_url": "https://example.org/t"}
    return [{"type": "video", "title": plain(), "alt_text": "a", **addresses, **more}]


def cells(rows, columns, text="a"):
    return [[{"type": "raw_text", "text": text} for _ in range(columns)] for _ in range(rows)]


def table(rows, **more):
    return [{"type": "table", "rows": rows, **more}]


def data_table(rows, **more):
    return [{"type": "data_table", "caption": "a", "rows": rows, **more}]


def card(**more):
    return {"type": "card", "title": mrkdwn(), **more}


def container(**more):
    inside = section(text=plain())
    return [{"type": "container", "title": plain(), "child_blocks": inside, **more}]


def feedback(**more):
    positive = {"text": plain(), "value": "a", **more}
    pair = {"positive_button": positive, "negative_button": {"text": plain(), "value": "b"}}
    return [{"type": "context_actions", "elements": [{"type": "feedback_buttons", "action_id": "a", **pair}]}]


def icon(number=0, **more):
    return {"type": "icon_button", "icon": "trash", "text": plain(), "action_id": f"a{number}", **more}


def pie(segments, **more):
    chart = {"type": "pie", "segments": segments}
    return [{"type": "data_visualization", "title": "a", "chart": chart, **more}]


def segment(label="a", value=1):
    return {"label": label, "value": value}


def points(count, label="a"):
    return [{"label": label, "value": 1} for _ in range(count)]


def series(name="a", data=None):
    return {"name": name, "data": points(1) if data is None else data}


def bars(lines, **axis):
    chart = {"type": "bar", "series": lines, "axis_config": {"categories": ["a"], **axis}}
    return [{"type": "data_visualization", "title": "a", "chart": chart}]


def source(url):
    task = {"type": "task_card", "task_id": "t", "title": "a", "status": "complete"}
    return [{**task, "sources": [{"type": "url", "url": url, "text": "a"}]}]


def modal(**more):
    return {"type": "modal", "title": plain(), "blocks": section(text=plain()), **more}


# By surface: "message" and "modal" hold blocks, "view" a whole view.
INVALID = {
    "text-empty": ("message", section(text=plain(""))),
    "text-too-long": ("message", section(text=mrkdwn("a" * 3001))),
    "button-action-id-too-long": ("message", actions(button(action_id="a" * 256))),
    "button-text-too-long": ("message", actions(button(text=plain("a" * 76)))),
    "button-url-too-long": ("message", actions(button(url="https://example.org/" + "a" * 3000))),
    "button-value-too-long": ("message", actions(button(value="a" * 2001))),
    "confirmation-title-too-long": ("message", actions(button(confirm=confirmation(title=plain("a" * 101))))),
    "confirmation-text-too-long": ("message", actions(button(confirm=confirmation(text=plain("a" * 301))))),
    "confirmation-confirm-too-long": ("message", actions(button(confirm=confirmation(confirm=plain("a" * 31))))),
    "confirmation-deny-too-long": ("message", actions(button(confirm=confirmation(deny=plain("a" * 31))))),
    "option-text-too-long": ("message", actions(select(options=[option("a" * 76)]))),
    "option-value-too-long": ("message", actions(select(options=[option(value="a" * 151)]))),
    "option-url-too-long": (
        "message",
        actions({"type": "overflow", "action_id": "a", "options": [option(url="https://example.org/" + "🎈" * 3000)]}),
    ),
    "option-description-too-long": ("message", actions(select(options=[option(description=plain("a" * 76))]))),
    "option-group-label-too-long": (
        "message",
        actions({"type": "static_select", "action_id": "a", "option_groups": [group(label="a" * 76)]}),
    ),
    "option-group-empty": (
        "message",
        actions({"type": "static_select", "action_id": "a", "option_groups": [group(0)]}),
    ),
    "option-group-too-many-options": (
        "message",
        actions({"type": "static_select", "action_id": "a", "option_groups": [group(101)]}),
    ),
    "select-placeholder-too-long": ("message", actions(select(placeholder=plain("a" * 151)))),
    "select-too-many-options": ("message", actions(choices("static_select", 101))),
    "select-too-many-option-groups": (
        "message",
        actions({"type": "static_select", "action_id": "a", "option_groups": [group() for _ in range(101)]}),
    ),
    "overflow-empty": ("message", actions(choices("overflow", 0))),
    "overflow-too-many-options": ("message", actions(choices("overflow", 6))),
    "checkboxes-empty": ("message", actions(choices("checkboxes", 0))),
    "checkboxes-too-many-options": ("message", actions(choices("checkboxes", 11))),
    "radio-buttons-empty": ("message", actions(choices("radio_buttons", 0))),
    "radio-buttons-too-many-options": ("message", actions(choices("radio_buttons", 11))),
    "url-source-url-empty": ("message", source("")),
    "url-source-url-too-long": ("message", source("https://example.org/" + "a" * 3000)),
    "table-too-many-rows": ("message", table(cells(101, 1))),
    "table-ragged-rows": ("message", table([*cells(1, 2), *cells(1, 3)])),
    "table-column-settings-mismatch": ("message", table(cells(2, 2), column_settings=[{"align": "left"}] * 3)),
    "file-input-max-files-too-small": ("modal", form({"type": "file_input", "action_id": "a", "max_files": 0})),
    "file-input-max-files-too-large": ("modal", form({"type": "file_input", "action_id": "a", "max_files": 11})),
    "plain-text-input-max-length-too-large": (
        "modal",
        form({"type": "plain_text_input", "action_id": "a", "max_length": 3001}),
    ),
    "actions-too-many-elements": ("message", actions(*(button(action_id=str(n)) for n in range(26)))),
    "context-too-many-elements": ("message", [{"type": "context", "elements": [plain()] * 11}]),
    "header-text-too-long": ("message", [{"type": "header", "text": plain("a" * 151)}]),
    "image-url-too-long": ("message", image(image_url="https://example.org/" + "a" * 3000)),
    "image-alt-text-too-long": ("message", image(alt_text="a" * 2001)),
    "input-label-too-long": ("modal", form({"type": "plain_text_input", "action_id": "a"}, label=plain("a" * 2001))),
    "input-hint-too-long": ("modal", form({"type": "plain_text_input", "action_id": "a"}, hint=plain("a" * 2001))),
    "markdown-empty": ("message", [{"type": "markdown", "text": ""}]),
    "markdown-too-long": ("message", [{"type": "markdown", "text": "a" * 12_001}]),
    "section-text-too-long": ("message", section(text=plain("a" * 3001))),
    "section-too-many-fields": ("message", section(fields=[plain()] * 11)),
    "section-field-too-long": ("message", section(fields=[plain("a" * 2001)])),
    "video-alt-text-empty": ("message", video(alt_text="")),
    "video-alt-text-too-long": ("message", video(alt_text="a" * 2001)),
    "video-title-too-long": ("message", video(title=plain("a" * 201))),
    "video-author-name-too-long": ("message", video(author_name="a" * 51)),
    "video-description-too-long": ("message", video(description=plain("a" * 201))),
    "video-provider-name-too-long": ("message", video(provider_name="a" * 51)),
    "view-missing-blocks": ("view", modal(blocks=[])),
    "view-too-many-blocks": ("view", modal(blocks=[{"type": "divider"}] * 101)),
    "view-private-metadata-too-long": ("view", modal(private_metadata="a" * 3001)),
    "view-callback-id-too-long": ("view", modal(callback_id="a" * 256)),
    "view-title-too-long": ("view", modal(title=plain("a" * 25))),
    "view-close-too-long": ("view", modal(close=plain("a" * 25))),
    "view-submit-too-long": ("view", modal(submit=plain("a" * 25))),
    "section-missing-content": ("message", section()),
    "static-select-options-and-groups": ("message", actions(select(option_groups=[group()]))),
    "image-url-and-slack-file": ("message", image(slack_file={"id": "F0123456"})),
    "number-input-inverted-range": (
        "modal",
        form(
            {
                "type": "number_input",
                "action_id": "a",
                "is_decimal_allowed": False,
                "min_value": "10",
                "max_value": "9",
            }
        ),
    ),
    "context-invalid-element": ("message", [{"type": "context", "elements": [button()]}]),
    "input-invalid-element": ("modal", form(button())),
    "block-id-too-long": ("message", [{"type": "divider", "block_id": "a" * 256}]),
    "button-accessibility-label-too-long": ("message", actions(button(accessibility_label="a" * 76))),
    "alert-text-too-long": ("modal", [{"type": "alert", "text": plain("a" * 201)}]),
    "card-title-too-long": ("message", [card(title=mrkdwn("a" * 151))]),
    "card-subtitle-too-long": ("message", [card(subtitle=mrkdwn("a" * 151))]),
    "card-body-too-long": ("message", [card(body=mrkdwn("a" * 201))]),
    "card-too-many-actions": ("message", [card(actions=[button(action_id=str(n)) for n in range(4)])]),
    "card-subtext-too-long": ("message", [card(subtext=mrkdwn("a" * 201))]),
    "carousel-empty": ("message", [{"type": "carousel", "elements": []}]),
    "carousel-too-many-cards": ("message", [{"type": "carousel", "elements": [card() for _ in range(11)]}]),
    "container-title-too-long": ("message", container(title=plain("a" * 151))),
    "container-subtitle-too-long": ("message", container(subtitle=plain("a" * 151))),
    "container-too-many-child-blocks": ("message", container(child_blocks=[{"type": "divider"}] * 11)),
    "context-actions-too-many-elements": (
        "message",
        [{"type": "context_actions", "elements": [icon(n) for n in range(6)]}],
    ),
    "feedback-button-text-too-long": ("message", feedback(text=plain("a" * 76))),
    "feedback-button-value-too-long": ("message", feedback(value="a" * 2001)),
    "feedback-button-accessibility-label-too-long": ("message", feedback(accessibility_label="a" * 76)),
    "icon-button-too-many-visible-users": (
        "message",
        [{"type": "context_actions", "elements": [icon(visible_to_user_ids=[f"U{n}" for n in range(11)])]}],
    ),
    "data-table-too-few-rows": ("message", data_table(cells(1, 1))),
    "data-table-too-many-rows": ("message", data_table(cells(202, 1))),
    "data-table-too-few-columns": ("message", data_table([[], []])),
    "data-table-too-many-columns": ("message", data_table(cells(2, 21))),
    "data-table-page-size-too-small": ("message", data_table(cells(2, 1), page_size=0)),
    "data-table-page-size-too-large": ("message", data_table(cells(2, 1), page_size=101)),
    "data-table-cell-text-empty": ("message", data_table(cells(2, 1, text=""))),
    "data-table-content-too-long": ("message", data_table(cells(2, 1, text="a" * 10_001))),
    "data-visualization-title-too-long": ("message", pie([segment()], title="a" * 51)),
    "pie-chart-empty": ("message", pie([])),
    "pie-chart-too-many-segments": ("message", pie([segment() for _ in range(13)])),
    "chart-segment-label-too-long": ("message", pie([segment("a" * 21)])),
    "chart-segment-value-not-positive": ("message", pie([segment(value=0)])),
    "chart-series-empty": ("message", bars([])),
    "chart-too-many-series": ("message", bars([series() for _ in range(13)])),
    "data-series-name-too-long": ("message", bars([series("a" * 21)])),
    "data-series-empty": ("message", bars([series(data=[])])),
    "data-series-too-many-points": ("message", bars([series(data=points(21))])),
    "data-point-label-too-long": ("message", bars([series(data=points(1, "a" * 21))])),
    "axis-categories-empty": ("message", bars([series()], categories=[])),
    "axis-too-many-categories": ("message", bars([series()], categories=["a"] * 21)),
    "axis-category-label-too-long": ("message", bars([series()], categories=["a" * 21])),
    "axis-label-too-long": ("message", bars([series()], x_label="a" * 51)),
}
