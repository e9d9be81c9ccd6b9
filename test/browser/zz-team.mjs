import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { mkdir } from 'node:fs/promises';
import { browser, binary, copies, serve } from './prism.mjs';
const run = promisify(execFile);
const server = await serve();
const keys = {};
const admin = async (...args) => (await run(binary, ['admin', ...args], { env: server.env })).stdout;
await admin('tenant', 'create', 'acme');
for (let i = 0; i < 12; i++) {
  const person = `person${String(i).padStart(2, '0')}`;
  await admin('person', 'create', person, '--tenant', 'acme', '--role', i === 0 ? 'lead' : 'member', '--group', i < 6 ? 'core' : i < 11 ? 'tools' : 'solitary');
  const said = await admin('key', 'create', '--tenant', 'acme', '--person', person, '--role', i === 0 ? 'lead' : 'member', '--scope', 'ingest,read');
  keys[person] = said.match(/prism_\S+/)[0];
  await run(binary, ['push', '--server', server.url, await copies(server.home, i)], { env: { ...server.env, PRISM_KEY: keys[person] } });
}
keys.admin = (await admin('key', 'create', '--tenant', 'acme', '--person', 'boss', '--role', 'admin', '--scope', 'read,admin')).match(/prism_\S+/)[0];
for (let i = 0; i < 600; i++) {
  const r = await fetch(server.url + '/api/v1/status', { headers: { 'X-API-Key': keys.admin } }).catch(() => null);
  if (r?.ok && (await r.json()).settled) break;
  await new Promise((done) => setTimeout(done, 100));
}
const chromium = await browser();
await mkdir('shots', { recursive: true });
for (const [who, pages] of [['admin', [['a-score', '/'], ['a-speed', '/speed'], ['a-team', '/team'], ['a-people', '/settings/people'], ['a-keys', '/settings/keys'], ['a-policy', '/settings/policy'], ['a-jobs', '/settings/jobs'], ['a-audit', '/settings/audit']]], ['person00', [['l-score', '/'], ['l-speed', '/speed'], ['l-team', '/team'], ['l-tokens', '/tokens'],['l-trivia', '/trivia'], ['l-report', '/report?span=month&at=2026-10-20'],['l-prompts','/prompts']]]]) {
  for (const width of [1440, 390]) {
    const context = await chromium.newContext({ viewport: { width, height: 900 }, extraHTTPHeaders: { 'X-API-Key': keys[who] }, reducedMotion: 'reduce' });
    const page = await context.newPage();
    for (const [name, address] of pages) {
      const r = await page.goto(server.url + address);
      if (width === 1440) console.log(who, address, r.status(), await page.title(), (await page.locator('#by-person').count()));
      await page.screenshot({ path: `shots/${name}-${width}-light.png`, fullPage: true });
    }
    await context.close();
  }
}
await chromium.close();
await server.stop();
