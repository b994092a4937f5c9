"""Runs the steps on the connection that ``bot/memory/migrating.py`` hands over, in its transaction."""

from alembic import context

from bot.memory.tables import schema

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=schema,
    version_table=context.config.attributes["version_table"],
    render_as_batch=True,  # SQLite changes a column by making the table anew
)
with context.begin_transaction():  # none of its own, within the one that we have begun
    context.run_migrations()
