package conformance

// shopfront is a shop in Vue.
func shopfront() *story {
	return &story{
		name: "shopfront", branch: "basket", code: "typescript",
		test: "pnpm test", green: "> shopfront@3.2.0 test\n> jest --ci\n\nPASS src/basket/__tests__/sum.spec.ts\nPASS src/basket/__tests__/Basket.spec.ts\n\nTest Suites: 2 passed, 2 total\nTests:       31 passed, 31 total\nSnapshots:   3 passed, 3 total\nTime:        4.011 s\nRan all test suites.",
		red:  "> shopfront@3.2.0 test\n> jest --ci\n\nFAIL src/basket/__tests__/sum.spec.ts\n  ● sum › a voucher is applied once\n\n    expect(received).toBe(expected) // Object.is equality\n\n    Expected: 4500\n    Received: 4000\n\n      at Object.<anonymous> (src/basket/__tests__/sum.spec.ts:38:31)\n\nTest Suites: 1 failed, 1 passed, 2 total\nTests:       1 failed, 30 passed, 31 total\n ELIFECYCLE  Test failed. See above for more details.",
		lint: "pnpm lint", lintClean: "> shopfront@3.2.0 lint\n> eslint . --max-warnings 0\n",
		build: "pnpm build", built: "vite v5.4.2 building for production...\n✓ 214 modules transformed.\n✓ built in 3.07s",
		repro: "pnpm tsx scripts/sum.ts voucher10", wrong: "4000", right: "4500",
		bug:    "the voucher is subtracted twice when someone changes the quantity after entering it... see src/basket/sum.ts. pls fix",
		cause:  "The watcher writes the reduced total back into the basket, so the next run subtracts from an already reduced amount.",
		look:   "src/basket/sum.ts",
		looked: "export function sum(basket: Basket): number {\n  const items = basket.items.reduce((s, i) => s + i.price * i.quantity, 0);\n  basket.total = (basket.total ?? items) - (basket.voucher ?? 0);\n  return basket.total;\n}",
		fix:    patch{"src/basket/sum.ts", 3, "  basket.total = (basket.total ?? items) - (basket.voucher ?? 0);\n  return basket.total;", "  return items - (basket.voucher ?? 0);"},
		proof:  patch{"src/basket/__tests__/sum.spec.ts", 33, "});", "  it('a voucher is applied once', () => {\n    const b = basket({ voucher: 500 });\n    sum(b);\n    expect(sum(b)).toBe(4500);\n  });\n});"},
		fixed:  "`sum()` is a pure function now and always starts from the items, so the voucher counts once.",

		feature: "build a wishlist: heart button on the product card, list page under /wishlist, kept in localStorage. with unit tests for the store",
		adds: []patch{
			{"src/wishlist/store.ts", 0, "", "import { defineStore } from 'pinia';\n\nconst key = 'wishlist';\n\nexport const useWishlist = defineStore('wishlist', {\n  state: () => ({ ids: JSON.parse(localStorage.getItem(key) ?? '[]') as string[] }),\n  actions: {\n    toggle(id: string) {\n      this.ids = this.ids.includes(id) ? this.ids.filter((x) => x !== id) : [...this.ids, id];\n      localStorage.setItem(key, JSON.stringify(this.ids));\n    },\n  },\n});\n"},
			{"src/wishlist/Wishlist.vue", 0, "", "<script setup lang=\"ts\">\nimport { useWishlist } from './store';\nconst list = useWishlist();\n</script>\n\n<template>\n  <ProductCard v-for=\"id in list.ids\" :key=\"id\" :id=\"id\" />\n</template>\n"},
			{"src/wishlist/__tests__/store.spec.ts", 0, "", "import { setActivePinia, createPinia } from 'pinia';\nimport { useWishlist } from '../store';\n\ndescribe('wishlist', () => {\n  beforeEach(() => setActivePinia(createPinia()));\n  it('toggles', () => {\n    const list = useWishlist();\n    list.toggle('a');\n    expect(list.ids).toEqual(['a']);\n    list.toggle('a');\n    expect(list.ids).toEqual([]);\n  });\n});\n"},
			{"src/router.ts", 18, "  { path: '/basket', component: Basket },", "  { path: '/basket', component: Basket },\n  { path: '/wishlist', component: () => import('./wishlist/Wishlist.vue') },"},
		},
		built2:       "The wishlist works: heart on every product card, page at `/wishlist`, kept in localStorage. The store has unit tests.",
		refactor:     "convert the options API components under src/checkout to <script setup>, behaviour and markup unchanged",
		moves:        []patch{{"src/checkout/Address.vue", 1, "<script lang=\"ts\">\nexport default {\n  props: { address: Object },\n  data() { return { open: false }; },\n};\n</script>", "<script setup lang=\"ts\">\nimport { ref } from 'vue';\ndefineProps<{ address: Address }>();\nconst open = ref(false);\n</script>"}},
		restructured: "All components under src/checkout use `<script setup>` now.",
		small:        "replace the favicon link in index.html with /favicon.svg",
		tweak:        patch{"index.html", 5, "    <link rel=\"icon\" href=\"/favicon.ico\">", "    <link rel=\"icon\" href=\"/favicon.svg\">"},
		changed:      "index.html links `/favicon.svg`.",
		question:     exchange{"ref vs reactive in vue 3, when would I use which?", "Use `ref` by default: it works for primitives and objects and can be replaced as a whole. `reactive` only takes objects, loses reactivity when you destructure it, and is handy for a form with many fields."},
		investigation: exchange{"LCP on the product page went from 1.9s to 4.2s with last week's release. find the reason, don't touch anything yet",
			"Conclusion: the hero image is lazy now. Commit 81f2c0a put `loading=\"lazy\"` into `<ProductImage>`, which the hero uses too, so the browser starts to fetch it only after layout. In the trace the request begins at 2.3 s instead of 0.2 s, and those two seconds are the whole difference."},
		review: exchange{"is PR 212 ok to merge? have a look",
			"Yes, good to merge. I looked at all eleven files:\n\n- price formatting handles the zero-decimals currencies\n- tests cover both branches\n- one optional nit: `formatPrice` could memoise the `Intl.NumberFormat`\n\nApproved."},
		plan:    "plan the switch from REST to GraphQL for the product pages. just a plan",
		planned: "1. GraphQL gateway in front of the REST services\n2. Codegen for types\n3. Product page first, behind a flag\n4. Category pages\n5. Remove the old client\n\nEvery step can be rolled back by the flag.",
		neutral: [3]exchange{
			{"which pinia version is that?", "2.2."},
			{"do we have msw set up for the tests?", "Yes, in src/test/server.ts."},
			{"what does --max-warnings 0 do", "eslint then exits with an error on any warning."},
		},
		other: exchange{"how many time zones does Russia have?", "Eleven."},
	}
}

// nimbus reports the weather in C#.
func nimbus() *story {
	return &story{
		name: "nimbus", branch: "celsius", code: "csharp",
		test: "dotnet test", green: "  Determining projects to restore...\n  Nimbus -> /src/Nimbus/bin/Debug/net9.0/Nimbus.dll\n\nPassed!  - Failed:     0, Passed:    64, Skipped:     0, Total:    64, Duration: 311 ms - Nimbus.Tests.dll (net9.0)",
		red:  "[xUnit.net 00:00:00.51]     Nimbus.Tests.ConvertTests.BelowZero [FAIL]\n  Failed Nimbus.Tests.ConvertTests.BelowZero [12 ms]\n  Error Message:\n   Assert.Equal() Failure: Values differ\nExpected: -13\nActual:   -12\n\nFailed!  - Failed:     1, Passed:    63, Skipped:     0, Total:    64, Duration: 301 ms - Nimbus.Tests.dll (net9.0)",
		lint: "dotnet format --verify-no-changes", lintClean: "",
		build: "dotnet build", built: "Build succeeded.\n    0 Warning(s)\n    0 Error(s)",
		repro: "dotnet run -- convert 8.6", wrong: "-12", right: "-13",
		bug:    "Temperatures below zero are off by one degree (8.6°F shows -12 °C, should be -13). Look at Convert.cs and fix it please.",
		cause:  "The cast to int truncates towards zero, which is rounding up for negative values.",
		look:   "src/Nimbus/Convert.cs",
		looked: "namespace Nimbus;\n\npublic static class Convert\n{\n    public static int ToCelsius(double f) => (int)((f - 32) * 5 / 9);\n}",
		fix:    patch{"src/Nimbus/Convert.cs", 5, "    public static int ToCelsius(double f) => (int)((f - 32) * 5 / 9);", "    public static int ToCelsius(double f) => (int)Math.Round((f - 32) * 5 / 9);"},
		proof:  patch{"tests/Nimbus.Tests/ConvertTests.cs", 22, "}", "\n    [Fact]\n    public void BelowZero() => Assert.Equal(-13, Convert.ToCelsius(8.6));\n}"},
		fixed:  "ToCelsius rounds instead of truncating.",

		feature: "Please add alerts: a background service that checks the forecast every 15 minutes and writes a row per storm warning into the Alerts table. xUnit tests included.",
		adds: []patch{
			{"src/Nimbus/AlertService.cs", 0, "", "namespace Nimbus;\n\npublic sealed class AlertService(IForecast forecast, AlertStore store, TimeProvider time) : BackgroundService\n{\n    protected override async Task ExecuteAsync(CancellationToken stop)\n    {\n        using var timer = new PeriodicTimer(TimeSpan.FromMinutes(15), time);\n        do\n        {\n            await CheckAsync(stop);\n        } while (await timer.WaitForNextTickAsync(stop));\n    }\n\n    public async Task CheckAsync(CancellationToken stop)\n    {\n        foreach (var w in await forecast.WarningsAsync(stop))\n            if (w.Kind == WarningKind.Storm)\n                await store.AddAsync(w, stop);\n    }\n}\n"},
			{"tests/Nimbus.Tests/AlertServiceTests.cs", 0, "", "namespace Nimbus.Tests;\n\npublic class AlertServiceTests\n{\n    [Fact]\n    public async Task OnlyStorms()\n    {\n        var store = new FakeStore();\n        await new AlertService(new Two(), store, TimeProvider.System).CheckAsync(default);\n        Assert.Single(store.Rows);\n    }\n}\n"},
			{"src/Nimbus/Program.cs", 12, "builder.Services.AddSingleton<AlertStore>();", "builder.Services.AddSingleton<AlertStore>();\nbuilder.Services.AddHostedService<AlertService>();"},
		},
		built2:       "AlertService is registered as a hosted service, checks every 15 minutes and stores storm warnings. There is a test for the filter.",
		refactor:     "ForecastController should not build SQL. Move the queries to a ForecastRepository, same results as before.",
		moves:        []patch{{"src/Nimbus/ForecastController.cs", 20, "        var rows = await db.QueryAsync<Row>(\"select * from forecast where place = @place\", new { place });\n        return Ok(rows);", "        return Ok(await repository.ByPlace(place));"}, {"src/Nimbus/ForecastRepository.cs", 0, "", "namespace Nimbus;\n\npublic sealed class ForecastRepository(IDbConnection db)\n{\n    public Task<IEnumerable<Row>> ByPlace(string place) =>\n        db.QueryAsync<Row>(\"select * from forecast where place = @place\", new { place });\n}\n"}},
		restructured: "The controller only calls ForecastRepository; all SQL lives there.",
		small:        "Change the log level for Microsoft.AspNetCore to Warning in appsettings.json",
		tweak:        patch{"src/Nimbus/appsettings.json", 5, "      \"Microsoft.AspNetCore\": \"Information\"", "      \"Microsoft.AspNetCore\": \"Warning\""},
		changed:      "Set to Warning in appsettings.json.",
		question:     exchange{"What's the lifetime difference between AddScoped and AddTransient in ASP.NET?", "Scoped: one instance per request. Transient: a new one each time it is injected. A DbContext wants to be scoped, since the pieces of one request should share it."},
		investigation: exchange{"Could you figure out why /forecast sometimes answers 500 after midnight UTC? Only the reason, please.",
			"The reason is the cache key. It is built from `DateTime.Now.Date`, but the entry is looked up with `DateTime.UtcNow.Date`; between midnight UTC and midnight local time the two differ, `Single()` finds nothing and throws InvalidOperationException. Every one of the 41 traces is from those two hours."},
		review: exchange{"Code review for AlertStore.cs please. Is it mergeable?",
			"Needs changes:\n\n1. `AddAsync` swallows DbException.\n2. No unique index on (place, kind, from), so duplicates will pile up.\n\nPlease fix both, then it is mergeable."},
		plan:    "We'd like to offer the API to paying customers. Write up a plan for keys, quotas and billing. No implementation.",
		planned: "Plan:\n1. API keys table, hash only\n2. Middleware for key and quota (token bucket in Redis)\n3. Usage rows per day\n4. Monthly invoice export\n5. Docs and a sandbox key\n\nI'd start with 1 and 2.",
		neutral: [3]exchange{
			{"Are we on .NET 8 or 9?", ".NET 9."},
			{"Does BackgroundService start before Kestrel?", "Hosted services start before the server listens, in registration order."},
			{"where is the connection string read", "In Program.cs, line 9."},
		},
		other: exchange{"What is the plural of octopus?", "Octopuses."},
	}
}

// fleet follows vans, in Python and FastAPI.
func fleet() *story {
	return &story{
		name: "fleet", branch: "main", code: "python",
		test: "uv run pytest -q", green: "........................................                                 [100%]\n40 passed in 1.87s",
		red:  "........F...............................                                 [100%]\n=================================== FAILURES ===================================\n____________________________ test_distance_of_one_point ____________________________\n\n    def test_distance_of_one_point():\n>       assert distance([(52.5, 13.4)]) == 0\nE       IndexError: list index out of range\n\ntests/test_route.py:27: IndexError\n=========================== short test summary info ============================\nFAILED tests/test_route.py::test_distance_of_one_point - IndexError: list index out of range\n1 failed, 39 passed in 1.91s",
		lint: "uv run ruff check", lintClean: "All checks passed!",
		build: "uv run mypy fleet", built: "Success: no issues found in 23 source files",
		repro: "uv run python -m fleet.route one.json", wrong: "IndexError: list index out of range", right: "0.0 km",
		bug:    "Traceback (most recent call last):\n  File \"fleet/route.py\", line 12, in distance\n    last = points[1]\nIndexError: list index out of range\n\nhappens for vans that only sent one position. fix please",
		cause:  "distance() takes points[1] as the first step without checking that there are two points.",
		look:   "fleet/route.py",
		looked: "from math import hypot\n\n\ndef distance(points):\n    last = points[1]\n    total = step(points[0], last)\n    for p in points[2:]:\n        total += step(last, p)\n        last = p\n    return total",
		fix:    patch{"fleet/route.py", 5, "    last = points[1]\n    total = step(points[0], last)\n    for p in points[2:]:\n        total += step(last, p)\n        last = p\n    return total", "    return sum(step(a, b) for a, b in zip(points, points[1:]))"},
		proof:  patch{"tests/test_route.py", 24, "", "\ndef test_distance_of_one_point():\n    assert distance([(52.5, 13.4)]) == 0\n"},
		fixed:  "distance() sums over pairs of neighbours now, so a single point gives 0.",

		feature: "add a websocket endpoint /live that pushes each van's position as it comes in, per depot. tests w/ TestClient please",
		adds: []patch{
			{"fleet/live.py", 0, "", "from collections import defaultdict\n\nfrom fastapi import APIRouter, WebSocket, WebSocketDisconnect\n\nrouter = APIRouter()\nlisteners: dict[str, set[WebSocket]] = defaultdict(set)\n\n\n@router.websocket('/live')\nasync def live(ws: WebSocket, depot: str):\n    await ws.accept()\n    listeners[depot].add(ws)\n    try:\n        while True:\n            await ws.receive_text()\n    except WebSocketDisconnect:\n        listeners[depot].discard(ws)\n\n\nasync def publish(depot: str, position: dict):\n    for ws in list(listeners[depot]):\n        await ws.send_json(position)\n"},
			{"tests/test_live.py", 0, "", "from fastapi.testclient import TestClient\n\nfrom fleet.main import app\n\n\ndef test_pushes_positions_of_the_depot():\n    client = TestClient(app)\n    with client.websocket_connect('/live?depot=north') as ws:\n        client.post('/positions', json={'van': 7, 'depot': 'north', 'at': [52.5, 13.4]})\n        assert ws.receive_json()['van'] == 7\n"},
			{"fleet/main.py", 11, "app.include_router(positions.router)", "app.include_router(positions.router)\napp.include_router(live.router)"},
		},
		built2:       "`/live?depot=…` pushes every position of the depot as JSON; a test posts a position and receives it over the socket.",
		refactor:     "The settings are read with os.environ in nine places. Consolidate into one pydantic Settings class, no behavioural change.",
		moves:        []patch{{"fleet/db.py", 6, "URL = os.environ.get('DATABASE_URL', 'sqlite:///fleet.db')", "URL = settings.database_url"}, {"fleet/settings.py", 0, "", "from pydantic_settings import BaseSettings\n\n\nclass Settings(BaseSettings):\n    database_url: str = 'sqlite:///fleet.db'\n    token_ttl: int = 3600\n    depot: str = 'north'\n\n\nsettings = Settings()\n"}, {"fleet/auth.py", 9, "TTL = int(os.environ.get('TOKEN_TTL', '3600'))", "TTL = settings.token_ttl"}},
		restructured: "All nine places read from fleet/settings.py now.",
		small:        "typo in README: \"tokken\" -> \"token\"",
		tweak:        patch{"README.md", 33, "Vans receive a tokken.", "Vans receive a token."},
		changed:      "Fixed the typo.",
		question:     exchange{"does fastapi run a plain def endpoint in a thread or on the event loop?", "In a thread pool. Only `async def` endpoints run on the event loop itself, so a blocking call belongs in a plain `def`."},
		investigation: exchange{"positions of van 12 arrive out of order since yesterday. check why (logs are in logs/ingest.log) and report back",
			"Van 12's clock is wrong. In ingest.log its timestamps jump back by 3,600 s at 14:02 yesterday, exactly one hour; no other van does that. It looks like the device applied the end of daylight saving time twice. The ingest itself keeps the order in which messages arrive, so nothing on our side reorders them."},
		review: exchange{"can u review my last commit (HEAD)? esp. the sql",
			"Reviewed HEAD. One real problem: `f\"... where depot = '{depot}'\"` in positions.py is open to SQL injection, use a parameter. Apart from that I'm fine with it, so: change that line, then merge."},
		plan:    "how should we store 2 years of positions (about 3 billion rows)? give me a plan, don't implement",
		planned: "1. TimescaleDB hypertable, chunks of one day\n2. compress chunks older than a week\n3. one row per van and minute after 90 days\n4. backfill by day, newest first\n5. reads go through a view, so callers don't change\n\nExpected size: about 210 GB.",
		neutral: [3]exchange{
			{"which uvicorn worker count do we use", "Four, see the Procfile."},
			{"does TestClient run the lifespan handlers?", "Only when it is used as a context manager."},
			{"where do the depots come from?", "From depots.yaml, read at start."},
		},
		other: exchange{"whats the capital of Mongolia", "Ulaanbaatar."},
	}
}

// bastion sets up servers with shell scripts.
func bastion() *story {
	return &story{
		name: "bastion", branch: "backup", code: "shell",
		test: "bats test", green: "backup.bats\n ✓ keeps seven days\n ✓ refuses an empty target\n ✓ a path with a space\nprune.bats\n ✓ removes the oldest first\n\n4 tests, 0 failures",
		red:  "backup.bats\n ✓ keeps seven days\n ✓ refuses an empty target\n ✗ a path with a space\n   (in test file test/backup.bats, line 22)\n     `[ \"$status\" -eq 0 ]' failed\n   tar: /srv/my: Cannot stat: No such file or directory\nprune.bats\n ✓ removes the oldest first\n\n4 tests, 1 failure",
		lint: "shellcheck bin/*.sh", lintClean: "",
		build: "bash -n bin/backup.sh", built: "",
		repro: "bin/backup.sh --dry-run '/srv/my files'", wrong: "tar: /srv/my: Cannot stat: No such file or directory", right: "would pack /srv/my files",
		bug:    "bin/backup.sh breaks on folders with a space in their name (tar: /srv/my: Cannot stat). Fix that please.",
		cause:  "$source is used without quotes, so the shell splits it.",
		look:   "bin/backup.sh",
		looked: "#!/usr/bin/env bash\nset -euo pipefail\nsource=$1\ntar czf \"$target\" $source",
		fix:    patch{"bin/backup.sh", 4, "tar czf \"$target\" $source", "tar czf \"$target\" -- \"$source\""},
		proof:  patch{"test/backup.bats", 19, "", "@test \"a path with a space\" {\n  run bin/backup.sh --dry-run '/srv/my files'\n  [ \"$status\" -eq 0 ]\n}"},
		fixed:  "The source is quoted now.",

		feature: "write a script bin/restore.sh that restores the newest (or a named) backup into a folder, with --list and --dry-run. bats tests for it as well",
		adds: []patch{
			{"bin/restore.sh", 0, "", "#!/usr/bin/env bash\nset -euo pipefail\n\nstore=${BACKUP_STORE:-/srv/backups}\ndry=\n\nlist() { ls -1t \"$store\"/*.tgz; }\n\nwhile [ $# -gt 0 ]; do\n  case $1 in\n    --list) list; exit ;;\n    --dry-run) dry=1 ;;\n    *) break ;;\n  esac\n  shift\ndone\n\nto=${1:?folder}\nfrom=${2:-$(list | head -n 1)}\nif [ -n \"$dry\" ]; then echo \"would restore $from into $to\"; exit; fi\nmkdir -p \"$to\"\ntar xzf \"$from\" -C \"$to\"\n"},
			{"test/restore.bats", 0, "", "@test \"the newest one\" {\n  run bin/restore.sh --dry-run /tmp/x\n  [ \"$output\" = \"would restore $BACKUP_STORE/b.tgz into /tmp/x\" ]\n}\n\n@test \"a named one\" {\n  run bin/restore.sh --dry-run /tmp/x a.tgz\n  [ \"$output\" = \"would restore a.tgz into /tmp/x\" ]\n}\n"},
		},
		built2:       "bin/restore.sh restores the newest or a named backup and knows --list and --dry-run; two bats tests cover the choice.",
		refactor:     "the scripts all have their own log() and die(). move them into lib/common.sh and source it, nothing else should change",
		moves:        []patch{{"bin/prune.sh", 3, "log() { printf '%s %s\\n' \"$(date -Is)\" \"$*\"; }\ndie() { log \"$*\"; exit 1; }", "source \"$(dirname \"$0\")/../lib/common.sh\""}, {"lib/common.sh", 0, "", "# shellcheck shell=bash\n\nlog() { printf '%s %s\\n' \"$(date -Is)\" \"$*\"; }\n\ndie() { log \"$*\"; exit 1; }\n"}},
		restructured: "log() and die() live in lib/common.sh and all five scripts source it.",
		small:        "cron: run the backup at 03:30 instead of 02:00 (etc/cron.d/backup)",
		tweak:        patch{"etc/cron.d/backup", 1, "0 2 * * * root /opt/bastion/bin/backup.sh", "30 3 * * * root /opt/bastion/bin/backup.sh"},
		changed:      "The backup runs at 03:30.",
		question:     exchange{"what does set -o pipefail change exactly?", "Without it a pipeline's exit status is that of its last command; with it, that of the last command that failed. `false | true` is 0 without and 1 with it."},
		investigation: exchange{"the backup volume filled up last night although prune runs daily. figure out what went wrong, read only",
			"Prune did run, but removed nothing: it looks for `*.tar.gz`, and since commit 51d0b3e backups are named `*.tgz`. /srv/backups has 46 archives, the oldest from 9 October, which is the day of that commit. So the cause is the pattern in prune.sh line 11."},
		review: exchange{"review bin/deploy.sh, would you run this on a production box?",
			"No, I wouldn't run it yet. `rm -rf \"$dir\"/*` with an unset `dir` wipes the root; use `${dir:?}`. Also add `set -u`. With these two changes, yes."},
		plan:    "I want to move our three boxes from hand-made scripts to ansible. outline how, don't do it",
		planned: "Outline:\n1. inventory of the three boxes\n2. one role per script (backup, prune, users, firewall)\n3. check mode against box 3 until it reports no change\n4. switch box by box\n5. delete the scripts\n\nSecrets go into ansible-vault from the start.",
		neutral: [3]exchange{
			{"which distro are the boxes on?", "Debian 12."},
			{"does shellcheck look into sourced files?", "Only with -x."},
			{"where are the ssh keys kept", "In /etc/bastion/keys, one file per person."},
		},
		other: exchange{"who invented the telephone?", "Usually credited to Alexander Graham Bell."},
	}
}
