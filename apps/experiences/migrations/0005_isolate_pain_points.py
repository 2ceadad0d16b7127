"""Wall off the tables of pain points and solutions; vectors stay on the page of their row."""

from django.db import migrations

from apps.tenants.isolation import IsolateTable

STORAGE = "ALTER TABLE experiences_painpoint ALTER COLUMN embedding SET STORAGE "


class Migration(migrations.Migration):
    dependencies = [("experiences", "0004_pain_points_and_solutions")]

    operations = [
        IsolateTable("experiences_painpoint"),
        IsolateTable("experiences_painevidence"),
        IsolateTable("experiences_solution"),
        IsolateTable("experiences_solutionuse"),
        IsolateTable("experiences_solutionfeedback"),
        migrations.RunSQL(f"{STORAGE}PLAIN", f"{STORAGE}EXTERNAL"),
    ]
