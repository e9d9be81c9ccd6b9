// Reports that are sent, in a real browser: what is shown before is what arrives, by mail
// and at a webhook of this machine.
import assert from 'node:assert/strict';
import { readFile, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import net from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import { broken } from './axe.mjs';
import { browser, demo, serve } from './prism.mjs';

const posted = [], mailed = [];
let chromium, server, hook, mail, folder;

const listen = (s) => new Promise((done) => s.listen(0, '127.0.0.1', () => done(s.address().port)));

// webhook keeps what is posted to it.
function webhook() {
  return createServer((req, res) => {
    let body = '';
    req.on('data', (b) => (body += b));
    req.on('end', () => { posted.push(body); res.end('ok'); });
  });
}

// sink is a mail server that takes everything.
function sink() {
  return net.createServer((c) => {
    let text = '', data = false;
    c.write('220 sink\r\n');
    c.on('error', () => {});
    c.on('data', (b) => {
      text += b;
      for (;;) {
        if (data) {
          const end = text.indexOf('\r\n.\r\n');
          if (end < 0) return;
          mailed.push(text.slice(0, end));
          text = text.slice(end + 5);
          data = false;
          c.write('250 taken\r\n');
          continue;
        }
        const at = text.indexOf('\r\n');
        if (at < 0) return;
        const verb = text.slice(0, at).toUpperCase();
        text = text.slice(at + 2);
        if (verb.startsWith('DATA')) { data = true; c.write('354 go on\r\n'); }
        else if (verb.startsWith('QUIT')) c.end('221 bye\r\n');
        else c.write('250 ok\r\n');
      }
    });
  });
}

before(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'prism-reports-'));
  // The demo's sessions as of last month.
  const now = new Date(), last = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - 1, 1)).toISOString().slice(0, 7);
  for (const project of await readdir(demo)) {
    await mkdir(path.join(folder, 'projects', project), { recursive: true });
    for (const file of (await readdir(path.join(demo, project))).filter((f) => f.endsWith('.jsonl'))) {
      const text = await readFile(path.join(demo, project, file), 'utf8');
      await writeFile(path.join(folder, 'projects', project, file), text.replace(/2026-1[01]-(\d\d)/g, (_, day) => `${last}-${day > '28' ? '28' : day}`));
    }
  }
  [hook, mail] = [webhook(), sink()];
  const [hookAt, mailAt] = await Promise.all([listen(hook), listen(mail)]);
  const reports = path.join(folder, 'reports.json');
  await writeFile(reports, JSON.stringify({ reports: [
    { name: 'monthly', every: 'month', mail: { server: `127.0.0.1:${mailAt}`, from: 'prism@meadow.example', to: ['robin@meadow.example'] }, webhook: { url: `http://127.0.0.1:${hookAt}/hush`, form: 'slack' } },
    { name: 'archive', every: 'month', webhook: { url: `http://127.0.0.1:${hookAt}/hush` } },
  ] }));
  [chromium, server] = await Promise.all([browser(), serve(path.join(folder, 'projects'), ['--reports', reports])]);
});
after(async () => {
  await chromium?.close();
  await server?.stop();
  hook?.close();
  mail?.close();
  if (folder) await rm(folder, { recursive: true, force: true });
});

async function look(more = {}) {
  const context = await chromium.newContext({ viewport: { width: 1280, height: 900 }, reducedMotion: 'reduce', ...more });
  const page = await context.newPage();
  page.setDefaultTimeout(8000);
  return { page, close: () => context.close() };
}

describe('a report that is sent', () => {
  it('is shown before it goes, and goes as a test', async () => {
    const { page, close } = await look();
    await page.goto(server.url + '/report');
    await page.getByRole('row', { name: /monthly/ }).getByRole('link', { name: 'Preview' }).click();
    await page.waitForURL(/report\/sent\/monthly/);
    const parts = await page.locator('pre').allTextContents();
    assert.equal(parts.length, 3);
    assert.match(parts[0], /^PRISM report.*\n=+\n/);
    assert.match(parts[1], /^<!DOCTYPE html>/);
    const chat = JSON.parse(parts[2]).text;
    const subject = (await page.getByText('Subject:').locator('..').textContent()).replace('Subject:', '').trim();
    const all = await page.content();
    assert.ok(!all.includes('hush') && !all.includes('@meadow.example'), 'neither address nor what opens it');
    await page.getByRole('button', { name: 'Send a test' }).click();
    await page.waitForURL(/tried=monthly/);
    assert.match(await page.textContent('[role=status]'), /monthly was sent as a test/);
    assert.equal(posted.length, 1);
    assert.equal(JSON.parse(posted[0]).text, 'Test: ' + chat);
    assert.equal(mailed.length, 1);
    assert.ok(mailed[0].includes('text/plain') && mailed[0].includes('text/html') && mailed[0].includes('Test:'), mailed[0].slice(0, 400));
    assert.ok(subject.startsWith('PRISM '), subject);
    await close();
  });

  it('is cut on its page where it is long, and says so', async () => {
    const { page, close } = await look();
    await page.goto(server.url + '/report/sent/archive');
    const text = await page.locator('pre').textContent();
    assert.ok(text.startsWith('{'), text.slice(0, 80));
    assert.ok(text.length <= 41_000, `${text.length}`);
    const r = await page.goto(server.url + '/report/sent/nothing');
    assert.equal(r.status(), 404);
    await close();
  });

  for (const colorScheme of ['light', 'dark']) {
    for (const width of [1280, 390]) {
      it(`has a page that is accessible and fits: ${colorScheme}, ${width} px`, async () => {
        const { page, close } = await look({ colorScheme, viewport: { width, height: 900 } });
        for (const at of ['/report/sent/monthly', '/report']) {
          await page.goto(server.url + at, { waitUntil: 'load' });
          const found = await broken(page);
          assert.deepEqual(found, [], at);
          assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= document.documentElement.clientWidth), at);
        }
        await close();
      });
    }
  }
});
