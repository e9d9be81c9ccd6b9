package conformance

// lending is a library's lending system in Java.
func lending() *story {
	return &story{
		name: "lending", branch: "feature/holds", code: "java",
		test: "mvn -q test", green: "[INFO] Tests run: 41, Failures: 0, Errors: 0, Skipped: 0\n[INFO] BUILD SUCCESS\n[INFO] Total time:  8.114 s",
		red:  "[ERROR] Tests run: 41, Failures: 1, Errors: 0, Skipped: 0 <<< FAILURE!\n[ERROR] FineTest.noFineOnTheDueDay:27 expected: <0> but was: <50>\n[INFO] BUILD FAILURE",
		lint: "mvn -q checkstyle:check", lintClean: "[INFO] You have 0 Checkstyle violations.",
		build: "mvn -q compile", built: "[INFO] BUILD SUCCESS",
		repro: "java -cp target/classes org.example.lending.FineCli 2026-10-12 2026-10-12", wrong: "fine: 0.50 EUR", right: "fine: 0.00 EUR",
		bug:    "Readers are charged a fine when they return a book on the due day itself. Fix Fine.java so that the fine starts the day after.",
		cause:  "Fine.of counts the days with until(), and then adds one for the day of the return.",
		look:   "src/main/java/org/example/lending/Fine.java",
		looked: "package org.example.lending;\n\npublic final class Fine {\n    public static int of(LocalDate due, LocalDate back) {\n        long days = due.until(back, ChronoUnit.DAYS) + 1;\n        return (int) Math.max(0, days) * 50;\n    }\n}",
		fix:    patch{"src/main/java/org/example/lending/Fine.java", 5, "        long days = due.until(back, ChronoUnit.DAYS) + 1;", "        long days = due.until(back, ChronoUnit.DAYS);"},
		proof:  patch{"src/test/java/org/example/lending/FineTest.java", 22, "    }\n}", "    }\n\n    @Test\n    void noFineOnTheDueDay() {\n        assertEquals(0, Fine.of(DUE, DUE));\n    }\n}"},
		fixed:  "The fine now starts on the day after the due day.",

		feature: "Readers should be able to place a hold on a book that is out. Add HoldService with place, cancel and next, first come first served, and JUnit tests for it.",
		adds: []patch{
			{"src/main/java/org/example/lending/HoldService.java", 0, "", "package org.example.lending;\n\nimport java.util.ArrayDeque;\nimport java.util.Deque;\nimport java.util.HashMap;\nimport java.util.Map;\nimport java.util.Optional;\n\npublic class HoldService {\n    private final Map<String, Deque<String>> holds = new HashMap<>();\n\n    public void place(String book, String reader) {\n        holds.computeIfAbsent(book, b -> new ArrayDeque<>()).addLast(reader);\n    }\n\n    public boolean cancel(String book, String reader) {\n        return holds.getOrDefault(book, new ArrayDeque<>()).remove(reader);\n    }\n\n    public Optional<String> next(String book) {\n        return Optional.ofNullable(holds.getOrDefault(book, new ArrayDeque<>()).pollFirst());\n    }\n}\n"},
			{"src/test/java/org/example/lending/HoldServiceTest.java", 0, "", "package org.example.lending;\n\nclass HoldServiceTest {\n    @Test\n    void firstComeFirstServed() {\n        var holds = new HoldService();\n        holds.place(\"b1\", \"ana\");\n        holds.place(\"b1\", \"ben\");\n        assertEquals(Optional.of(\"ana\"), holds.next(\"b1\"));\n        assertEquals(Optional.of(\"ben\"), holds.next(\"b1\"));\n    }\n\n    @Test\n    void cancelled() {\n        var holds = new HoldService();\n        holds.place(\"b1\", \"ana\");\n        assertTrue(holds.cancel(\"b1\", \"ana\"));\n        assertTrue(holds.next(\"b1\").isEmpty());\n    }\n}\n"},
		},
		built2:       "HoldService is there with place, cancel and next, a queue per book, and tests for the order and for cancelling.",
		refactor:     "LoanController has grown to 800 lines. Extract the validation into LoanValidator, keep the behaviour identical.",
		moves:        []patch{{"src/main/java/org/example/lending/LoanController.java", 70, "        if (request.reader() == null || request.reader().isBlank()) {\n            throw new BadRequest(\"reader\");\n        }\n        if (request.book() == null || request.book().isBlank()) {\n            throw new BadRequest(\"book\");\n        }", "        LoanValidator.check(request);"}, {"src/main/java/org/example/lending/LoanValidator.java", 0, "", "package org.example.lending;\n\nfinal class LoanValidator {\n    static void check(LoanRequest request) {\n        required(request.reader(), \"reader\");\n        required(request.book(), \"book\");\n    }\n\n    private static void required(String value, String name) {\n        if (value == null || value.isBlank()) {\n            throw new BadRequest(name);\n        }\n    }\n}\n"}},
		restructured: "The validation is in LoanValidator, the controller calls it.",
		small:        "Rename the constant MAX_LOANS to MAX_LOANS_PER_READER in Limits.java.",
		tweak:        patch{"src/main/java/org/example/lending/Limits.java", 6, "    static final int MAX_LOANS = 12;", "    static final int MAX_LOANS_PER_READER = 12;"},
		changed:      "Renamed in Limits.java; nothing else used it.",
		question:     exchange{"What does @Transactional(readOnly = true) actually do on our repositories?", "It tells Hibernate to skip dirty checking and flushing for that transaction, and hands the hint on to the driver. You save memory and a flush; writing in it would silently do nothing or fail, by dialect."},
		investigation: exchange{"Every Monday morning the overdue mails are sent twice. Look into it and tell me the reason.",
			"The reason: OverdueJob is scheduled by @Scheduled in the application and, since the move, also by the cron entry in deploy/cron.d/lending. Both run at Monday 06:00. The log of the 5th shows the two starts 1.2 seconds apart with different thread names. Remove one of them."},
		review: exchange{"Please do a code review of src/main/java/org/example/lending/search, particularly thread safety.",
			"Result of the review: approve with two changes.\n\n1. SearchCache.get: check-then-act on a HashMap from several threads. Use computeIfAbsent on a ConcurrentHashMap.\n2. IndexWriter is shared, but close() can be called twice.\nEverything else is confined to the request thread, so it is fine."},
		plan:    "How should we split the monolith's notification part into its own service? Please write a plan first, no changes.",
		planned: "Plan in five steps:\n\n1. Put notifications behind an interface inside the monolith.\n2. Outbox table, so that no mail is lost.\n3. New service reads the outbox.\n4. Move templates and the SMTP settings.\n5. Remove the old code after two weeks in parallel.\n\nEach step can be released by itself.",
		neutral: [3]exchange{
			{"Which JUnit version do we use?", "JUnit 5.10."},
			{"What's the package for the mail templates?", "org.example.lending.mail, the templates are in resources/mail."},
			{"Is LocalDate immutable?", "Yes, every operation returns a new one."},
		},
		other: exchange{"How many ounces are in a pound?", "Sixteen."},
	}
}

// recipes is an API in JavaScript.
func recipes() *story {
	return &story{
		name: "recipes", branch: "main", code: "javascript",
		test: "npm test", green: "> recipes@1.8.0 test\n> jest\n\nPASS test/scale.test.js\nPASS test/routes.test.js\n\nTest Suites: 2 passed, 2 total\nTests:       27 passed, 27 total\nSnapshots:   0 total\nTime:        1.92 s",
		red:  "> recipes@1.8.0 test\n> jest\n\nFAIL test/scale.test.js\n  ● scale › rounds eggs up\n\n    expect(received).toBe(expected)\n\n    Expected: 2\n    Received: 1.5\n\nTest Suites: 1 failed, 1 passed, 2 total\nTests:       1 failed, 26 passed, 27 total",
		lint: "npm run lint", lintClean: "> recipes@1.8.0 lint\n> eslint .\n",
		build: "node --check src/scale.js", built: "",
		repro: "curl -s localhost:3000/recipes/7?servings=3 | jq .eggs", wrong: "1.5", right: "2",
		bug:    "GET /recipes/7?servings=3 answers with 1.5 eggs. Nobody has half an egg, it needs to be rounded up for countable things. Please fix in src/scale.js.",
		cause:  "scale() multiplies every amount alike; countable units are never rounded.",
		look:   "src/scale.js",
		looked: "function scale(recipe, servings) {\n  const factor = servings / recipe.servings;\n  return recipe.items.map((i) => ({ ...i, amount: i.amount * factor }));\n}\n\nmodule.exports = { scale };",
		fix:    patch{"src/scale.js", 3, "  return recipe.items.map((i) => ({ ...i, amount: i.amount * factor }));", "  return recipe.items.map((i) => {\n    const amount = i.amount * factor;\n    return { ...i, amount: i.unit ? amount : Math.ceil(amount) };\n  });"},
		proof:  patch{"test/scale.test.js", 18, "});", "  it('rounds eggs up', () => {\n    expect(scale(omelette, 3)[0].amount).toBe(2);\n  });\n});"},
		fixed:  "Amounts without a unit are rounded up now, so three servings need two eggs.",

		feature: "Build a shopping list: POST /lists with recipe ids, answer the summed ingredients grouped by aisle. Cover it with jest tests.",
		adds: []patch{
			{"src/lists.js", 0, "", "const express = require('express');\nconst { byId } = require('./store');\n\nconst router = express.Router();\n\nrouter.post('/lists', (req, res) => {\n  const sums = new Map();\n  for (const id of req.body.recipes) {\n    for (const item of byId(id).items) {\n      const key = item.name + '|' + (item.unit || '');\n      const sum = sums.get(key) || { ...item, amount: 0 };\n      sum.amount += item.amount;\n      sums.set(key, sum);\n    }\n  }\n  const aisles = {};\n  for (const item of sums.values()) (aisles[item.aisle] ||= []).push(item);\n  res.json(aisles);\n});\n\nmodule.exports = router;\n"},
			{"test/lists.test.js", 0, "", "const request = require('supertest');\nconst app = require('../src/app');\n\ndescribe('POST /lists', () => {\n  it('sums the same ingredient', async () => {\n    const res = await request(app).post('/lists').send({ recipes: [1, 2] });\n    expect(res.body.dairy[0]).toMatchObject({ name: 'butter', amount: 150 });\n  });\n});\n"},
			{"src/app.js", 9, "app.use(require('./routes'));", "app.use(require('./routes'));\napp.use(require('./lists'));"},
		},
		built2:       "POST /lists sums the ingredients of the recipes and groups them by aisle; a test covers the summing.",
		refactor:     "Convert src/store.js from callbacks to async/await. No functional changes!",
		moves:        []patch{{"src/store.js", 5, "function all(cb) {\n  fs.readFile(file, 'utf8', (err, text) => {\n    if (err) return cb(err);\n    cb(null, JSON.parse(text));\n  });\n}", "async function all() {\n  return JSON.parse(await fs.promises.readFile(file, 'utf8'));\n}"}, {"src/routes.js", 8, "  all((err, recipes) => (err ? next(err) : res.json(recipes)));", "  all().then((recipes) => res.json(recipes), next);"}},
		restructured: "store.js uses async/await throughout and the routes await it.",
		small:        "In src/routes.js, line 31, change the error message 'no body' to 'a body is required'.",
		tweak:        patch{"src/routes.js", 31, "    res.status(400).send('no body');", "    res.status(400).send('a body is required');"},
		changed:      "The message is 'a body is required' now.",
		question:     exchange{"what's the difference between app.use and app.all in express?", "app.use mounts middleware for a path prefix and every method; app.all registers a route handler for exactly that path, for every method. For the router you want app.use."},
		investigation: exchange{"Find out why the first request after a deploy takes 12 seconds. Only analyse.",
			"It is the image index: `require('./images')` in src/app.js builds thumbnails of all 3,100 pictures lazily on the first request, synchronously with sharp. I timed it at 11.6 s; everything else together is 0.3 s. Doing it at build time removes the delay."},
		review: exchange{"review my changes in src/auth.js please (git diff), are they ok?",
			"Mostly ok, one thing has to change before merging: `jwt.verify` is called without `algorithms`, so a token signed with `none` would pass in old versions. Add `algorithms: ['HS256']`. Naming and tests look good."},
		plan:    "think about how to add full-text search to the recipes and give me a step by step plan, no coding yet",
		planned: "Step by step:\n\n1. SQLite with FTS5 beside the JSON store.\n2. Index on start and on every write.\n3. GET /search?q= with ranking by bm25.\n4. Highlighting with snippet().\n5. Tests: umlauts, prefixes, empty query.\n\nAbout a day; no new service is needed.",
		neutral: [3]exchange{
			{"which port does the dev server use?", "3000, unless PORT is set."},
			{"is supertest already installed?", "Yes, it is in devDependencies at 6.3."},
			{"what does ||= do?", "It assigns only when the left side is falsy."},
		},
		other: exchange{"what year did the Berlin wall fall?", "1989."},
	}
}

// clinic books appointments in Ruby.
func clinic() *story {
	return &story{
		name: "clinic", branch: "slots", code: "ruby",
		test: "bundle exec rspec", green: "..........................................\n\nFinished in 2.31 seconds (files took 1.9 seconds to load)\n42 examples, 0 failures",
		red:  ".....F....................................\n\nFailures:\n\n  1) Slot#overlaps? is false for slots that only touch\n     Failure/Error: expect(a.overlaps?(b)).to be(false)\n\n       expected false\n            got true\n\nFinished in 2.4 seconds (files took 1.9 seconds to load)\n42 examples, 1 failure\n\nFailed examples:\n\nrspec ./spec/models/slot_spec.rb:31",
		lint: "bundle exec rubocop", lintClean: "Inspecting 64 files\n................................................................\n\n64 files inspected, no offenses detected",
		build: "ruby -c app/models/slot.rb", built: "Syntax OK",
		repro: "bin/rails runner 'puts Slot.free(\"2026-10-12\").count'", wrong: "3", right: "7",
		bug:    "Two appointments that only touch (10:00–10:30 and 10:30–11:00) are refused as overlapping. There's a bug in Slot#overlaps?, fix it.",
		cause:  "overlaps? compares with <= on both ends, so touching counts as overlapping.",
		look:   "app/models/slot.rb",
		looked: "class Slot < ApplicationRecord\n  def overlaps?(other)\n    starts_at <= other.ends_at && other.starts_at <= ends_at\n  end\nend",
		fix:    patch{"app/models/slot.rb", 3, "    starts_at <= other.ends_at && other.starts_at <= ends_at", "    starts_at < other.ends_at && other.starts_at < ends_at"},
		proof:  patch{"spec/models/slot_spec.rb", 30, "  end", "  end\n\n  it 'is false for slots that only touch' do\n    a = build(:slot, starts_at: '10:00', ends_at: '10:30')\n    b = build(:slot, starts_at: '10:30', ends_at: '11:00')\n    expect(a.overlaps?(b)).to be(false)\n  end"},
		fixed:  "overlaps? uses strict comparison now; slots that touch no longer overlap.",

		feature: "Patients want a reminder by SMS the day before. Create a ReminderJob that finds tomorrow's appointments and sends one message each via SmsGateway, with specs.",
		adds: []patch{
			{"app/jobs/reminder_job.rb", 0, "", "class ReminderJob < ApplicationJob\n  queue_as :default\n\n  def perform(day = Date.tomorrow)\n    Appointment.on(day).includes(:patient).find_each do |a|\n      next if a.reminded_at\n\n      SmsGateway.deliver(a.patient.phone, text(a))\n      a.update!(reminded_at: Time.current)\n    end\n  end\n\n  private\n\n  def text(appointment)\n    I18n.t('reminder', at: I18n.l(appointment.starts_at, format: :short))\n  end\nend\n"},
			{"spec/jobs/reminder_job_spec.rb", 0, "", "require 'rails_helper'\n\nRSpec.describe ReminderJob do\n  it 'sends one message per appointment' do\n    create_list(:appointment, 2, starts_at: 1.day.from_now)\n    expect(SmsGateway).to receive(:deliver).twice\n    described_class.perform_now\n  end\n\n  it 'does not remind twice' do\n    create(:appointment, starts_at: 1.day.from_now, reminded_at: 1.hour.ago)\n    expect(SmsGateway).not_to receive(:deliver)\n    described_class.perform_now\n  end\nend\n"},
		},
		built2:       "ReminderJob sends one SMS for each of tomorrow's appointments and never twice; both are covered by specs.",
		refactor:     "Extract the calendar logic out of AppointmentsController into a query object, no behaviour change please.",
		moves:        []patch{{"app/controllers/appointments_controller.rb", 14, "    @slots = Slot.where(day: params[:day])\n                 .where(taken: false)\n                 .order(:starts_at)\n                 .reject { |s| s.starts_at < Time.current }", "    @slots = FreeSlots.new(params[:day]).to_a"}, {"app/queries/free_slots.rb", 0, "", "class FreeSlots\n  def initialize(day)\n    @day = day\n  end\n\n  def to_a\n    Slot.where(day: @day)\n        .where(taken: false)\n        .order(:starts_at)\n        .reject { |s| s.starts_at < Time.current }\n  end\nend\n"}},
		restructured: "The query lives in FreeSlots and the controller only asks it.",
		small:        "Please update the copyright year in app/views/layouts/_footer.html.erb to 2026.",
		tweak:        patch{"app/views/layouts/_footer.html.erb", 3, "<p>© 2025 Clinic</p>", "<p>© 2026 Clinic</p>"},
		changed:      "The footer says 2026.",
		question:     exchange{"Why does Rails reload my concern in development but not the initializer that uses it?", "Initializers run once at boot and are not reloaded. The concern is autoloaded, so Zeitwerk swaps it after an edit, while the initializer keeps a reference to the old constant. Wrap the use in `Rails.application.config.to_prepare`."},
		investigation: exchange{"Sidekiq memory jumps to 2 GB every night around 2:00. What's going on there? Just find the cause.",
			"Cause found: ExportJob runs at 02:00 and calls `Appointment.all.to_a`, which loads all 640,000 rows with their patients. The graph in log/memory.csv rises in exactly the 90 seconds of that job. `find_each` would keep it flat."},
		review: exchange{"Review app/services/billing, please: is this ready for production?",
			"Not ready yet. Two must-fixes:\n\n- Billing::Charge rescues StandardError and returns nil, so a failed charge looks like a free visit.\n- Amounts are floats.\n\nAnd one suggestion: idempotency keys for the gateway. After the two fixes I'd approve."},
		plan:    "We want to support several clinics in one installation. Propose a migration plan, nothing implemented yet.",
		planned: "Migration plan:\n\n1. Table clinics, one row for the current one.\n2. clinic_id on patients, slots, appointments; filled, then NOT NULL.\n3. Scope every query through Current.clinic.\n4. Sub-domains choose the clinic.\n5. Specs that prove no row leaks between two clinics.\n\nSteps 1 and 2 can go out this week.",
		neutral: [3]exchange{
			{"What does find_each use as batch size?", "A thousand rows."},
			{"Where do the factories live?", "In spec/factories."},
			{"Do we run on Ruby 3.3 already?", "Yes, .ruby-version says 3.3.4."},
		},
		other: exchange{"Is a tomato a fruit?", "Botanically yes, a berry."},
	}
}

// tickets sells concert tickets in PHP.
func tickets() *story {
	return &story{
		name: "tickets", branch: "develop", code: "php",
		test: "vendor/bin/phpunit", green: "PHPUnit 10.5.20 by Sebastian Bergmann and contributors.\n\n...................................                               35 / 35 (100%)\n\nTime: 00:00.412, Memory: 18.00 MB\n\nOK (35 tests, 88 assertions)",
		red:  "PHPUnit 10.5.20 by Sebastian Bergmann and contributors.\n\n.....F.............................                               35 / 35 (100%)\n\nThere was 1 failure:\n\n1) PriceTest::testGroupDiscountFromTenOn\nFailed asserting that 1000 is identical to 900.\n\nFAILURES!\nTests: 35, Assertions: 88, Failures: 1.",
		lint: "vendor/bin/phpstan analyse src", lintClean: " [OK] No errors",
		build: "php -l src/Price.php", built: "No syntax errors detected in src/Price.php",
		repro: "php bin/price.php 10", wrong: "1000", right: "900",
		bug:    "Groups of exactly ten don't get the group discount, only from eleven on. It's somewhere in src/Price.php, can you sort it out?",
		cause:  "The comparison is `> 10` where it should include ten.",
		look:   "src/Price.php",
		looked: "<?php\n\nfinal class Price\n{\n    public static function total(int $n, int $each): int\n    {\n        $sum = $n * $each;\n        return $n > 10 ? (int) ($sum * 0.9) : $sum;\n    }\n}",
		fix:    patch{"src/Price.php", 8, "        return $n > 10 ? (int) ($sum * 0.9) : $sum;", "        return $n >= 10 ? (int) ($sum * 0.9) : $sum;"},
		proof:  patch{"tests/PriceTest.php", 20, "}", "\n    public function testGroupDiscountFromTenOn(): void\n    {\n        self::assertSame(900, Price::total(10, 100));\n    }\n}"},
		fixed:  "The discount now starts at ten.",

		feature: "Please implement seat holds: a seat that is put in the basket is reserved for ten minutes and then free again. With PHPUnit tests.",
		adds: []patch{
			{"src/SeatHold.php", 0, "", "<?php\n\nfinal class SeatHold\n{\n    private array $until = [];\n\n    public function __construct(private Clock $clock)\n    {\n    }\n\n    public function take(string $seat): bool\n    {\n        if (!$this->free($seat)) {\n            return false;\n        }\n        $this->until[$seat] = $this->clock->now() + 600;\n        return true;\n    }\n\n    public function free(string $seat): bool\n    {\n        return ($this->until[$seat] ?? 0) <= $this->clock->now();\n    }\n}\n"},
			{"tests/SeatHoldTest.php", 0, "", "<?php\n\nfinal class SeatHoldTest extends TestCase\n{\n    public function testFreeAgainAfterTenMinutes(): void\n    {\n        $clock = new FakeClock(0);\n        $hold = new SeatHold($clock);\n        self::assertTrue($hold->take('A1'));\n        self::assertFalse($hold->take('A1'));\n        $clock->set(600);\n        self::assertTrue($hold->take('A1'));\n    }\n}\n"},
		},
		built2:       "Seat holds are in src/SeatHold.php: ten minutes by the clock, then free again. SeatHoldTest covers taking, refusing and expiry.",
		refactor:     "Clean up src/Mailer.php: replace the static calls by an injected Mailer, without any change for the callers' results.",
		moves:        []patch{{"src/Checkout.php", 22, "        Mailer::send($order->email, 'Your tickets', $body);", "        $this->mailer->send($order->email, 'Your tickets', $body);"}, {"src/Mailer.php", 4, "    public static function send(string $to, string $subject, string $body): void", "    public function send(string $to, string $subject, string $body): void"}, {"src/Checkout.php", 9, "    public function __construct()\n    {\n    }", "    public function __construct(private Mailer $mailer)\n    {\n    }"}},
		restructured: "Mailer is injected into Checkout and no longer static.",
		small:        "Raise the session lifetime in config/session.php from 30 to 60 minutes.",
		tweak:        patch{"config/session.php", 7, "    'lifetime' => 30,", "    'lifetime' => 60,"},
		changed:      "The session lifetime is 60 minutes.",
		question:     exchange{"Which is faster for our seat map, array_key_exists or isset, and does it matter?", "isset is a language construct and slightly faster, but false for null values. For 2,000 seats you would not measure a difference; choose by meaning."},
		investigation: exchange{"Some customers get two confirmation mails. Please analyse why. No code changes for now.",
			"I found the cause: the payment provider sends its webhook again when we answer after more than 5 seconds, and `WebhookController::paid` has no check for an order that is already paid. The access log shows pairs of calls with the same event id 5 to 6 seconds apart. So the second mail belongs to the repeated webhook."},
		review: exchange{"have a look at src/Coupon.php and tell me whether I can release it",
			"Don't release it like this: coupons are compared with == and '0e12' equals '0e99' that way. Use hash_equals or ===. The rest (expiry, limits) is fine and well tested, so with that one line changed it's a go."},
		plan:    "Work out how to replace the home-made template engine by Twig. Only a plan, please, with the order of steps.",
		planned: "Order of steps:\n\n1. Twig beside the old engine, chosen by file extension.\n2. Convert the layout, then page by page.\n3. Helper functions become Twig functions.\n4. Remove the old engine.\n5. A test that renders every template.\n\nNo step breaks the one before.",
		neutral: [3]exchange{
			{"What is the memory limit on the server?", "256M by deploy/php.ini."},
			{"In which file are the routes?", "config/routes.php."},
			{"What does readonly do on a property?", "It can be set once, in the constructor, and never again."},
		},
		other: exchange{"What's a good rhyme for 'orange'?", "There is no perfect one; 'door hinge' comes close."},
	}
}
