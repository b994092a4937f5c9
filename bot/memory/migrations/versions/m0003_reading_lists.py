"""What members and the group saved, what a member searched for last, and what a member chose.

Steps are added, never edited; types stand here in full, since the ones of ``tables.py`` change with time.
"""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None


def upgrade() -> None:
    moment = sa.DateTime(timezone=True)
    op.create_table(
        "saved",
        sa.Column("workspace", sa.Text, primary_key=True),
        sa.Column("owner", sa.Text, primary_key=True),
        sa.Column("key", sa.Text, primary_key=True),
        sa.Column("handle", sa.Text, nullable=False),
        sa.Column("headline", sa.Text, nullable=False),
        sa.Column("member", sa.Text, nullable=False),
        sa.Column("saved_at", moment, nullable=False),
        sa.Column("note", sa.Text, nullable=False),
        sa.Column("tags", sa.Text, nullable=False),
        sa.Column("done", sa.Boolean, nullable=False, server_default=sa.false()),
    )
    op.create_index("saved_by_member", "saved", ["workspace", "member"])
    op.create_table(
        "searches",
        sa.Column("workspace", sa.Text, primary_key=True),
        sa.Column("member", sa.Text, primary_key=True),
        sa.Column("query", sa.Text, primary_key=True),
        sa.Column("searched_at", moment, nullable=False),
    )
    op.create_table(
        "choices",
        sa.Column("workspace", sa.Text, primary_key=True),
        sa.Column("member", sa.Text, primary_key=True),
        sa.Column("name", sa.Text, primary_key=True),
        sa.Column("value", sa.Text, nullable=False),
        sa.Column("changed_at", moment, nullable=False),
    )
