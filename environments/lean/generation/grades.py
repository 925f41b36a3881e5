"""The names of the grades, apart from the families so that a config costs no import of theirs."""

GRADES = ("easy", "medium", "hard", "expert")
