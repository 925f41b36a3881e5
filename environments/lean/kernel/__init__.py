"""The trusted base of the embedded checker: terms, a stated prelude, and a checker that re-checks every proof."""
