"""`python -m journeyman_client`."""

import sys

from journeyman_client.cli import main

sys.exit(main())
