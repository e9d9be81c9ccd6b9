// Pictures of every page, to be looked at: node shots.mjs [FOLDER [PROJECTS]]
import { mkdir } from 'node:fs/promises';
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { binary, browser, copies, demo, serve } from './prism.mjs';
import { pages } from './pages.mjs';

const run = promisify(execFile);
const folder = process.argv[2] ?? 'shots';
await mkdir(folder, { recursive: true });
const chromium = await browser();

// pictures takes each page in both themes and two widths; a page is [name, address, headers].
async function pictures(url, list) {
  for (const theme of ['light', 'dark']) {
    for (const width of [1440, 390]) {
      for (const key of new Set(list.map((x) => x[2]))) {
        const context = await chromium.newContext({ viewport: { width, height: 900 }, colorScheme: theme, reducedMotion: 'reduce', extraHTTPHeaders: key ? { 'X-API-Key': key } : {} });
        const page = await context.newPage();
        for (const [name, address] of list.filter((x) => x[2] === key)) {
          await page.goto(url + address, { waitUntil: 'load' });
          if (name === 'live') await page.locator('.live[data-state="following"]').waitFor(); // its stream never ends
          await page.screenshot({ path: `${folder}/${name}-${width}-${theme}.png`, fullPage: true });
        }
        await context.close();
      }
    }
  }
}

// team makes a tenant of seven people, one of whom leads, on an empty server.
async function team(server) {
  const admin = async (...args) => (await run(binary, ['admin', ...args], { env: server.env })).stdout.match(/prism_\S+/)?.[0];
  await admin('tenant', 'create', 'acme');
  const keys = {};
  for (let i = 0; i < 7; i++) {
    const role = i === 0 ? 'lead' : 'member';
    await admin('person', 'create', `person${i}`, '--tenant', 'acme', '--role', role, '--group', 'core');
    const key = await admin('key', 'create', '--tenant', 'acme', '--person', `person${i}`, '--role', role, '--scope', 'ingest,read');
    await run(binary, ['push', '--server', server.url, await copies(server.home, i)], { env: { ...server.env, PRISM_KEY: key } });
    keys[role] = key;
  }
  keys.admin = await admin('key', 'create', '--tenant', 'acme', '--person', 'boss', '--role', 'admin', '--scope', 'read,admin');
  for (let i = 0; i < 600; i++) {
    const r = await fetch(server.url + '/api/v1/status', { headers: { 'X-API-Key': keys.admin } }).catch(() => null);
    if (r?.ok && (await r.json()).settled) break;
    await new Promise((done) => setTimeout(done, 100));
  }
  return keys;
}

// on runs a server over a folder of projects for as long as its pictures are taken.
async function on(projects, list) {
  const server = await serve(projects);
  try {
    await pictures(server.url, await list(server));
  } finally {
    await server.stop();
  }
}

try {
  await on(process.argv[3] ?? demo, async (s) => [...(await pages(s.url)), ['components', '/_components'], ['error-window', '/?since=never'], ['nothing-found', '/sessions?q=nosuchword']]);
  await on(undefined, async () => [['first-run', '/'], ['first-sessions', '/sessions'], ['first-settings', '/settings']]);
  await on(undefined, async (s) => {
    const keys = await team(s);
    return [
      ['signin', '/signin', undefined], ['team', '/team', keys.lead], ['team-member', '/team', keys.member], ['team-score', '/', keys.lead], ['team-refused', '/settings/keys', keys.member],
      ...['keys', 'people', 'opt-outs', 'policy', 'jobs', 'audit'].map((x) => [`admin-${x}`, `/settings/${x}`, keys.admin]),
    ];
  });
} finally {
  await chromium.close();
}
