"""Reading Lean 4's syntax, and printing terms and goals as Lean does."""
