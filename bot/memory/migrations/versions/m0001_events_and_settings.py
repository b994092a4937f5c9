"""Events that were seen, and the settings of a workspace.

Steps are added, never edited; types stand here in full, since the ones of ``tables.py`` change with time.
"""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    moment = sa.DateTime(timezone=True)
    op.create_table(
        "events",
        sa.Column("workspace", sa.Text, primary_key=True),
        sa.Column("id", sa.Text, primary_key=True),
        sa.Column("kind", sa.Text, nullable=False),
        sa.Column("channel", sa.Text, nullable=False),
        sa.Column("ts", sa.Text, nullable=False),
        sa.Column("thread_ts", sa.Text, nullable=False),
        sa.Column("member", sa.Text, nullable=False),
        sa.Column("claimed_at", moment, nullable=False),
        sa.Column("resumed_at", moment),
        sa.Column("done_at", moment),
        sa.Column("given_up", sa.Boolean, nullable=False, server_default=sa.false()),
    )
    op.create_index("events_by_end", "events", ["done_at"])
    op.create_table(
        "settings",
        sa.Column("workspace", sa.Text, primary_key=True),
        sa.Column("name", sa.Text, primary_key=True),
        sa.Column("value", sa.Text, nullable=False),
        sa.Column("changed_at", moment, nullable=False),
    )
