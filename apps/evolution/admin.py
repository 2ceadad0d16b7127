"""What of evolution the admin shows."""

from django.contrib import admin

from apps.evolution.models import Proposal, Serving, Skill, SkillVersion
from apps.evolution.proposal_admin import ProposalAdmin
from apps.evolution.skill_admin import ServingAdmin, SkillAdmin, SkillVersionAdmin

admin.site.register(Proposal, ProposalAdmin)
admin.site.register(Skill, SkillAdmin)
admin.site.register(SkillVersion, SkillVersionAdmin)
admin.site.register(Serving, ServingAdmin)
