// A list of a thousand rows in a real browser, while sessions come in.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { after, before, describe, it } from 'node:test';
import { browser, serve, shifts, tab } from './prism.mjs';
import { projects } from './transcripts.mjs';

const rows = 1000;
let chromium, server, folder, coming;

before(async () => {
  folder = await projects(Array.from({ length: rows }, (_, i) => [[`Change the colour of tile ${i} to ${['red', 'green', 'blue'][i % 3]}`, `Tile ${i} is done.`]]));
  [chromium, server] = await Promise.all([browser(), serve(folder)]);
});
after(async () => {
  coming?.stop();
  await coming?.ended;
  await chromium?.close();
  await server?.stop();
  if (folder) await rm(folder, { recursive: true, force: true });
});

// ingest sends telemetry of new sessions until it is stopped: a prompt and some requests each.
function ingest() {
  let on = true, sent = 0;
  const attributes = (o) => Object.entries(o).map(([key, value]) => ({ key, value: { stringValue: String(value) } }));
  const one = async () => {
    const id = randomUUID(), now = Date.now();
    const record = (name, n, more) => ({ timeUnixNano: `${now + n}000000`, body: { stringValue: 'claude_code.' + name }, attributes: attributes({ 'session.id': id, 'event.name': name, 'event.timestamp': new Date(now + n).toISOString(), 'event.sequence': n, 'prompt.id': 'p' + id, 'user.id': 'robin', ...more }) });
    const list = [record('user_prompt', 0, { prompt: `Look after lamp ${sent}`, prompt_length: 12 }), ...Array.from({ length: 20 }, (_, i) => record('api_request', i + 1, { model: 'claude-sonnet-5-5', input_tokens: 4, output_tokens: 60, request_id: id + i, cost_usd: 0.001, duration_ms: 50 }))];
    const res = await fetch(server.url + '/v1/logs', { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ resourceLogs: [{ resource: { attributes: attributes({ 'service.name': 'claude-code' }) }, scopeLogs: [{ scope: { name: 'com.anthropic.claude_code.events' }, logRecords: list }] }] }) });
    assert.equal(res.status, 200, await res.text());
    sent++;
  };
  const ended = (async () => {
    while (on) {
      await one();
      await new Promise((done) => setTimeout(done, 20));
    }
  })();
  return { stop: () => (on = false), ended, sent: () => sent };
}

const found = (page) => page.locator('.found').textContent().then((t) => Number(t.match(/([\d,]+) sessions?/)[1].replaceAll(',', '')));
const titles = (page) => page.locator('.list tbody td.wide > a').allTextContents();

describe('a list of a thousand rows while sessions come in', () => {
  it('loses no row, stays where it is, and filters, sorts and searches what was there', async () => {
    const { page, wrong, close } = await tab(chromium);
    const shifted = await shifts(page, { input: false });
    let moved = 0;
    const settle = async () => { moved += await shifted(); };
    coming = ingest();
    await page.goto(server.url + '/sessions', { waitUntil: 'load' });
    const before = await found(page);
    assert.ok(before >= rows, `${before} sessions`);

    // Page by page, each of the thousand is seen, however many come before them meanwhile.
    const seen = new Set();
    for (let n = 0; n < 200; n++) {
      for (const t of await titles(page)) seen.add(t.match(/tile (\d+)/)?.[1]);
      await settle();
      const next = page.locator('nav.pages a[rel=next]');
      if (!(await next.count())) break;
      await Promise.all([page.waitForNavigation(), next.click()]);
    }
    seen.delete(undefined);
    assert.equal(seen.size, rows, 'rows that were seen');

    // Words narrow it to what has them, as the address says, whatever comes.
    await page.goto(server.url + '/sessions');
    await page.fill('#search', 'red');
    await page.waitForFunction(() => location.search.includes('q=red'));
    await page.waitForFunction(() => /(^|\D)334 sessions/.test(document.querySelector('.found').textContent));
    const red = await titles(page);
    assert.ok(red.length && red.every((t) => t.includes('red')), red.join('; '));

    // In another order the first stays the first.
    const oldest = server.url + '/sessions?sort=started&reverse=yes';
    await page.goto(oldest);
    const first = (await titles(page)).slice(0, 10);
    await page.goto(oldest);
    assert.equal(first.length, 10);
    assert.deepEqual((await titles(page)).slice(0, 10), first);
    await settle();

    // What came is there without a word from anybody, and the one who reads is not moved.
    await page.goto(server.url + '/sessions', { waitUntil: 'load' });
    const top = await titles(page);
    await page.waitForTimeout(1500);
    assert.deepEqual(await titles(page), top, 'a list stays as it was drawn');
    await settle();
    coming.stop();
    await coming.ended;
    const all = rows + coming.sent();
    for (let i = 0; i < 100 && (await page.goto(server.url + '/sessions').then(() => found(page))) < all; i++) await page.waitForTimeout(100);
    assert.equal(await found(page), all, 'sessions in the end');
    assert.equal(moved, 0, 'layout shift');
    assert.deepEqual(wrong, []);
    await close();
  });
});
