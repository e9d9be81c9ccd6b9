// A server of its own for a test, and a browser that looks at it.
import { spawn } from 'node:child_process';
import { cp, mkdtemp, mkdir, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';

const here = path.dirname(fileURLToPath(import.meta.url));
const root = path.resolve(here, '../..');
export const binary = process.env.PRISM_BIN ?? path.join(root, 'bin/prism');
export const demo = path.join(root, 'internal/demo/projects');

const browsers = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

// serve starts a server over a folder of projects (none: an empty one) and answers
// when it listens and has read what is there. more are further flags.
export async function serve(projects, more = []) {
  const home = await mkdtemp(path.join(tmpdir(), 'prism-browser-'));
  const claude = path.join(home, 'claude');
  await mkdir(path.join(claude, 'projects'), { recursive: true });
  if (projects) await cp(projects, path.join(claude, 'projects'), { recursive: true });
  const env = { PATH: process.env.PATH, HOME: home, PRISM_HOME: path.join(home, 'prism'), CLAUDE_CONFIG_DIR: claude, TZ: 'UTC', NO_COLOR: '1' };
  const child = spawn(binary, ['serve', '--listen', '127.0.0.1:0', '--otlp-grpc', '', ...more], { env, stdio: ['ignore', 'pipe', 'pipe'] });
  let said = '';
  const url = await new Promise((resolve, reject) => {
    const hear = (b) => {
      said += b;
      const m = said.match(/http:\/\/127\.0\.0\.1:\d+/);
      if (m) resolve(m[0]);
    };
    child.stdout.on('data', hear);
    child.stderr.on('data', hear);
    child.on('exit', (code) => reject(new Error(`prism serve ended with ${code}: ${said}`)));
  });
  for (let i = 0; i < 300; i++) {
    const r = await fetch(url + '/api/v1/status').catch(() => null);
    if (r?.ok && (await r.json()).settled) break;
    await new Promise((done) => setTimeout(done, 100));
  }
  return {
    url, home, claude, env,
    async stop() {
      const ended = new Promise((done) => child.once('exit', done));
      child.kill('SIGTERM');
      await ended;
      await rm(home, { recursive: true, force: true });
    },
  };
}

// copies writes the demo's transcripts as if the n-th person had made them, in three
// months one after another, each person some of them, and answers the folder.
export async function copies(home, n) {
  const folder = path.join(home, `copies-${n}`);
  let count = 0;
  for (const project of await readdir(demo)) {
    await mkdir(path.join(folder, project), { recursive: true });
    for (const file of (await readdir(path.join(demo, project))).filter((f) => f.endsWith('.jsonl'))) {
      const text = await readFile(path.join(demo, project, file), 'utf8');
      for (const month of ['08', '09', '10']) {
        if ((count++ + n) % 4 === 0) continue;
        const mark = Number(month).toString(16) + n.toString(16);
        const other = (s) => s.replace(/\b[0-9a-f]{2}([0-9a-f]{6}-[0-9a-f]{4}-)/g, mark + '$1').replace(/\b(msg|req|toolu)_(\w+)/g, `$1_${mark}$2`);
        await writeFile(path.join(folder, project, other(file)), other(text).replace(/2026-1[01](-\d\d)/g, `2026-${month}$1`));
      }
    }
  }
  return folder;
}

// browser opens the system's Chromium.
export async function browser() {
  const found = process.env.PRISM_CHROMIUM ?? browsers.find((b) => existsSync(b));
  if (!found) throw new Error('no Chromium: install it, or name it in PRISM_CHROMIUM');
  return chromium.launch({ executablePath: found, args: process.getuid?.() === 0 ? ['--no-sandbox'] : [] });
}

// tab opens a page and answers it with what goes wrong in it. timeout is how long anything
// on it is waited for, in ms; more is what the browser's context is to be.
export async function tab(chromium, { timeout = 20_000, ...more } = {}) {
  const context = await chromium.newContext({ viewport: { width: 1280, height: 900 }, reducedMotion: 'reduce', ...more });
  const page = await context.newPage();
  page.setDefaultTimeout(timeout);
  const wrong = [];
  page.on('console', (m) => ['error', 'warning'].includes(m.type()) && wrong.push(m.text()));
  page.on('pageerror', (e) => wrong.push(String(e)));
  return { page, wrong, close: () => context.close() };
}

// shifts has what moves on each page that is loaded from now on added up, and answers with
// what tells the sum of the page that is shown. Without input, what follows upon a click or
// a key is left out.
export async function shifts(page, { input = true } = {}) {
  await page.addInitScript((input) => {
    globalThis.shift = 0;
    new PerformanceObserver((list) => list.getEntries().forEach((e) => { if (input || !e.hadRecentInput) globalThis.shift += e.value; })).observe({ type: 'layout-shift', buffered: true });
  }, input);
  return () => page.evaluate(() => globalThis.shift);
}
