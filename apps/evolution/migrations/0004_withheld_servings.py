"""Tell what a session was given from what was withheld from it, to measure the difference."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("evolution", "0003_erase_words_of_skills")]

    operations = [
        migrations.AddField(
            model_name="serving",
            name="withheld",
            field=models.BooleanField(default=False),
        ),
        migrations.AddIndex(
            model_name="serving",
            index=models.Index(
                condition=models.Q(("withheld", True)),
                fields=["tenant", "skill", "experience", "served_at", "id"],
                name="serving_withheld",
            ),
        ),
    ]
