"""Settings, entries and the HTTP border of the whole product."""
