import pytest
from tests.evolution.proposals import make_proposal
from apps.evolution.models import SkillVersion, Proposal
from apps.tenants.models import AuditEvent

def test_pages(clinic):
    p = make_proposal(clinic.tenant)
    b = clinic.browser("reviewer")
    print(p.gate)
    r = b.get("/admin/")
    assert r.status_code == 200, r
    print(r.headers["Content-Security-Policy"])
    for path in ("evolution/proposal/", f"evolution/proposal/{p.pk}/change/","evolution/skill/","evolution/skillversion/","evolution/serving/","experiences/experience/","learning/reflection/","trajectories/trajectory/","trajectories/session/","trajectories/compressedtrajectory/","trajectories/import/","feedback/score/","tenants/membership/","tenants/agent/","tenants/enduser/"):
        r = b.get("/admin/"+path)
        assert r.status_code == 200, (path, r)
    r = b.post(f"/admin/evolution/proposal/{p.pk}/change/", {"decision":"approve","note":""})
    assert r.status_code==302, r.content.decode()[-3000:]
    v = SkillVersion.objects.get()
    r = b.get(f"/admin/evolution/skill/{v.skill_id}/change/"); assert r.status_code==200
    r = b.get(f"/admin/evolution/skillversion/{v.pk}/change/"); assert r.status_code==200
    a = clinic.browser("admin")
    for path in ("tenants/apikey/","tenants/apikey/add/","tenants/auditevent/",f"tenants/tenant/{clinic.tenant.pk}/change/"):
        r = a.get("/admin/"+path)
        assert r.status_code == 200, (path, r)
