"""Topics, their shelves, and what is picked from them."""
