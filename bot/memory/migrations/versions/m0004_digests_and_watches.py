"""Topics, subscriptions, the ledger of deliveries, what channels had, watches, and what somebody was told once.

Steps are added, never edited; types stand here in full, since the ones of ``tables.py`` change with time.
"""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None


def upgrade() -> None:
    moment = sa.DateTime(timezone=True)
    op.create_table(
        "topics",
        sa.Column("workspace", sa.Text, primary_key=True),
        sa.Column("name", sa.Text, primary_key=True),
        sa.Column("definition", sa.Text, nullable=False),
        sa.Column("changed_at", moment, nullable=False),
    )
    op.create_table(
        "subscriptions",
        sa.Column("workspace", sa.Text, primary_key=True),
        sa.Column("id", sa.Text, primary_key=True),
        sa.Column("channel", sa.Text, nullable=False),
        sa.Column("member", sa.Text, nullable=False),
        sa.Column("definition", sa.Text, nullable=False),
        sa.Column("began_at", moment, nullable=False),
        sa.Column("stopped_at", moment),
    )
    op.create_index("subscriptions_by_channel", "subscriptions", ["workspace", "channel"])
    op.create_table(
        "deliveries",
        sa.Column("workspace", sa.Text, primary_key=True),
        sa.Column("id", sa.Text, primary_key=True),
        sa.Column("subscription", sa.Text, nullable=False),
        sa.Column("channel", sa.Text, nullable=False),
        sa.Column("day", sa.Text, nullable=False),
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("topic", sa.Text, nullable=False),
        sa.Column("due_at", moment, nullable=False),
        sa.Column("state", sa.Text, nullable=False),
        sa.Column("reason", sa.Text, nullable=False),
        sa.Column("contents", sa.Text, nullable=False),
        sa.Column("tries", sa.Integer, nullable=False),
        sa.Column("held_by", sa.Text, nullable=False),
        sa.Column("held_until", moment, nullable=False),
        sa.Column("posted_at", moment),
        sa.Column("ts", sa.Text, nullable=False),
    )
    op.create_index("deliveries_by_slot", "deliveries", ["workspace", "subscription", "day", "number"], unique=True)
    op.create_index("deliveries_by_channel", "deliveries", ["workspace", "channel", "due_at"])
    op.create_index("deliveries_by_state", "deliveries", ["workspace", "state"])
    op.create_table(
        "delivery_parts",
        sa.Column("workspace", sa.Text, primary_key=True),
        sa.Column("delivery", sa.Text, primary_key=True),
        sa.Column("part", sa.Integer, primary_key=True),
        sa.Column("ts", sa.Text, nullable=False),
    )
    op.create_table(
        "had",
        sa.Column("workspace", sa.Text, primary_key=True),
        sa.Column("channel", sa.Text, primary_key=True),
        sa.Column("key", sa.Text, primary_key=True),
        sa.Column("delivery", sa.Text, nullable=False),
    )
    op.create_table(
        "watches",
        sa.Column("workspace", sa.Text, primary_key=True),
        sa.Column("id", sa.Text, primary_key=True),
        sa.Column("member", sa.Text, nullable=False),
        sa.Column("query", sa.Text, nullable=False),
        sa.Column("corpora", sa.Text, nullable=False),
        sa.Column("after", sa.Integer, nullable=False),
        sa.Column("began_at", moment, nullable=False),
    )
    op.create_index("watches_by_member", "watches", ["workspace", "member"])
    op.create_table(
        "notices",
        sa.Column("workspace", sa.Text, primary_key=True),
        sa.Column("about", sa.Text, primary_key=True),
        sa.Column("told_at", moment, nullable=False),
    )
