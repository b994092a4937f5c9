"""``python -m tests.deploy``: see :mod:`tests.deploy.replay`."""

import sys

from tests.deploy.replay import main

sys.exit(main())
