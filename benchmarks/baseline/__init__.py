"""The ordinary ways to take in events, for comparison: a DRF serializer and `bulk_create`."""
