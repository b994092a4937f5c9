"""How the bot is: facts are gathered here and there, and judged by pure checks. Asked for by ``icml doctor``.

``facts`` says what is known, ``gathering``, ``stores``, ``slack`` and ``processes`` find it out, ``home``, ``papers``,
``memory`` and ``workspace`` judge it, one function a check; ``examine`` puts them together.
"""
