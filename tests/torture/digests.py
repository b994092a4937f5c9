"""Processes that are killed (-9) at random moments around the post of a digest: each stands there exactly once.

    python -m tests.torture.digests [--rounds 300] [--seed 1] [--memory ADDRESS]

In each round one digest is due in a channel of its own; every second one has its cards in the thread, which makes it
two posts. One process, or two at once, are killed at a drawn time between the claim and a little after the end; so are
some of those that start after them. The last one is left to do what there is to do. They talk to the local workspace
over real sockets, and share one memory.
"""

if __name__ == "__main__":
    from tests.torture.killing_digests import main  # here, since each process that is killed imports this module

    main()
