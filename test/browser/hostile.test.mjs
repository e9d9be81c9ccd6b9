// What stands in a transcript is shown as text, however it was written, and a long one is still quick.
import assert from 'node:assert/strict';
import { rm } from 'node:fs/promises';
import { after, before, describe, it } from 'node:test';
import { browser, serve, shifts, tab } from './prism.mjs';
import { hostile, projects } from './transcripts.mjs';

let chromium, server, folder;
const long = Array.from({ length: 2000 }, (_, i) => [`Step ${i + 1}: change the colour of tile ${i + 1} to ${['red', 'green', 'blue'][i % 3]}`, `Tile ${i + 1} is done.\n\n${'It took a while. '.repeat(10)}`]);

before(async () => {
  folder = await projects([...hostile.map((h) => [[h, h], ['thanks', 'Welcome.'], ['and now?', 'Nothing.']]), long]);
  [chromium, server] = await Promise.all([browser(), serve(folder)]);
});
after(async () => {
  await chromium?.close();
  await server?.stop();
  if (folder) await rm(folder, { recursive: true, force: true });
});

const list = async () => (await (await fetch(server.url + '/api/v1/sessions?limit=100')).json()).sessions;

describe('hostile text', () => {
  it('stays text on every page', async () => {
    const { page, wrong, close } = await tab(chromium);
    const sessions = await list();
    assert.ok(sessions.length >= hostile.length, `${sessions.length} sessions`);
    for (const address of ['/', '/sessions', '/live', '/prompts', ...sessions.map((s) => '/sessions/' + s.id)]) {
      await page.goto(server.url + address, { waitUntil: 'load' });
      assert.equal(await page.evaluate(() => globalThis.owned), undefined, address);
      assert.equal(await page.locator('main script:not([src^="/assets/"]), main img, main a[href^="javascript"], main plaintext').count(), 0, address);
      assert.doesNotMatch(await page.content(), /[\u202a-\u202e\u2066-\u2069]/, address);
      assert.match(await page.title(), / · Prism$/);
    }
    assert.deepEqual(wrong, []);
    await close();
  });
});

describe('a session of 2,000 turns', () => {
  it('comes in pieces, and goes on as one scrolls', async () => {
    const { page, close } = await tab(chromium);
    const id = (await list()).find((s) => s.turns === 2000)?.id;
    assert.ok(id, 'there is one of 2,000 turns');
    await page.goto(`${server.url}/sessions/${id}?at=1500#turn-1500`);
    assert.ok(await page.locator('#turn-1500').evaluate((e) => { const r = e.getBoundingClientRect(); return r.top >= 0 && r.top < innerHeight; }), 'the turn is in sight');
    assert.ok(await page.locator('.turn').count() <= 100);
    for (let i = 0; i < 40 && !(await page.locator('#turn-1700').count()); i++) {
      await page.mouse.wheel(0, 4000);
      await page.waitForTimeout(50);
    }
    assert.equal(await page.locator('#turn-1700').count(), 1);
    await close();
  });

  it('lists all prompts, and nothing moves while one scrolls', async () => {
    const { page, close } = await tab(chromium);
    const id = (await list()).find((s) => s.turns === 2000)?.id;
    const moved = await shifts(page);
    await page.goto(`${server.url}/sessions/${id}`, { waitUntil: 'load' });
    assert.equal(await page.locator('.outline li').count(), 2000);
    await page.evaluate(async () => {
      for (let i = 0; i < 200; i++) {
        scrollBy(0, 80);
        await new Promise(requestAnimationFrame);
      }
    });
    assert.ok(await page.locator('.turn').count() > 50, 'more turns came');
    assert.equal(await moved(), 0, 'layout shift');
    await page.locator('.outline a', { hasText: 'Step 1500:' }).click();
    await page.waitForURL(/at=1500#turn-1500$/);
    assert.ok(await page.locator('#turn-1500').evaluate((e) => { const r = e.getBoundingClientRect(); return r.top >= 0 && r.top < innerHeight; }), 'the turn is in sight');
    await close();
  });
});
