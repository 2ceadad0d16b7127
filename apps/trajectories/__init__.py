"""What happened: sessions, trajectories, their steps, and how they come in and go out."""
