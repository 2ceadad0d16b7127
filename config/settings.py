"""Django's settings, all from the typed environment of config/env.py."""

import os
from pathlib import Path

from django.utils.csp import CSP

from config import admin_theme
from config.env import DEVELOPMENT_KEY, Environment, database_settings

# Before anything loads numpy: on a busy machine the threads of its linear algebra wait for each
# other, and a sentence that takes 2 ms to embed takes 90.
for variable in ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS"):
    os.environ.setdefault(variable, "1")

ROOT = Path(__file__).resolve().parent.parent
ENV = Environment()

SECRET_KEY = ENV.django_secret_key
SECRET_KEY_FALLBACKS = ENV.django_secret_key_fallbacks
DEBUG = ENV.django_debug
if ENV.journeyman_production and (DEBUG or SECRET_KEY == DEVELOPMENT_KEY):
    # No ImproperlyConfigured: manage.py would swallow it and go on with defaults.
    raise RuntimeError("Production needs DJANGO_SECRET_KEY, and DJANGO_DEBUG off.")
ALLOWED_HOSTS = ENV.allowed_hosts
CSRF_TRUSTED_ORIGINS = [ENV.public_url] if ENV.public_url else []

INSTALLED_APPS = [
    "unfold.apps.BasicAppConfig",
    "apps.tenants.admin_config.TenantAdminConfig",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.postgres",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.staticfiles",
    "django_celery_beat",
    "django_filters",
    "django_structlog",
    "drf_spectacular",
    "drf_spectacular_sidecar",
    "rest_framework",
    "apps.tenants",
    "apps.llm",
    "apps.webhooks",
    "apps.trajectories",
    "apps.feedback",
    "apps.experiences",
    "apps.profiles",
    "apps.evolution",
    "apps.scheduling",
    "apps.learning",
]

MIDDLEWARE = [
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "django.middleware.csp.ContentSecurityPolicyMiddleware",
    "config.request_log.RequestLogMiddleware",
    "config.limits.RequestSizeMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "apps.tenants.middleware.TenantMiddleware",
]

ROOT_URLCONF = "config.urls"
WSGI_APPLICATION = "config.wsgi.application"
TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [ROOT / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.template.context_processors.csp",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
            ]
        },
    }
]

DATABASES = {"default": database_settings(ENV.database_url)}
CACHES = {
    "default": {
        "BACKEND": "django.core.cache.backends.redis.RedisCache",
        "LOCATION": ENV.redis_url,
        "KEY_PREFIX": "journeyman",
    }
}

AUTH_USER_MODEL = "tenants.User"
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": f"django.contrib.auth.password_validation.{name}"}
    for name in ("UserAttributeSimilarityValidator", "CommonPasswordValidator")
] + [
    {
        "NAME": "django.contrib.auth.password_validation.MinimumLengthValidator",
        "OPTIONS": {"min_length": 10},
    }
]
LOGIN_URL = "admin:login"

LANGUAGE_CODE = "en"
LANGUAGES = [("en", "English"), ("zh-hans", "简体中文")]
LOCALE_PATHS = [ROOT / "locale"]
USE_TZ = True
TIME_ZONE = "UTC"

STATIC_URL = "/static/"
STATIC_ROOT = ENV.static_root or None  # without it, files are served from where they lie
STATICFILES_DIRS = [ROOT / "static"]
WHITENOISE_USE_FINDERS = True
WHITENOISE_AUTOREFRESH = DEBUG

SECURE_CSP = {
    "default-src": [CSP.SELF],
    "img-src": [CSP.SELF, "data:"],
    "object-src": [CSP.NONE],
    "base-uri": [CSP.SELF],
    "frame-ancestors": [CSP.NONE],
    "form-action": [CSP.SELF],
}
SESSION_COOKIE_HTTPONLY = True
SESSION_COOKIE_SAMESITE = "Lax"
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = ENV.journeyman_production
SECURE_SSL_REDIRECT = ENV.journeyman_production
SECURE_HSTS_SECONDS = 31536000 if ENV.journeyman_production else 0
SECURE_HSTS_INCLUDE_SUBDOMAINS = SECURE_HSTS_PRELOAD = ENV.journeyman_production
SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
SECURE_REDIRECT_EXEMPT = [r"^healthz$", r"^readyz$", r"^metrics$"]
DATA_UPLOAD_MAX_MEMORY_SIZE = ENV.max_import_bytes
X_FRAME_OPTIONS = "DENY"

REST_FRAMEWORK = {
    "DEFAULT_AUTHENTICATION_CLASSES": ["apps.tenants.authentication.DoorAuthentication"],
    "DEFAULT_PERMISSION_CLASSES": ["apps.tenants.authentication.HasGrant"],
    "DEFAULT_RENDERER_CLASSES": ["config.api.JSONRenderer"],
    "DEFAULT_PARSER_CLASSES": ["config.api.JSONParser"],
    "DEFAULT_PAGINATION_CLASS": "config.api.KeysetPagination",
    "DEFAULT_THROTTLE_CLASSES": ["config.limits.PrincipalThrottle"],
    "DEFAULT_SCHEMA_CLASS": "drf_spectacular.openapi.AutoSchema",
    "DEFAULT_FILTER_BACKENDS": ["django_filters.rest_framework.DjangoFilterBackend"],
    "EXCEPTION_HANDLER": "config.api.answer_error",
    "PAGE_SIZE": 50,
    "UNAUTHENTICATED_USER": None,
}
SPECTACULAR_SETTINGS = {
    "TITLE": "Journeyman",
    "DESCRIPTION": "Agents report what they did; reviewed skills come back.",
    "VERSION": "0.1.0",
    "SERVE_INCLUDE_SCHEMA": False,
    "SERVE_PERMISSIONS": ["rest_framework.permissions.AllowAny"],
    "SERVE_AUTHENTICATION": [],
    "SWAGGER_UI_DIST": "SIDECAR",
    "SWAGGER_UI_FAVICON_HREF": "SIDECAR",
    "REDOC_DIST": "SIDECAR",
    "COMPONENT_SPLIT_REQUEST": True,
    "ENUM_NAME_OVERRIDES": {
        "SessionStatus": "apps.trajectories.models.SessionStatus",
        "TrajectoryStatus": "apps.trajectories.models.TrajectoryStatus",
        "ImportStatus": "apps.trajectories.models.ImportStatus",
        "Outcome": "apps.trajectories.models.Outcome",
        "ProposalStatus": "apps.evolution.models.ProposalStatus",
        "SkillStatus": "apps.evolution.models.SkillStatus",
        "WriteOutcome": "apps.evolution.api.pipeline_serializers.OUTCOMES",
        "LiftVerdict": "apps.evolution.api.lift_serializers.VERDICTS",
        "ExperienceStatus": "apps.experiences.models.ExperienceStatus",
        "RunStatus": "apps.evolution.models.RunStatus",
        "StepStatus": "apps.evolution.models.StepStatus",
        "DeliveryState": "apps.webhooks.models.DeliveryState",
        "MemoryKind": "apps.profiles.models.MemoryKind",
        "MemoryStatus": "apps.profiles.models.MemoryStatus",
        "ScheduleKind": "apps.scheduling.models.SpecKind",
        "ScheduleTarget": "apps.scheduling.models.Target",
        "ScheduleStatus": "apps.scheduling.models.ScheduleStatus",
        "ScheduleLayer": "apps.scheduling.api.serializers.LAYERS",
        "SkillLayer": "apps.evolution.models.Layer",
    },
}

CELERY_BROKER_URL = ENV.redis_url
CELERY_TASK_IGNORE_RESULT = True
CELERY_TASK_ACKS_LATE = True
CELERY_TASK_REJECT_ON_WORKER_LOST = True
CELERY_TASK_TIME_LIMIT = 600
CELERY_TASK_SOFT_TIME_LIMIT = 540
CELERY_WORKER_PREFETCH_MULTIPLIER = 1
CELERY_WORKER_HIJACK_ROOT_LOGGER = False
# A killed worker's message comes back after the visibility timeout: above the hard time limit,
# and looked for often enough to matter.
CELERY_BROKER_TRANSPORT_OPTIONS = {
    "visibility_timeout": 900,
    "unacked_restore_interval": 30,
    "unacked_restore_throttle": 10,
}
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
CELERY_BEAT_SCHEDULER = "django_celery_beat.schedulers:DatabaseScheduler"
CELERY_BEAT_SCHEDULE = {
    "end idle sessions": {"task": "trajectories.end_idle_sessions", "schedule": 60.0},
    "resume imports": {"task": "trajectories.resume_imports", "schedule": 60.0},
    "apply retention": {"task": "trajectories.apply_retention", "schedule": 3600.0},
    "learn everywhere": {"task": "learning.learn_everywhere", "schedule": 30.0},
    "fade pain points": {"task": "experiences.fade_pains", "schedule": 86400.0},
    "resume runs": {"task": "evolution.resume_runs", "schedule": 15.0},
    "propose pipelines": {"task": "learning.propose_pipelines", "schedule": 3600.0},
    "forget runs": {"task": "evolution.forget_runs", "schedule": 86400.0},
    "age skills": {"task": "evolution.age_skills", "schedule": 86400.0},
    "resume deliveries": {"task": "webhooks.resume_deliveries", "schedule": 60.0},
    "forget deliveries": {"task": "webhooks.forget_deliveries", "schedule": 86400.0},
    "forget model calls": {"task": "llm.forget_calls", "schedule": 86400.0},
    "reflect where due": {"task": "learning.reflect_where_due", "schedule": 900.0},
    # One that a worker comes to later is dropped: the next is on its way.
    "fire schedules": {
        "task": "scheduling.tick",
        "schedule": 2.0,
        "options": {"expire_seconds": 4},
    },
    "sweep runs of schedules": {"task": "scheduling.sweep_runs", "schedule": 30.0},
    "forget firings": {"task": "scheduling.forget_firings", "schedule": 86400.0},
}

LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {"json": {"()": "config.logs.json_formatter"}},
    "handlers": {"console": {"class": "logging.StreamHandler", "formatter": "json"}},
    "root": {"handlers": ["console"], "level": ENV.log_level},
    "loggers": {
        "django.server": {"level": "WARNING"},
        "django_structlog": {"level": "WARNING"},
        # They write whole requests, prompts and all, at DEBUG.
        **{name: {"level": "WARNING"} for name in ("openai", "anthropic", "httpx2", "httpcore2")},
    },
}
EMAIL_HOST, EMAIL_PORT = ENV.email_host, ENV.email_port
EMAIL_HOST_USER, EMAIL_HOST_PASSWORD = ENV.email_user, ENV.email_password.get_secret_value()
EMAIL_USE_TLS, EMAIL_TIMEOUT = ENV.email_tls, 20
DEFAULT_FROM_EMAIL = ENV.email_from

DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

UNFOLD = admin_theme.UNFOLD
