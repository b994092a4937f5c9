"""The newest schema, as queries see it. Migrations make it; a test holds the two equal.

Only what every database of PostgreSQL's protocol has, and SQLite too: no types of its own, and no sequences but
those of slack_sdk's tables.
"""

from datetime import UTC, datetime

from slack_sdk.oauth.installation_store.sqlalchemy import SQLAlchemyInstallationStore
from slack_sdk.oauth.state_store.sqlalchemy import SQLAlchemyOAuthStateStore
from sqlalchemy import (
    Boolean,
    Column,
    DateTime,
    Dialect,
    Index,
    Integer,
    MetaData,
    Table,
    Text,
    TypeDecorator,
    false,
    text,
)
from sqlalchemy.types import TypeEngine


def aware(moment: datetime) -> datetime:
    """Refuse a time without a zone: it is no moment."""
    if moment.utcoffset() is None:
        raise ValueError(f"{moment!r} has no time zone, so it is no moment")
    return moment


class Moment(TypeDecorator[datetime]):
    """A moment: aware where it comes in, UTC where it is kept and where it comes out.

    SQLite has no type for it and keeps text without a zone, which sorts as the moments do.
    """

    impl = DateTime
    cache_ok = True

    def load_dialect_impl(self, dialect: Dialect) -> TypeEngine[datetime]:
        return dialect.type_descriptor(DateTime(timezone=dialect.name != "sqlite"))

    def process_bind_param(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        if value is None:
            return None
        moment = aware(value).astimezone(UTC)
        return moment.replace(tzinfo=None) if dialect.name == "sqlite" else moment

    def process_result_value(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        if value is None:
            return None
        return value.replace(tzinfo=UTC) if dialect.name == "sqlite" else value.astimezone(UTC)


schema = MetaData()

events = Table(
    "events",
    schema,
    Column("workspace", Text, primary_key=True),
    Column("id", Text, primary_key=True),
    Column("kind", Text, nullable=False),
    Column("channel", Text, nullable=False),
    Column("ts", Text, nullable=False),
    Column("thread_ts", Text, nullable=False),
    Column("member", Text, nullable=False),
    Column("claimed_at", Moment, nullable=False),
    Column("resumed_at", Moment),  # when work on it was taken up a second and last time
    Column("done_at", Moment),  # answered, or given up
    Column("given_up", Boolean, nullable=False, server_default=false()),
    Column("claimed_by", Text, nullable=False, server_default=text("''")),  # the copy of the bot that is at it
    Index("events_by_end", "done_at"),
)

settings = Table(
    "settings",
    schema,
    Column("workspace", Text, primary_key=True),
    Column("name", Text, primary_key=True),
    Column("value", Text, nullable=False),  # JSON
    Column("changed_at", Moment, nullable=False),
)

posts = Table(
    "posts",
    schema,
    Column("workspace", Text, primary_key=True),
    Column("channel", Text, primary_key=True),
    Column("ts", Text, primary_key=True),
    Column("thread_ts", Text, nullable=False),
    Column("question", Text, nullable=False),
    Column("library", Text, nullable=False),  # whose handles these are
    Column("papers", Text, nullable=False),  # JSON: [handle, key] of each, in order
    Column("posted_at", Moment, nullable=False),
    Index("posts_by_thread", "workspace", "channel", "thread_ts"),
    Index("posts_by_question", "workspace", "channel", "question"),
    Index("posts_by_age", "posted_at"),
)

feedback = Table(
    "feedback",
    schema,
    Column("workspace", Text, primary_key=True),
    Column("kind", Text, primary_key=True),
    Column("about", Text, primary_key=True),
    Column("member", Text, primary_key=True),
    Column("helpful", Boolean, nullable=False),
    Column("reason", Text, nullable=False),
    Column("given_at", Moment, nullable=False),
)

saved = Table(
    "saved",
    schema,
    Column("workspace", Text, primary_key=True),
    Column("owner", Text, primary_key=True),  # a member; empty for the group's list
    Column("key", Text, primary_key=True),  # of the paper, the same in every library
    Column("handle", Text, nullable=False),  # as it was when it was saved
    Column("headline", Text, nullable=False),  # likewise, for when the paper is gone
    Column("member", Text, nullable=False),  # who saved it; empty once they were forgotten
    Column("saved_at", Moment, nullable=False),
    Column("note", Text, nullable=False),
    Column("tags", Text, nullable=False),  # words with one space between them
    Column("done", Boolean, nullable=False, server_default=false()),
    Index("saved_by_member", "workspace", "member"),
)

searches = Table(
    "searches",
    schema,
    Column("workspace", Text, primary_key=True),
    Column("member", Text, primary_key=True),
    Column("query", Text, primary_key=True),
    Column("searched_at", Moment, nullable=False),
)

choices = Table(
    "choices",
    schema,
    Column("workspace", Text, primary_key=True),
    Column("member", Text, primary_key=True),
    Column("name", Text, primary_key=True),
    Column("value", Text, nullable=False),
    Column("changed_at", Moment, nullable=False),
)

topics = Table(
    "topics",
    schema,
    Column("workspace", Text, primary_key=True),
    Column("name", Text, primary_key=True),
    Column("definition", Text, nullable=False),  # JSON
    Column("changed_at", Moment, nullable=False),
)

subscriptions = Table(
    "subscriptions",
    schema,
    Column("workspace", Text, primary_key=True),
    Column("id", Text, primary_key=True),
    Column("channel", Text, nullable=False),
    Column("member", Text, nullable=False),  # who began it; empty once they were forgotten
    Column("definition", Text, nullable=False),  # JSON
    Column("began_at", Moment, nullable=False),
    Column("stopped_at", Moment),
    Index("subscriptions_by_channel", "workspace", "channel"),
)

deliveries = Table(
    "deliveries",
    schema,
    Column("workspace", Text, primary_key=True),
    Column("id", Text, primary_key=True),
    Column("subscription", Text, nullable=False),  # or "watch:" and the id of a watch
    Column("channel", Text, nullable=False),
    Column("day", Text, nullable=False),  # a local date, 2026-12-01
    Column("number", Integer, nullable=False),
    Column("topic", Text, nullable=False),
    Column("due_at", Moment, nullable=False),
    Column("state", Text, nullable=False),
    Column("reason", Text, nullable=False),
    Column("contents", Text, nullable=False),  # JSON: what is to be posted
    Column("tries", Integer, nullable=False),
    Column("held_by", Text, nullable=False),  # the process that posts it
    Column("held_until", Moment, nullable=False),
    Column("posted_at", Moment),
    Column("ts", Text, nullable=False),
    Index("deliveries_by_slot", "workspace", "subscription", "day", "number", unique=True),
    Index("deliveries_by_channel", "workspace", "channel", "due_at"),
    Index("deliveries_by_state", "workspace", "state"),
)

delivery_parts = Table(
    "delivery_parts",
    schema,
    Column("workspace", Text, primary_key=True),
    Column("delivery", Text, primary_key=True),
    Column("part", Integer, primary_key=True),
    Column("ts", Text, nullable=False),
)

had = Table(
    "had",
    schema,
    Column("workspace", Text, primary_key=True),
    Column("channel", Text, primary_key=True),
    Column("key", Text, primary_key=True),  # of a paper that was picked for the channel
    Column("delivery", Text, nullable=False),
)

watches = Table(
    "watches",
    schema,
    Column("workspace", Text, primary_key=True),
    Column("id", Text, primary_key=True),
    Column("member", Text, nullable=False),
    Column("query", Text, nullable=False),
    Column("corpora", Text, nullable=False),  # JSON
    Column("after", Integer, nullable=False),  # the newest paper's number when it last was looked at
    Column("began_at", Moment, nullable=False),
    Index("watches_by_member", "workspace", "member"),
)

notices = Table(
    "notices",
    schema,
    Column("workspace", Text, primary_key=True),
    Column("about", Text, primary_key=True),  # what somebody was told of, once
    Column("told_at", Moment, nullable=False),
)
copies = Table(
    "copies",
    schema,
    Column("id", Text, primary_key=True),
    Column("role", Text, nullable=False),
    Column("transport", Text, nullable=False),
    Column("host", Text, nullable=False),
    Column("process", Text, nullable=False),
    Column("beats", Integer, nullable=False),  # grows as long as the copy lives
    Column("beat_at", Moment, nullable=False),  # for people; whether a copy lives is not told by clocks
)

departures = Table(
    "departures",
    schema,
    Column("workspace", Text, primary_key=True),
    Column("left_at", Moment, nullable=False),
)

# slack_sdk's, by its own names, so that its stores find them.
installations = SQLAlchemyInstallationStore.build_installations_table(schema, "slack_installations")
bots = SQLAlchemyInstallationStore.build_bots_table(schema, "slack_bots")
states = SQLAlchemyOAuthStateStore.build_oauth_states_table(schema, "slack_oauth_states")

counts = Table(
    "counts",
    schema,
    Column("workspace", Text, primary_key=True),
    Column("day", Text, primary_key=True),  # in UTC, as ISO writes it
    Column("name", Text, primary_key=True),
    Column("number", Integer, nullable=False),
)
