// What a lead sees of many people, in a real browser: figures of whole months and of
// groups, and nobody by taking one from another. The demo's sessions, of twelve people.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { after, before, describe, it } from 'node:test';
import { promisify } from 'node:util';
import { broken } from './axe.mjs';
import { browser, binary, copies, serve } from './prism.mjs';

const run = promisify(execFile);
let chromium, server;
const keys = {};

before(async () => {
  [chromium, server] = await Promise.all([browser(), serve()]);
  const admin = async (...args) => (await run(binary, ['admin', ...args], { env: server.env })).stdout;
  await admin('tenant', 'create', 'acme');
  for (let i = 0; i < 12; i++) {
    const person = `person${String(i).padStart(2, '0')}`;
    await admin('person', 'create', person, '--tenant', 'acme', '--role', i === 0 ? 'lead' : 'member', '--group', i < 6 ? 'core' : i < 11 ? 'tools' : 'solitary');
    const said = await admin('key', 'create', '--tenant', 'acme', '--person', person, '--role', i === 0 ? 'lead' : 'member', '--scope', 'ingest,read');
    keys[person] = said.match(/prism_\S+/)[0];
    await run(binary, ['push', '--server', server.url, await copies(server.home, i)], { env: { ...server.env, PRISM_KEY: keys[person] } });
  }
  keys.admin = (await admin('key', 'create', '--tenant', 'acme', '--person', 'boss', '--role', 'admin', '--scope', 'read')).match(/prism_\S+/)[0];
  for (let i = 0; i < 600; i++) {
    const r = await fetch(server.url + '/api/v1/status', { headers: { 'X-API-Key': keys.admin } }).catch(() => null);
    if (r?.ok && (await r.json()).settled) break;
    await new Promise((done) => setTimeout(done, 100));
  }
});
after(async () => {
  await chromium?.close();
  await server?.stop();
});

async function as(who, { width = 1280, theme = 'light' } = {}) {
  const context = await chromium.newContext({ viewport: { width, height: 900 }, colorScheme: theme, reducedMotion: 'reduce', extraHTTPHeaders: { 'X-API-Key': keys[who] } });
  const page = await context.newPage();
  page.setDefaultTimeout(8000);
  return { page, close: () => context.close() };
}

describe('the page of a team', () => {
  it('tells a lead of everybody and of groups, and of no person', async () => {
    const { page, close } = await as('person00');
    await page.goto(server.url + '/');
    await page.click('nav[aria-label=Pages] >> text=Team');
    await page.waitForURL(/\/team/);
    const text = await page.textContent('main');
    assert.match(text, /Everybody, \w+ 20\d\d/);
    assert.match(text, /\d+ of \d+ counted sessions/);
    assert.doesNotMatch(text, /person\d/);
    assert.doesNotMatch(text, /solitary/); // one person
    // Both groups would leave the one that is solitary.
    assert.ok(await page.locator('select[name=group] option').count() <= 2);
    await page.selectOption('select[name=group]', 'core');
    await page.waitForURL(/group=core/);
    assert.match(await page.textContent('main'), /core, \w+ 20\d\d/);
    await close();
  });

  it('is for leads and admins', async () => {
    const member = await as('person07');
    await member.page.goto(server.url + '/');
    assert.equal(await member.page.locator('nav >> text=Team').count(), 0);
    const r = await member.page.goto(server.url + '/team');
    assert.equal(r.status(), 403);
    await member.close();
    const admin = await as('admin');
    assert.equal((await admin.page.goto(server.url + '/team')).status(), 200);
    await admin.close();
  });

  for (const theme of ['light', 'dark']) {
    for (const width of [1280, 768, 390]) {
      it(`is accessible and fits: ${theme}, ${width} px`, async () => {
        const { page, close } = await as('person00', { width, theme });
        await page.goto(server.url + '/team', { waitUntil: 'load' });
        const found = await broken(page);
        assert.deepEqual(found, []);
        assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= document.documentElement.clientWidth));
        if (process.env.PRISM_SHOTS) await page.screenshot({ path: `${process.env.PRISM_SHOTS}/team-${width}-${theme}.png`, fullPage: true });
        await close();
      });
    }
  }
});
