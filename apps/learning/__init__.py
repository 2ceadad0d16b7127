"""The loop itself: learn from what ended, build a context for what begins, reflect."""
