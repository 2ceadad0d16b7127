"""News from feedback, sent on commit; heard only by the learning app."""

from django.dispatch import Signal

# Arguments: tenant_id (UUID), trajectory_ids (list of UUID): their shown score changed.
feedback_recorded = Signal()
