"""What comes of it: proposals, the skills that were approved, and who was given them."""
