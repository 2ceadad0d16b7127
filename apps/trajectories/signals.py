"""News from trajectories, sent on commit; heard only by the learning app."""

from django.dispatch import Signal

# Arguments: tenant_id (UUID), trajectory_ids (list of UUID): these are closed, or their session is.
trajectory_completed = Signal()
