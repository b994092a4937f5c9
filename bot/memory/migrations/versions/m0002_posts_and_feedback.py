"""What the bot posted in threads, and what members thought of it."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    moment = sa.DateTime(timezone=True)
    op.create_table(
        "posts",
        sa.Column("workspace", sa.Text, primary_key=True),
        sa.Column("channel", sa.Text, primary_key=True),
        sa.Column("ts", sa.Text, primary_key=True),
        sa.Column("thread_ts", sa.Text, nullable=False),
        sa.Column("question", sa.Text, nullable=False),
        sa.Column("library", sa.Text, nullable=False),
        sa.Column("papers", sa.Text, nullable=False),
        sa.Column("posted_at", moment, nullable=False),
    )
    op.create_index("posts_by_thread", "posts", ["workspace", "channel", "thread_ts"])
    op.create_index("posts_by_question", "posts", ["workspace", "channel", "question"])
    op.create_index("posts_by_age", "posts", ["posted_at"])
    op.create_table(
        "feedback",
        sa.Column("workspace", sa.Text, primary_key=True),
        sa.Column("kind", sa.Text, primary_key=True),
        sa.Column("about", sa.Text, primary_key=True),
        sa.Column("member", sa.Text, primary_key=True),
        sa.Column("helpful", sa.Boolean, nullable=False),
        sa.Column("reason", sa.Text, nullable=False),
        sa.Column("given_at", moment, nullable=False),
    )
