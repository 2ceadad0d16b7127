"""Know whose run an experience rests on, once the run itself is no longer kept."""

import django.db.models.deletion
from django.db import migrations, models


def owner(model: str) -> migrations.AddField:
    """A step that adds the person of the run to a table."""
    return migrations.AddField(
        model_name=model,
        name="end_user",
        field=models.ForeignKey(
            null=True,
            on_delete=django.db.models.deletion.SET_NULL,
            related_name="+",
            to="tenants.enduser",
        ),
    )


class Migration(migrations.Migration):
    dependencies = [
        ("experiences", "0006_alternatives_of_experiences"),
        ("tenants", "0003_erase_words_of_decisions"),
    ]

    operations = [owner("experienceevidence"), owner("experiencealternative")]
