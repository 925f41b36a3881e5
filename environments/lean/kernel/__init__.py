"""The trusted base of the embedded checker: terms, a stated prelude, and the verdict on every proof."""
