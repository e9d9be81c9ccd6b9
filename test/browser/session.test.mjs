// The pages of a session in a real browser: what is said of verdicts, and the way from a
// verdict to the line and back to the list.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { after, before, describe, it } from 'node:test';
import { browser, demo, serve } from './prism.mjs';

let chromium, server;

before(async () => {
  [chromium, server] = await Promise.all([browser(), serve(demo)]);
});
after(async () => {
  await chromium?.close();
  await server?.stop();
});

// look opens a tab and answers it with what goes wrong in it.
async function look(more = {}) {
  const context = await chromium.newContext({ viewport: { width: 1280, height: 900 }, reducedMotion: 'reduce', ...more });
  const page = await context.newPage();
  page.setDefaultTimeout(8000);
  const wrong = [];
  page.on('pageerror', (e) => wrong.push(String(e)));
  return { page, wrong, close: () => context.close() };
}

describe('the list of sessions', () => {
  it('goes on by keys from a checkbox, and x chooses the row', async () => {
    const { page, wrong, close } = await look();
    await page.goto(server.url + '/sessions?counted=yes');
    const boxes = page.locator('.row input[type=checkbox]');
    const rowOf = () => page.evaluate(() => [...document.querySelectorAll('.row')].indexOf(document.activeElement.closest('.row')));
    await boxes.nth(1).focus();
    await page.keyboard.press('j');
    assert.equal(await rowOf(), 2);
    await page.keyboard.press('x');
    assert.ok(await boxes.nth(2).isChecked());
    await page.keyboard.press('k');
    await page.keyboard.press('k');
    assert.equal(await rowOf(), 0);
    await page.keyboard.press('Space'); // a checkbox stays one
    assert.ok(await boxes.nth(0).isChecked());
    await page.keyboard.press('x');
    assert.ok(!await boxes.nth(0).isChecked());
    await page.locator('.row a').nth(3).focus();
    await page.keyboard.press('x');
    assert.ok(await boxes.nth(3).isChecked());
    await page.keyboard.press('j');
    await page.keyboard.press('Enter'); // from a title to the next one, which opens
    await page.waitForURL(/\/sessions\/[0-9a-f]+\?counted=yes/);
    await page.goto(server.url + '/sessions');
    await page.click('#search');
    await page.keyboard.type('xjk'); // letters are letters where one writes
    assert.equal(await page.inputValue('#search'), 'xjk');
    assert.deepEqual(wrong, []);
    await close();
  });

  it('says it of several, keeps a note, names what was judged anew, and takes it back with one click', async () => {
    const { page, wrong, close } = await look();
    const list = server.url + '/sessions?counted=yes&sort=cost';
    await page.goto(list);
    // A note of one's own on the first.
    await page.click('.row a >> nth=0');
    await page.fill('form.label input[name=note]', 'because I tried it');
    await page.click('form.label button[value=agree]');
    await page.waitForSelector('form.label button[value=agree][aria-pressed=true]');
    const first = page.url().replace(/#.*/, '');
    assert.match(first, /counted=yes&sort=cost/);
    await page.goto(list);
    // What is done with those chosen is there once one is.
    assert.equal(await page.isVisible('#bulk'), false);
    for (const n of [0, 1, 2]) await page.locator('.row input[type=checkbox]').nth(n).check();
    assert.equal(await page.isVisible('#bulk'), true);
    // The third is judged anew meanwhile: what its row shows is no more.
    const third = await page.evaluate(() => {
      const box = document.querySelectorAll('.row input[type=checkbox]')[2];
      const [id, shown] = box.value.split('.');
      box.value = `${id}.${shown === 'landed' ? 'missed' : 'landed'}`;
      return id;
    });
    await page.click('#bulk button[value=disagree]');
    await page.waitForURL(/said=2-0/);
    assert.match(await page.textContent('.notice'), /Said of 2 sessions\..*Nothing was said of 1 session/s);
    assert.equal(await page.locator(`.notice a[href*="${third}"]`).count(), 1);
    assert.equal(await page.getByText('✗ you disagree').count(), 2); // and the list shows it
    await page.goto(first);
    assert.ok(await page.locator('form.label button[value=disagree][aria-pressed=true]').count() === 1);
    assert.equal(await page.inputValue('form.label input[name=note]'), 'because I tried it');
    await page.goBack();
    await page.click('.notice form button');
    await page.waitForURL(/said=back-2-0/);
    await page.goto(first);
    assert.ok(await page.locator('form.label button[value=agree][aria-pressed=true]').count() === 1);
    assert.equal(await page.inputValue('form.label input[name=note]'), 'because I tried it');
    await page.click('form.label button[value=none]');
    await page.waitForFunction(() => !document.querySelector('form.label [aria-pressed=true]'));
    assert.deepEqual(wrong, []);
    await close();
  });
});

describe('a session', () => {
  it('refuses what is said of a verdict that is no more, and keeps what was typed', async () => {
    const { page, close } = await look();
    await page.goto(server.url + '/sessions?crushed=yes');
    await page.click('.row a >> nth=0');
    await page.evaluate(() => { document.querySelector('form.label input[name=shown]').value = 'missed'; }); // it was judged anew
    await page.fill('form.label input[name=note]', 'typed before');
    const [answer] = await Promise.all([page.waitForResponse((r) => r.request().method() === 'POST'), page.click('form.label button[value=disagree]')]);
    assert.equal(answer.status(), 409);
    await page.waitForSelector('#verdict .notice.bad');
    assert.ok(await page.locator('#verdict .notice.bad').evaluate((e) => { const r = e.getBoundingClientRect(); return r.top >= 0 && r.bottom < innerHeight; }), 'it is in sight');
    assert.match(await page.textContent('#verdict .notice.bad'), /now says that it landed/);
    assert.equal(await page.inputValue('form.label input[name=note]'), 'typed before');
    assert.equal(await page.locator('form.label [aria-pressed=true]').count(), 0);
    await page.click('form.label button[value=disagree]');
    await page.waitForSelector('form.label button[value=disagree][aria-pressed=true]');
    await page.click('form.label button[value=none]');
    await page.waitForFunction(() => !document.querySelector('form.label [aria-pressed=true]'));
    await close();
  });

  it('leads back to the list that it was opened from', async () => {
    const { page, close } = await look();
    const list = '/sessions?crushed=yes&reverse=yes&sort=cost';
    await page.goto(server.url + list);
    await page.click('.row a >> nth=0');
    await page.click('#verdict blockquote a >> nth=0');
    await page.click('.crumb a');
    await page.waitForURL((u) => u.pathname + u.search === list);
    await close();
  });

  it('shows each quoted line at its place, marked, and the one that was asked for most of all', async () => {
    const { page, wrong, close } = await look();
    for (const filter of ['crushed=yes', 'crushed=no&counted=yes']) {
      await page.goto(server.url + '/sessions?' + filter);
      const rows = (await page.locator('.row a').evaluateAll((list) => list.map((a) => a.href))).slice(0, 5);
      for (const href of rows) {
        await page.goto(href);
        const quotes = await page.locator('#verdict blockquote a').evaluateAll((list) => list.map((a) => ({ to: a.href, text: a.textContent.trim() })));
        for (const { to, text } of quotes) {
          await page.goto(to);
          const line = page.locator(':target');
          await line.waitFor();
          const seen = await line.evaluate((e) => ({ text: e.textContent, top: e.getBoundingClientRect().top, outline: getComputedStyle(e).outlineStyle, inTurn: Boolean(e.closest('.turn')) }));
          const words = (t) => t.replace(/\s+/g, ' ').replace(/…$/, '').trim();
          assert.ok(words(seen.text).includes(words(text)), `${to}: ${seen.text} lacks ${text}`);
          assert.ok(seen.inTurn && seen.outline === 'solid' && seen.top >= 0 && seen.top < 900, JSON.stringify(seen));
        }
      }
    }
    assert.deepEqual(wrong, []);
    await close();
  });

  it('is taken away as JSON', async () => {
    const { page, close } = await look();
    await page.goto(server.url + '/sessions?crushed=yes');
    await page.click('.row a >> nth=0');
    const [file] = await Promise.all([page.waitForEvent('download'), page.click('.session-head a[download]')]);
    const shown = JSON.parse(await readFile(await file.path(), 'utf8'));
    assert.equal(shown.schema, 'prism.show/1');
    assert.ok(page.url().includes(shown.id) && file.suggestedFilename() === `session-${shown.id}.json`);
    assert.ok(shown.turns_detail.length > 0);
    await close();
  });

  it('says on both sides what a later one undid', async () => {
    const { page, close } = await look();
    await page.goto(server.url + '/sessions?verdict=reworked');
    await page.click('.row a >> nth=0');
    const title = (await page.locator('h1').evaluate((e) => e.firstChild.textContent)).trim();
    const by = page.locator('section:has(> h2:text-is("Rework")) a').first();
    await by.click();
    await page.waitForSelector('#undid');
    assert.match(await page.textContent('#undid'), /It undid \d+ lines? by/);
    assert.ok((await page.textContent('#undid')).includes(title), title);
    await page.click('#undid a:text-is("side by side")');
    await page.waitForURL(/\/undone\/[0-9a-f]+\?.*verdict=reworked/);
    assert.ok((await page.textContent('.beside.heads')).includes(title));
    await close();
  });
});
