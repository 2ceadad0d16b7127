"""The news that messages wait to be sent; sent inside of the transaction that wrote them."""

from django.dispatch import Signal

deliveries_queued = Signal()
