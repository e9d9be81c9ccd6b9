package main

import (
	"time"

	"prism/internal/transcript/claudetest"
)

// hollyhock is a made-up shop for seeds in TypeScript.
func hollyhock() []*claudetest.Talk {
	const cwd = "/home/robin/code/hollyhock"
	const opus, sonnet = "claude-opus-5-5", "claude-sonnet-5-5"
	var all []*claudetest.Talk
	add := func(t *claudetest.Talk) { all = append(all, t) }

	// A feature with tests and a pull request.
	add(claudetest.Begin("hollyhock colour", cwd, "feat/colour-filter", opus, "2026-10-07T12:00:00Z").
		Ask("Add a filter by flower colour to the catalogue page (src/catalogue/Catalogue.tsx): a row of checkboxes above the list, several may be ticked, the choice goes into the URL as ?colour=red,blue. Only touch src/catalogue. Write vitest tests for the filter function and for the URL.").
		Tell("First the page and the shape of a seed.").
		Read("src/catalogue/Catalogue.tsx", "export function Catalogue({ seeds }: { seeds: Seed[] }) {\n  return <ul>{seeds.map((s) => <SeedCard key={s.id} seed={s} />)}</ul>;\n}").
		Write("src/catalogue/filter.ts", "import type { Seed } from './seed';\n\nexport function byColour(seeds: Seed[], colours: string[]): Seed[] {\n  if (colours.length === 0) return seeds;\n  const wanted = new Set(colours);\n  return seeds.filter((s) => s.colours.some((c) => wanted.has(c)));\n}\n\nexport function coloursOf(search: string): string[] {\n  const value = new URLSearchParams(search).get('colour') ?? '';\n  return value.split(',').filter(Boolean);\n}\n").
		Write("src/catalogue/filter.test.ts", "import { describe, expect, it } from 'vitest';\nimport { byColour, coloursOf } from './filter';\n\ndescribe('byColour', () => {\n  it('keeps all without a choice', () => expect(byColour(seeds, [])).toEqual(seeds));\n  it('keeps those with any of the colours', () => expect(byColour(seeds, ['red'])).toHaveLength(2));\n});\n\ndescribe('coloursOf', () => {\n  it('reads a list', () => expect(coloursOf('?colour=red,blue')).toEqual(['red', 'blue']));\n});\n").
		Edit("src/catalogue/Catalogue.tsx", 1, "export function Catalogue({ seeds }: { seeds: Seed[] }) {\n  return <ul>{seeds.map((s) => <SeedCard key={s.id} seed={s} />)}</ul>;\n}", "export function Catalogue({ seeds }: { seeds: Seed[] }) {\n  const [search, setSearch] = useSearchParams();\n  const colours = coloursOf(search.toString());\n  return (\n    <>\n      <ColourRow value={colours} onChange={(c) => setSearch({ colour: c.join(',') })} />\n      <ul>{byColour(seeds, colours).map((s) => <SeedCard key={s.id} seed={s} />)}</ul>\n    </>\n  );\n}").
		Run("npx vitest run src/catalogue", "Run the tests", " ✓ src/catalogue/filter.test.ts (3 tests) 5ms\n\n Test Files  1 passed (1)\n      Tests  3 passed (3)", 8).
		Run("npx tsc --noEmit && npm run lint", "Types and lint", "\n> hollyhock@2.4.0 lint\n> eslint src\n", 15).
		Say("The catalogue has a row of colour checkboxes; the choice is kept in ?colour=. Three vitest tests pass, types and lint are clean.").
		Ask("Lovely. Open a PR.").
		Run("git checkout -qb feat/colour-filter && git add -A && git commit -qm 'catalogue: filter by colour' && git push -qu origin HEAD && gh pr create --fill", "Commit, push, open a pull request", "https://git.example/robin/hollyhock/pull/88", 6).
		Pull("robin/hollyhock", 88).
		Say("Here it is: https://git.example/robin/hollyhock/pull/88"))

	// A small change, done and left.
	add(claudetest.Begin("hollyhock label", cwd, "main", sonnet, "2026-10-12T09:15:00Z").
		Ask("Rename the button 'Add to cart' to 'Add to basket' in src/cart/AddButton.tsx, also in its test.").
		Edit("src/cart/AddButton.tsx", 9, "<button onClick={add}>Add to cart</button>", "<button onClick={add}>Add to basket</button>").
		Edit("src/cart/AddButton.test.tsx", 14, "getByText('Add to cart')", "getByText('Add to basket')").
		Run("npx vitest run src/cart", "Run its test", " ✓ src/cart/AddButton.test.tsx (2 tests) 11ms\n\n      Tests  2 passed (2)", 6).
		Say("Renamed in both places; the two tests pass.").
		Ask("thanks!").
		Say("Done."))

	// Refactor, behaviour shown to be kept.
	add(claudetest.Begin("hollyhock prices", cwd, "refactor/money", opus, "2026-10-15T14:00:00Z").
		Ask("Pull the formatting of prices into one function in src/money.ts: src/cart/total.ts, src/cart/Cart.tsx and src/checkout/Summary.tsx each do it on their own. Don't change what is shown. Run tests, lint and the type check before you say it's done.").
		Grep("toFixed\\(2\\)", "src/cart/total.ts:12:  return `£${(pence / 100).toFixed(2)}`;", "src/cart/Cart.tsx:31:      £{(line.pence / 100).toFixed(2)}", "src/checkout/Summary.tsx:20:      £{(sum / 100).toFixed(2)}").
		Write("src/money.ts", "/** Shows an amount of pence as pounds. */\nexport function pounds(pence: number): string {\n  return `£${(pence / 100).toFixed(2)}`;\n}\n").
		Edit("src/cart/total.ts", 12, "  return `£${(pence / 100).toFixed(2)}`;", "  return pounds(pence);").
		Edit("src/cart/Cart.tsx", 31, "      £{(line.pence / 100).toFixed(2)}", "      {pounds(line.pence)}").
		Edit("src/checkout/Summary.tsx", 20, "      £{(sum / 100).toFixed(2)}", "      {pounds(sum)}").
		Run("npx vitest run && npm run lint && npx tsc --noEmit", "Tests, lint, types", " Test Files  14 passed (14)\n      Tests  71 passed (71)\n\n> hollyhock@2.4.0 lint\n> eslint src\n", 31).
		Say("All three use `pounds` from src/money.ts now. 71 tests pass, lint is clean and the types check, so what is shown has not changed.").
		Ask("great, commit").
		Run("git add -A && git commit -m 'money: one way to show a price'", "Commit", "[refactor/money 7be9130] money: one way to show a price\n 4 files changed, 10 insertions(+), 3 deletions(-)\n create mode 100644 src/money.ts", 1).
		Say("Committed as 7be9130."))

	// A fix that nobody checked: high stakes, silent end.
	add(claudetest.Begin("hollyhock checkout", cwd, "main", sonnet, "2026-10-22T16:40:00Z").
		Ask("checkout sometimes charges twice, fix it").
		Grep("submitOrder", "src/checkout/Checkout.tsx:55:  const onClick = () => submitOrder(order);").
		Edit("src/checkout/Checkout.tsx", 55, "  const onClick = () => submitOrder(order);", "  const [busy, setBusy] = useState(false);\n  const onClick = async () => {\n    if (busy) return;\n    setBusy(true);\n    await submitOrder(order);\n    setBusy(false);\n  };").
		Say("The button could be pressed twice while the first request was still running. It is now ignored while busy. I have not run anything; you may want to try it in the browser."))

	// The same complaint again and again, given up.
	add(claudetest.Begin("hollyhock images", cwd, "fix/blurry", sonnet, "2026-10-28T19:05:00Z").
		Ask("the seed photos look blurry on phones, please fix").
		Edit("src/catalogue/SeedCard.tsx", 8, "<img src={seed.photo} width={160} />", "<img src={seed.photo} width={320} />").
		Say("The image is now twice as wide.").
		Ask("no, now they overflow the card and are still blurry").
		Edit("src/catalogue/SeedCard.tsx", 8, "<img src={seed.photo} width={320} />", "<img src={seed.photo} srcSet={`${seed.photo} 2x`} width={160} />").
		Say("I use srcSet for screens with double resolution now.").
		Ask("still blurry. this isn't working").
		Edit("src/catalogue/SeedCard.tsx", 8, "<img src={seed.photo} srcSet={`${seed.photo} 2x`} width={160} />", "<img src={seed.photo.replace('.jpg', '@2x.jpg')} width={160} />").
		Fail("npm run build", "Build the shop", 1, "src/catalogue/SeedCard.tsx(8,22): error TS2532: Object is possibly 'undefined'.", 12).
		Say("The build complains that the photo can be undefined.").
		Ask("ugh, never mind. I'll come back to this another day").
		Say("All right. The last change is still in SeedCard.tsx and does not build."))

	// Japanese prompts; fixed and confirmed.
	add(claudetest.Begin("hollyhock yubin", cwd, "fix/postcode", opus, "2026-11-04T05:10:00Z").
		Ask("日本の郵便番号(例: 150-0001)を入力すると住所フォームが「無効な郵便番号」になります。src/address/postcode.ts の正規表現が原因だと思います。原因を確認して直し、テストも追加してください。").
		Read("src/address/postcode.ts", "export function validPostcode(country: string, code: string): boolean {\n  return /^[A-Z]{1,2}\\d[A-Z\\d]? ?\\d[A-Z]{2}$/.test(code);\n}").
		Edit("src/address/postcode.ts", 1, "export function validPostcode(country: string, code: string): boolean {\n  return /^[A-Z]{1,2}\\d[A-Z\\d]? ?\\d[A-Z]{2}$/.test(code);\n}", "const rules: Record<string, RegExp> = {\n  GB: /^[A-Z]{1,2}\\d[A-Z\\d]? ?\\d[A-Z]{2}$/,\n  JP: /^\\d{3}-?\\d{4}$/,\n};\n\nexport function validPostcode(country: string, code: string): boolean {\n  return (rules[country] ?? /.+/).test(code);\n}").
		Write("src/address/postcode.test.ts", "import { expect, it } from 'vitest';\nimport { validPostcode } from './postcode';\n\nit('accepts Japanese codes', () => {\n  expect(validPostcode('JP', '150-0001')).toBe(true);\n  expect(validPostcode('JP', '1500001')).toBe(true);\n  expect(validPostcode('JP', '15-0001')).toBe(false);\n});\n").
		Run("npx vitest run src/address", "Run the tests", " ✓ src/address/postcode.test.ts (1 test) 3ms\n\n      Tests  1 passed (1)", 6).
		Say("原因は英国の形式だけを許す正規表現でした。国ごとの規則に分け、日本の形式を追加しました。テストは通っています。").
		Ask("動きました。ありがとうございます。コミットしてください。").
		Run("git add -A && git commit -m 'address: accept Japanese postcodes'", "Commit", "[fix/postcode 0c3d5aa] address: accept Japanese postcodes\n 2 files changed, 18 insertions(+), 2 deletions(-)\n create mode 100644 src/address/postcode.test.ts", 1).
		Say("コミットしました(0c3d5aa)。"))

	// Put off in so many words.
	add(claudetest.Begin("hollyhock reviews", cwd, "feat/reviews", opus, "2026-11-11T11:00:00Z").
		Ask("Let customers review seeds: stars and a short text on the seed page, stored by the API. Start with the data model.").
		Write("src/review/review.ts", "export interface Review {\n  id: string;\n  seedId: string;\n  stars: 1 | 2 | 3 | 4 | 5;\n  text: string;\n  createdAt: string;\n}\n\nexport function validReview(r: Partial<Review>): r is Review {\n  return Boolean(r.seedId && r.stars && r.text && r.text.length <= 500);\n}\n").
		Say("The type and its validation are in src/review/review.ts. Next would be the API route and the form.").
		Wait(4*time.Minute).
		Ask("go on with the route").
		Fail("npm run test:api", "Run the API tests", 1, "Error: connect ECONNREFUSED 127.0.0.1:5432", 9).
		Say("The API tests need the local database, and it does not answer. Shall I start it with docker compose?").
		Ask("no, never mind. We skip reviews until January, vouchers come first").
		Say("Understood. The model stays in src/review/review.ts, unused."))
	return all
}
