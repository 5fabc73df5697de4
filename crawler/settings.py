"""Settings: polite and safe by default; see docs/reference/settings.md."""

from crawler import version  # its VERSION is no setting: all capitals would be one

BOT_NAME = "leadline"
SPIDER_MODULES = ["spiders"]
NEWSPIDER_MODULE = "spiders"
COMMANDS_MODULE = "crawler.commands"

# One switch places every component: see crawler/addon.py.
ADDONS = {"crawler.addon.Leadline": 100}

# Who we are. Set CONTACT to an address or a page where the owner of a site reaches
# you: the user agent then says "(+CONTACT)", unless you set one of your own.
CONTACT = ""
USER_AGENT = f"Leadline/{version.VERSION}"

# Politeness: -a polite=0 lifts delay, throttle and concurrency, never robots.txt.
ROBOTSTXT_OBEY = True
ROBOTSTXT_USER_AGENT = "Leadline"
AUTOTHROTTLE_ENABLED = True
AUTOTHROTTLE_START_DELAY = 0.25
AUTOTHROTTLE_MAX_DELAY = 30
AUTOTHROTTLE_TARGET_CONCURRENCY = 2.0
DOWNLOAD_DELAY = 0.1
CONCURRENT_REQUESTS = 16
CONCURRENT_REQUESTS_PER_DOMAIN = 4

# Safety: what a site may cost us. Scrapy verifies no certificate by default.
DOWNLOAD_VERIFY_CERTIFICATES = True
DOWNLOAD_MAXSIZE = 32 * 1024 * 1024
DOWNLOAD_WARNSIZE = 16 * 1024 * 1024
DOWNLOAD_TIMEOUT = 60
# Both open a local port that runs code sent to it.
TELNETCONSOLE_ENABLED = False
REMOTE_CONTROL_ENABLED = False

# Every status is a finding; a meta refresh is a link (following it would replace
# a page that may hold a form).
HTTPERROR_ALLOW_ALL = True
METAREFRESH_ENABLED = False
RETRY_TIMES = 2

# Breadth first: coverage comes early. Depth and length limits are judged on
# links, before a Request exists, so that each refusal leaves its reason.
DEPTH_PRIORITY = 1
URLLENGTH_LIMIT = 0

# A page is one item; more in parallel only delays its commit.
CONCURRENT_ITEMS = 8

# The log tells how it goes. What failed is in the survey, with its reason, and so
# are the stats.
LOG_LEVEL = "INFO"
RETRY_GIVE_UP_LOG_LEVEL = "DEBUG"
STATS_DUMP = False
LOG_FORMATTER = "crawler.logformatter.ShortLogFormatter"
FEED_EXPORT_ENCODING = "utf-8"
FEED_URI_PARAMS = "crawler.feeds.numbered"
