"""The only door to models: embeddings of texts; the product works without any other model."""
