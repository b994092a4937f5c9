"""What earlier versions left behind: for each step of the schema the columns that it had, and example rows.

``python -m tests.bot.memory.earlier`` writes the file of the newest step. Write it once, with the step; the
files of older steps stay as they are.
"""

import json
import tempfile
from datetime import UTC, date, datetime, time, timedelta
from pathlib import Path

from slack_sdk.oauth.installation_store import Installation
from sqlalchemy import DateTime, MetaData, create_engine, inspect, select

from bot.memory.copies import Copy
from bot.memory.memory import Memory
from handlers.model import GROUP, Delivery, Event, Feedback, Pause, Posted, SavedPaper, Subscription, Watch
from index.model import Topic

FILES = Path(__file__).with_name("earlier")
NOW = datetime(2026, 7, 12, 9, tzinfo=UTC)
OPEN = Event("message", "C1:1700000000.000100", "C1", "1700000000.000100", "1700000000.000001", "U1")
ANSWERED = Event("command", "1.2.abc", "C1", "", "", "U2")
GIVEN_UP = Event("message", "C1:1600000000.000100", "C1", "1600000000.000100", "", "U1")
POSTED = Posted(
    "C1", "1700000000.000001", "1700000001.000100", "1700000000.000100", (("p17", "doi:10.1/α"), ("p3", "k")), "L1"
)
OPINION = Feedback("answer", "C1:1700000001.000100", "U1", helpful=False, reason="not the one — 中文")
SAVED = SavedPaper("k1", "p1", "A headline — 标题", "U1", NOW, note="for Monday", tags=("merging", "vision"), done=True)
TOPIC = Topic(
    "merging", "Merging — 合并", ("model merging", '"task vectors"'), ("k1",), ("survey",), ("icml2026",), True
)
SUBSCRIPTION = Subscription(
    "s1",
    "C1",
    ((0, "merging"), (3, "merging")),
    time(9, 30),
    "Europe/Berlin",
    3,
    ("icml2026",),
    has_code=True,
    without=("survey",),
    in_thread=True,
    says_none=False,
    keepers_only=True,
    by="U1",
    began_at=NOW,
    pauses=(Pause(date(2026, 8, 1), date(2026, 8, 31)), Pause(date(2026, 12, 24))),
)
DELIVERY = Delivery(
    "s1.2026-07-13.0", "s1", "C1", date(2026, 7, 13), 0, "merging", NOW, "claimed", papers=(("p1", "k1"),)
)
WATCH = Watch("w1", "U1", "merging — 合并", ("icml2026",), 53)

COPY = Copy("a1b2", "web", "http", "host", "17@1", beats=1)
INSTALLATION = Installation(
    app_id="A1",
    team_id="T1",
    team_name="A group — 小组",
    user_id="U1",
    bot_token="xoxb-example",
    bot_id="B1",
    bot_user_id="U9",
    bot_scopes="chat:write,commands",
    installed_at=NOW.timestamp(),
)


def fill(memory: Memory) -> None:
    """Put something of every kind into *memory*."""
    for event in (OPEN, ANSWERED, GIVEN_UP):
        memory.events.claim("T1", event, now=NOW)
    memory.events.settle("T1", ANSWERED, now=NOW + timedelta(seconds=1))
    memory.events.give_up("T1", GIVEN_UP, now=NOW + timedelta(minutes=20, microseconds=5))
    memory.settings.put("T1", "language", '"zh — 中文"', NOW)
    memory.threads.put("T1", POSTED, now=NOW)
    memory.opinions.put("T1", OPINION, now=NOW)
    memory.reading_lists.save("T1", "U1", SAVED)
    memory.reading_lists.save("T1", GROUP, SAVED)
    memory.members.searched("T1", "U1", "merging — 合并", now=NOW)
    memory.members.choose("T1", "U1", "show_name", "no", now=NOW)
    memory.topics.put("T1", TOPIC, now=NOW)
    memory.subscriptions.put("T1", SUBSCRIPTION, now=NOW)
    contents = '{"papers": [{"handle": "p1", "key": "k1"}]}'
    memory.deliveries.write("T1", DELIVERY, contents, held_by="one", held_until=NOW + timedelta(minutes=1))
    memory.deliveries.mark_part("T1", DELIVERY.id, 0, "1700000002.000100")
    memory.watches.begin("T1", WATCH, now=NOW)
    memory.notices.claim("T1", "digest:s1:posted", now=NOW)
    memory.copies.beat(COPY, now=NOW)
    memory.departures.left("T9", now=NOW)
    memory.installations("1.2").save(INSTALLATION)
    memory.counts.add("T1", NOW.date(), {"searches": 3, "empty": 1})


def columns(connection):
    """Each table's columns in words, and its indexes."""
    found = inspect(connection)
    return {
        table: [f"{column['name']} {column['type']}" for column in found.get_columns(table)]
        + [f"index {index['name']}" for index in found.get_indexes(table)]
        for table in sorted(found.get_table_names())
    }


def take_out(connection):
    """All rows, of every table but Alembic's, as JSON can hold them."""
    tables = MetaData()
    tables.reflect(connection)
    return {
        name: [
            {key: value.isoformat() if isinstance(value, datetime) else value for key, value in row.items()}
            for row in connection.execute(select(table)).mappings()
        ]
        for name, table in sorted(tables.tables.items())
        if name != "memory_version"
    }


def put_in(connection, rows):
    """Put back what :func:`take_out` took, into the tables as they are at *connection*."""
    tables = MetaData()
    tables.reflect(connection)
    for name, given in rows.items():
        table = tables.tables[name]
        moments = {column.name for column in table.columns if isinstance(column.type, DateTime)}
        for row in given:
            connection.execute(
                table.insert().values({key: _moment(value) if key in moments else value for key, value in row.items()})
            )


def _moment(value):
    return value and datetime.fromisoformat(value).replace(tzinfo=UTC)


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        address = f"sqlite:///{folder}/state.db"
        with Memory.open(address) as memory:
            fill(memory)
        engine = create_engine(address)
        with engine.connect() as connection:
            version = connection.exec_driver_sql("SELECT version_num FROM memory_version").scalar_one()
            left = {"columns": columns(connection), "rows": take_out(connection)}
        engine.dispose()
    FILES.mkdir(exist_ok=True)
    (FILES / f"{version}.json").write_text(json.dumps(left, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
    print(f"wrote {version}.json")


if __name__ == "__main__":
    main()
