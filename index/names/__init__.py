"""How a method's name is found in an abstract; ``index.naming`` is the door."""
