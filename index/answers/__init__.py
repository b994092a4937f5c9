"""Questions of members, answered by verbatim sentences of abstracts, or honestly not."""
