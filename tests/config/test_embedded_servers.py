import psutil
import psycopg
import pytest
import redis

from config.embedded import servers
from config.embedded.errors import StartError
from config.embedded.home import leave_home
from config.embedded.var_folder import VarFolder
from tests.config.starts import still_running


@pytest.fixture
def var(tmp_path):
    yield tmp_path / "var"
    leave_home(VarFolder.open(tmp_path / "var"))


def test_a_restart_keeps_what_both_servers_hold(var):
    with servers(var, durable=True) as urls:
        with psycopg.connect(urls.database_url) as connection:
            connection.execute("CREATE TABLE kept AS SELECT 42 AS answer")
        with redis.Redis.from_url(urls.redis_url) as client:
            client.set("kept", "42")
    with servers(var, durable=True) as again:
        assert again == urls
        with psycopg.connect(again.database_url) as connection:
            assert connection.execute("SELECT answer FROM kept").fetchone() == (42,)
        with redis.Redis.from_url(again.redis_url) as client:
            assert client.get("kept") == b"42"


def test_a_data_directory_of_another_major_version_is_refused_with_a_way_out(var):
    with servers(var, durable=True):
        pass
    (var / "postgres" / "PG_VERSION").write_text("17\n")
    refusal = pytest.raises(StartError, match=r"PostgreSQL 17.*PostgreSQL 18(?s:.*)pg_dump")
    with refusal, servers(var, durable=True):
        pass


def test_the_products_role_is_plain_and_owns_its_database_with_the_extension(var):
    rights = "SELECT rolsuper, rolbypassrls, rolcreaterole FROM pg_roles WHERE rolname = user"
    others = set(psutil.Process().children(recursive=True))  # those of the test run itself
    with servers(var, durable=False) as urls:
        with psycopg.connect(urls.database_url) as connection:
            assert connection.execute(rights).fetchone() == (False, False, False)
            extensions = {
                name for (name,) in connection.execute("SELECT extname FROM pg_extension")
            }
            connection.execute("CREATE TABLE owned (id int)")
        children = set(psutil.Process().children(recursive=True)) - others
    assert "vector" in extensions
    assert len(children) > 2
    assert still_running(children) == []
    assert not (var / "postgres").exists()
