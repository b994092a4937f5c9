"""How much the bot is used: numbers alone, counted a day, told a week. No member, query or channel stands in them."""
