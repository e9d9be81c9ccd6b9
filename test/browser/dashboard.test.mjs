// The dashboard in a real browser, over the demo's sessions and over none.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { broken } from './axe.mjs';
import { browser, demo, serve, shifts, tab } from './prism.mjs';
import { pages } from './pages.mjs';

let chromium, server, empty;

before(async () => {
  [chromium, server, empty] = await Promise.all([browser(), serve(demo), serve()]);
});
after(async () => {
  await chromium?.close();
  await Promise.all([server?.stop(), empty?.stop()]);
});

// look opens a tab that takes down what goes wrong in it.
async function look({ width = 1280, height = 900, theme = 'light', ...more } = {}) {
  const opened = await tab(chromium, { timeout: 8000, viewport: { width, height }, colorScheme: theme, ...more });
  opened.page.on('request', (r) => { if (!r.url().startsWith(server.url) && !r.url().startsWith(empty.url)) opened.wrong.push('asks elsewhere: ' + r.url()); });
  return opened;
}

describe('every page', () => {
  for (const theme of ['light', 'dark']) {
    for (const width of [1280, 768, 390]) {
      it(`is accessible, fits and loads nothing from elsewhere: ${theme}, ${width} px`, async () => {
        const tab = await look({ theme, width });
        for (const at of [server, empty]) {
          for (const [name, address] of await pages(at.url)) {
            await tab.page.goto(at.url + address, { waitUntil: 'load' });
            assert.deepEqual(await broken(tab.page), [], `${name} of ${at === empty ? 'nothing' : 'the demo'}`);
            const wide = await tab.page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
            assert.ok(wide <= 0, `${name} is ${wide} px too wide`);
          }
        }
        assert.deepEqual(tab.wrong.filter((w) => !w.includes('404')), []);
        await tab.close();
      });
    }
  }

  it('is light: 250 kB the first time, 30 kB after, nothing shifts', async () => {
    const tab = await look();
    const client = await tab.page.context().newCDPSession(tab.page);
    await client.send('Network.enable');
    let bytes = 0;
    client.on('Network.loadingFinished', (e) => { bytes += e.encodedDataLength; });
    const shifted = await shifts(tab.page);
    let first = true;
    for (const [name, address] of await pages(server.url)) {
      bytes = 0;
      await tab.page.goto(server.url + address, { waitUntil: 'networkidle' });
      assert.ok(bytes <= (first ? 250_000 : 30_000), `${name}: ${bytes} bytes`);
      assert.equal(await shifted(), 0, `${name} shifts`);
      first = false;
    }
    await tab.close();
  });
});

describe('a person', () => {
  it('comes from the number to the line in two clicks', async () => {
    const { page, close } = await look();
    await page.goto(server.url + '/');
    assert.match(await page.textContent('.hero .big'), /^\d+\.\d/);
    await page.click('.row a >> nth=0');
    const quote = page.locator('#verdict blockquote a').first();
    const text = (await quote.textContent()).trim();
    await quote.click();
    await page.waitForURL(/#line-\d+-[0-9a-f]+$/);
    const turn = page.locator(new URL(page.url()).hash);
    await turn.waitFor();
    assert.ok(text.length > 0);
    assert.ok(await turn.evaluate((e) => { const r = e.getBoundingClientRect(); return r.top >= 0 && r.top < innerHeight; }), 'the line is in sight');
    await close();
  });

  it('sees what was done in a turn, step by step, with the changed lines', async () => {
    const { page, close } = await look();
    await page.goto(server.url + '/sessions?crushed=yes&intent=feature');
    await page.click('.row a >> nth=0');
    const steps = page.locator('details.more-of').first();
    await steps.locator('summary').click();
    await steps.locator('.steps > li').first().waitFor();
    assert.ok(await page.locator('.diff .added').count() > 0);
    assert.deepEqual(await broken(page), []);
    await close();
  });

  it('renames a session, and the name stays', async () => {
    const { page, close } = await look();
    await page.goto(server.url + '/sessions');
    await page.click('.row a >> nth=0');
    await page.click('details.rename summary');
    await page.fill('details.rename input[name=title]', 'A name of my own');
    await page.click('details.rename button');
    await page.waitForLoadState('load');
    assert.match(await page.textContent('h1'), /A name of my own/);
    await page.reload();
    assert.match(await page.textContent('h1'), /A name of my own/);
    await page.goto(server.url + '/sessions?q=my+own');
    assert.equal(await page.locator('.row').count(), 1);
    await close();
  });

  it('disagrees, and takes it back', async () => {
    const { page, close } = await look();
    await page.goto(server.url + '/sessions?crushed=no&counted=yes');
    await page.click('.row a >> nth=0');
    await page.click('form.label button[value=disagree]');
    await page.waitForSelector('form.label button[value=disagree][aria-pressed=true]');
    await page.click('form.label button[value=none]');
    await page.waitForFunction(() => !document.querySelector('form.label [aria-pressed=true]'));
    await close();
  });

  it('filters, and finds the filter in the address and with Back', async () => {
    const { page, close } = await look();
    await page.goto(server.url + '/sessions');
    const all = await page.locator('.row').count();
    await page.selectOption('select[name=crushed]', 'yes');
    await page.waitForURL(/crushed=yes/);
    await page.waitForFunction((n) => document.querySelectorAll('.row').length < n, all);
    const some = await page.locator('.row').count();
    await page.reload();
    assert.equal(await page.locator('.row').count(), some);
    assert.equal(await page.inputValue('select[name=crushed]'), 'yes');
    await page.goBack();
    await page.waitForFunction((n) => document.querySelectorAll('.row').length === n, all);
    await close();
  });

  it('needs nothing but the keyboard', async () => {
    const { page, close } = await look();
    await page.goto(server.url + '/');
    await page.keyboard.press('Tab');
    assert.equal(await page.evaluate(() => document.activeElement.className), 'skip');
    await page.keyboard.press('g');
    await page.keyboard.press('l');
    await page.waitForURL(/\/sessions/);
    await page.keyboard.press('/');
    assert.equal(await page.evaluate(() => document.activeElement.id), 'search');
    await page.keyboard.press('Escape');
    await page.keyboard.press('j');
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/sessions\/[0-9a-f]/);
    await page.keyboard.press('?');
    await page.waitForSelector('dialog#help[open]');
    await page.keyboard.press('Escape');
    await page.waitForSelector('dialog#help:not([open])', { state: 'attached' });
    await close();
  });

  it('goes anywhere by the command palette, by keys alone', async () => {
    const { page, wrong, close } = await look();
    await page.goto(server.url + '/sessions');
    await page.click('#search'); // also from within a field
    await page.keyboard.press('Control+k');
    const input = page.locator('#palette-input');
    await input.waitFor();
    assert.ok(await input.evaluate((e) => e === document.activeElement));
    await page.waitForFunction(() => document.querySelectorAll('#palette-list [role=option]').length > 8); // sessions, too
    assert.deepEqual(await broken(page), []);
    await page.keyboard.press('ArrowUp'); // round to the last
    const chosen = () => page.evaluate(() => document.getElementById(document.querySelector('#palette-input').getAttribute('aria-activedescendant'))?.getAttribute('aria-selected'));
    assert.equal(await chosen(), 'true');
    await page.keyboard.type('tide tables');
    await page.waitForFunction(() => [...document.querySelectorAll('#palette-list [role=option]')].some((o) => /tide tables/i.test(o.textContent)));
    assert.equal(await chosen(), 'true');
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/sessions\/[0-9a-f]{16}/);
    await page.keyboard.press('Control+k');
    await page.keyboard.type('speed');
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/speed/);
    await page.click('#find');
    await page.keyboard.type('light or dark');
    await page.keyboard.press('Enter');
    assert.equal(await page.evaluate(() => document.documentElement.dataset.theme), 'dark');
    await page.keyboard.press('Control+k');
    await page.keyboard.press('Escape');
    await page.waitForSelector('#palette:not([open])', { state: 'attached' });
    await page.keyboard.press('Control+k');
    await page.keyboard.type('keys');
    await page.keyboard.press('Enter');
    await page.waitForSelector('dialog#help[open]');
    assert.deepEqual(wrong, []);
    await close();
  });

  it('narrows the score, and takes that on to the sessions', async () => {
    const { page, close } = await look();
    await page.goto(server.url + '/');
    await page.selectOption('select[name=intent]', 'bug_fix');
    await page.waitForURL((u) => u.search === '?intent=bug_fix'); // and nothing of what is not asked for
    const [, counted] = (await page.textContent('.hero strong')).match(/of (\d+)/);
    await page.click('.more-filters summary');
    await page.selectOption('select[name=verdict]', 'missed');
    await page.waitForURL(/verdict=missed/);
    assert.match(await page.textContent('.hero strong'), new RegExp(`of ${counted}`)); // what became of them changes no share
    await page.click('text=These sessions as a list');
    await page.waitForURL(/\/sessions\?.*intent=bug_fix.*verdict=missed/);
    assert.equal(await page.locator('.row .standing.bad').count(), await page.locator('.row').count());
    await page.goto(server.url + '/?unit=day');
    assert.match(await page.textContent('.units [aria-current]'), /day/);
    const habit = page.locator('.plain .why a').first();
    const said = Number((await habit.textContent()).match(/\d+/)[0]);
    await habit.click();
    await page.waitForURL(/miss=/);
    assert.equal(await page.locator('.row').count(), said);
    await close();
  });

  it('chooses a time of the trend by dragging, by keys, and by its form', async () => {
    const { page, wrong, close } = await look();
    await page.goto(server.url + '/?intent=feature&unit=week');
    const days = async () => new URL(page.url()).searchParams;
    const weeks = await page.locator('form.zoom select[name=since] option').evaluateAll((list) => list.map((o) => o.value));
    assert.ok(weeks.length >= 4, `${weeks.length} weeks`);
    const until = await page.locator('form.zoom select[name=until] option').evaluateAll((list) => list.map((o) => o.value));
    const svg = page.locator('.plotted svg');
    const box = await svg.boundingBox();
    const at = (i) => box.x + (30 + (632 - 30) / weeks.length * (i + 0.5)) * box.width / 640;
    await page.mouse.move(at(1), box.y + 60);
    assert.match(await page.textContent('.readout'), /^week of .* of \d+|^week of .*—/);
    await page.mouse.down();
    await page.mouse.move(at(2), box.y + 70, { steps: 4 });
    assert.equal(await page.locator('.plotted .brush').count(), 1);
    await page.mouse.up();
    await page.waitForURL(/since=/);
    let q = await days();
    assert.deepEqual([q.get('since'), q.get('until'), q.get('intent'), q.get('unit')], [weeks[1], until[2], 'feature', null]);
    assert.match(await page.textContent('.chips'), /since/);
    await page.click('form.zoom a');
    await page.waitForURL((u) => !u.searchParams.has('since'));
    // By keys alone: the second and the third.
    await page.goto(server.url + '/?unit=week');
    await page.locator('.plotted').focus();
    for (const key of ['ArrowRight', 'ArrowRight', 'Shift+ArrowRight']) await page.keyboard.press(key);
    assert.match(await page.textContent('#status'), / to /);
    assert.deepEqual(await broken(page), []);
    await page.keyboard.press('Enter');
    await page.waitForURL(/since=/);
    q = await days();
    assert.ok(q.get('since') < q.get('until'));
    // And a press alone chooses nothing.
    const here = page.url();
    const again = await page.locator('.plotted svg').boundingBox();
    await page.mouse.click(again.x + again.width / 2, again.y + 50);
    await page.waitForTimeout(200);
    assert.equal(page.url(), here);
    assert.deepEqual(wrong, []);
    await close();
  });

  it('chooses a time of the trend without a script', async () => {
    const { page, close } = await look({ javaScriptEnabled: false });
    await page.goto(server.url + '/?unit=week');
    await page.selectOption('form.zoom select[name=since]', { index: 1 });
    await page.click('form.zoom button');
    await page.waitForURL(/since=.*until=/);
    await close();
  });

  it('finds the columns that they chose again, until they want the usual ones', async () => {
    const { page, close } = await look();
    await page.goto(server.url + '/sessions');
    await page.click('.choose-columns summary');
    await page.check('.choose-columns input[value=model]');
    await page.uncheck('.choose-columns input[value=cost]');
    await page.click('.choose-columns button');
    await page.waitForURL(/col=model/);
    const names = () => page.locator('.list thead th').allTextContents();
    assert.ok((await names()).includes('model'));
    await page.goto(server.url + '/sessions?crushed=yes');
    assert.ok((await names()).includes('model') && !(await names()).includes('cost'), String(await names()));
    await page.click('.choose-columns summary');
    await page.click('text=the usual ones');
    await page.waitForURL(/col=usual/);
    await page.goto(server.url + '/sessions');
    assert.ok(!(await names()).includes('model'));
    await close();
  });

  it('takes a tour of samples where there is nothing yet, and leaves it', async () => {
    const { page, wrong, close } = await look({ width: 390 });
    await page.goto(empty.url + '/');
    await page.click('text=Take the tour');
    await page.waitForSelector('.tour');
    for (let i = 1; i <= 4; i++) {
      assert.match(await page.textContent('.tour'), new RegExp(`made-up samples.*${i} of 4`, 's'));
      assert.deepEqual(await broken(page), []);
      assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= document.documentElement.clientWidth), `stop ${i} fits`);
      if (i < 4) {
        await page.click('.tour a.button');
        await page.waitForFunction((n) => document.querySelector('.tour')?.textContent.includes(n + ' of 4'), i + 1);
      }
    }
    await page.goto(empty.url + '/settings');
    assert.equal(await page.locator('.tour').count(), 0);
    await page.goto(empty.url + '/tokens');
    await page.click('text=Leave the tour');
    await page.waitForSelector('text=Take the tour');
    assert.deepEqual(wrong, []);
    await close();
  });

  it('reads everything without a script', async () => {
    const { page, close } = await look({ javaScriptEnabled: false });
    await page.goto(server.url + '/sessions');
    await page.selectOption('select[name=crushed]', 'yes');
    await page.click('form.filters button');
    await page.waitForURL(/crushed=yes/);
    await page.click('.row a >> nth=0');
    assert.ok(await page.locator('.turn').count() > 0);
    await close();
  });
});
