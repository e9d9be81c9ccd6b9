// Live in a real browser: turns come as they are written, and whoever reads is left in peace.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { appendFile, mkdir } from 'node:fs/promises';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import { broken } from './axe.mjs';
import { browser, serve, tab } from './prism.mjs';

let chromium, server;

before(async () => {
  [chromium, server] = await Promise.all([browser(), serve()]);
});
after(async () => {
  await chromium?.close();
  await server?.stop();
});

// going is a conversation that goes on: its lines are written as an agent would, now.
async function going(repo) {
  const folder = path.join(server.claude, 'projects', '-home-robin-' + repo);
  await mkdir(folder, { recursive: true });
  const sessionId = randomUUID(), file = path.join(folder, sessionId + '.jsonl');
  let parentUuid = null;
  const line = async (type, message, more = {}) => {
    const uuid = randomUUID();
    await appendFile(file, JSON.stringify({ cwd: '/home/robin/' + repo, gitBranch: 'main', isSidechain: false, message, parentUuid, sessionId, timestamp: new Date().toISOString(), type, userType: 'external', uuid, version: '2.1.330', ...more }) + '\n');
    parentUuid = uuid;
    return uuid;
  };
  const usage = { input_tokens: 4, output_tokens: 60, cache_read_input_tokens: 900, cache_creation_input_tokens: 0 };
  const says = (content, stop_reason) => line('assistant', { id: 'msg_' + randomUUID().replaceAll('-', '').slice(0, 24), type: 'message', role: 'assistant', model: 'claude-sonnet-5-5', stop_reason, content, usage });
  return {
    asks: (text) => line('user', { role: 'user', content: text }),
    answers: (text) => says([{ type: 'text', text }], 'end_turn'),
    async runs(command, output, failed) {
      const id = 'toolu_' + randomUUID().replaceAll('-', '').slice(0, 20);
      await says([{ type: 'tool_use', id, name: 'Bash', input: { command } }], 'tool_use');
      await line('user', { role: 'user', content: [{ type: 'tool_result', tool_use_id: id, content: output, is_error: !!failed }] }, { toolUseResult: failed ? 'Error: ' + output : { stdout: output, stderr: '', interrupted: false } });
    },
  };
}

async function look(more = {}) {
  const opened = await tab(chromium, { viewport: { width: 1280, height: 800 }, ...more });
  await opened.page.goto(server.url + '/live');
  await opened.page.locator('.live[data-state="following"]').waitFor();
  return opened;
}

describe('live', () => {
  it('shows a turn as it comes and grows, and how the session stands', async () => {
    const { page, wrong, close } = await look();
    assert.match(await page.locator('.empty').textContent(), /No turn within the last half hour/);
    const work = await going('tidepool');
    await work.asks('Fix the <b>rounding</b> of tide heights in tide.go');
    const row = page.locator('.happens-row', { hasText: 'rounding' });
    await row.waitFor();
    assert.equal(await row.locator('b').count(), 0);
    await work.runs('go test ./...', 'FAIL tide 0.1s', true);
    await row.locator('.acts-done li', { hasText: 'tests' }).filter({ hasText: 'failed' }).waitFor();
    await work.answers('One test fails: TestRounding.');
    await row.getByText('One test fails').waitFor();
    assert.equal(await page.locator('.happens-row').count(), 1, 'a turn that grows stays one row');
    const side = page.locator('#going li');
    assert.match(await side.textContent(), /so far: (not landed|landed).*tidepool.*Fix the <b>rounding/s);
    await row.locator('a').first().click();
    await page.waitForURL(/\/sessions\/.*#turn-1$/);
    assert.deepEqual(wrong, []);
    await close();
  });

  it('waits while it is paused and while one reads, and says how many are new', async () => {
    const work = await going('saltmarsh');
    await work.asks('First: rename the gauge');
    const { page, wrong, close } = await look({ viewport: { width: 1280, height: 400 } });
    await page.locator('.happens-row', { hasText: 'First' }).waitFor();
    await page.keyboard.press('p');
    assert.equal(await page.locator('#pause').getAttribute('aria-pressed'), 'true');
    await work.answers('Renamed.');
    await work.asks('Second: and the tide table');
    await work.answers('Done, too.');
    await work.asks('Third: and the chart');
    await page.locator('#fresh', { hasText: /^[23] new$/ }).waitFor();
    assert.equal(await page.locator('.happens-row', { hasText: 'Second' }).count(), 0);
    await page.keyboard.press('p');
    await page.locator('.happens-row', { hasText: 'Third' }).waitFor();
    assert.match(await page.locator('.happens-row').first().textContent(), /Third/, 'the newest on top');
    for (let i = 4; i < 10; i++) { // a page that is long enough to read in
      await work.answers('Yes.');
      await work.asks(`Step ${i}\n\nof several lines`);
    }
    await page.locator('.happens-row', { hasText: 'Step 9' }).waitFor();
    await page.mouse.wheel(0, 600);
    await page.waitForFunction(() => scrollY > 300);
    await work.answers('Yes.');
    await work.asks('One more while somebody reads');
    await page.locator('#fresh', { hasText: '1 new' }).waitFor();
    await page.click('#fresh');
    await page.locator('.happens-row', { hasText: 'One more' }).waitFor();
    assert.match(await page.evaluate(() => document.activeElement.closest('.happens-row')?.textContent ?? ''), /One more/);
    assert.deepEqual(wrong, []);
    await close();
  });

  it('is accessible and fits while turns come, in both themes, at three widths', async () => {
    const work = await going('heron');
    await work.asks('Count the herons ' + 'x'.repeat(300));
    await work.runs('npm test -- --grep ' + 'y'.repeat(200), 'ok');
    for (const colorScheme of ['light', 'dark']) {
      for (const width of [1280, 768, 390]) {
        const { page, close } = await look({ viewport: { width, height: 900 }, colorScheme });
        await page.locator('.happens-row', { hasText: 'herons' }).waitFor();
        assert.deepEqual(await broken(page), [], `${colorScheme} ${width}`);
        assert.ok(await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth) <= 0, `${width} is too narrow`);
        await close();
      }
    }
  });

  it('goes on where it was when the server comes back, and drops rows off', async () => {
    const { page, close } = await look();
    const rows = page.locator('.happens-row');
    const before = await rows.count();
    assert.ok(before > 0 && before <= 40);
    await page.context().setOffline(true);
    const work = await going('otter');
    await work.asks('While nobody was connected');
    await page.context().setOffline(false);
    await rows.filter({ hasText: 'While nobody' }).waitFor();
    for (let i = 0; i < 45; i++) await work.asks(`Prompt ${i}`);
    await rows.filter({ hasText: 'Prompt 44' }).waitFor();
    assert.ok(await rows.count() <= 40, 'the page grows without end');
    await close();
  });
});
