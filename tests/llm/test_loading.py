"""The model's libraries take seconds to load: only a worker that asks something pays for them."""

import os
import subprocess
import sys

SCRIPT = """
import sys, django
django.setup()
import config.urls, config.celery, apps.learning.tasks, apps.llm.answer
heavy = {"pydantic_ai", "openai", "anthropic", "json_repair"} & set(sys.modules)
assert not heavy, heavy
"""


def test_neither_start_up_nor_the_web_loads_a_model_library():
    told = {"DJANGO_SETTINGS_MODULE": "config.settings", "PYTHONWARNINGS": "ignore"}
    done = subprocess.run(
        [sys.executable, "-c", SCRIPT], env={**os.environ, **told}, capture_output=True, check=False
    )
    assert done.returncode == 0, done.stderr.decode()
