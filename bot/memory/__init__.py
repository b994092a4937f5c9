"""What the bot remembers, in ``state.db`` or in PostgreSQL by one setting.

``memory.py`` is the door. Each other module has one subject: ``address`` reads the setting, ``database``
has the connections and transactions, ``migrating`` brings the schema up to date, ``tables`` is the newest
schema, and ``events``, ``settings``, ``threads``, ``feedback``, ``reading_lists`` and ``members`` are what is
remembered. ``workspace`` is on every row. ``installations`` and ``departures`` say which workspaces have the app,
``copies`` which copies of the bot run.

To remember something new, add a step to ``migrations/versions/`` (steps are never edited), the same to
``tables``, and a module that gives out domain objects, never rows; then ``python -m tests.bot.memory.earlier``
keeps an example of the new schema, from which the next step's upgrade is tested.
"""
