"""The embedded model `tiny`: its tokenizer, its lessons, and the loop that teaches it."""
