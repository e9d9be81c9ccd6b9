// A server of its own for a test, and a browser that looks at it.
import { spawn } from 'node:child_process';
import { cp, mkdtemp, mkdir, rm } from 'node:fs/promises';
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
// when it listens and has read what is there.
export async function serve(projects) {
  const home = await mkdtemp(path.join(tmpdir(), 'prism-browser-'));
  const claude = path.join(home, 'claude');
  await mkdir(path.join(claude, 'projects'), { recursive: true });
  if (projects) await cp(projects, path.join(claude, 'projects'), { recursive: true });
  const env = { PATH: process.env.PATH, HOME: home, PRISM_HOME: path.join(home, 'prism'), CLAUDE_CONFIG_DIR: claude, TZ: 'UTC', NO_COLOR: '1' };
  const child = spawn(binary, ['serve', '--listen', '127.0.0.1:0', '--otlp-grpc', ''], { env, stdio: ['ignore', 'pipe', 'pipe'] });
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
    url, home, claude,
    async stop() {
      const ended = new Promise((done) => child.once('exit', done));
      child.kill('SIGTERM');
      await ended;
      await rm(home, { recursive: true, force: true });
    },
  };
}

// browser opens the system's Chromium.
export async function browser() {
  const found = process.env.PRISM_CHROMIUM ?? browsers.find((b) => existsSync(b));
  if (!found) throw new Error('no Chromium: install it, or name it in PRISM_CHROMIUM');
  return chromium.launch({ executablePath: found, args: process.getuid?.() === 0 ? ['--no-sandbox'] : [] });
}
