"""Plain text in Chinese, English and both: tokens, and which language a person writes."""
