// Languages and regions in a real browser: what it asks for, what a person sets, and that
// every page holds in another language and in the other direction.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { broken } from './axe.mjs';
import { browser, demo, serve } from './prism.mjs';
import { pages } from './pages.mjs';

let chromium, server, empty;

before(async () => {
  [chromium, server, empty] = await Promise.all([browser(), serve(demo), serve()]);
});
after(async () => {
  await chromium?.close();
  await Promise.all([server?.stop(), empty?.stop()]);
});

// look opens a tab that asks for a language.
async function look(locale, { width = 1280, accept } = {}) {
  const context = await chromium.newContext({ viewport: { width, height: 900 }, locale, reducedMotion: 'reduce', extraHTTPHeaders: accept ? { 'Accept-Language': accept } : {} });
  const page = await context.newPage();
  page.setDefaultTimeout(8000);
  return { page, close: () => context.close() };
}

// shapes are how an address's dates, times and numbers look on pages.
async function shapes(page) {
  await page.goto(server.url + '/settings');
  const lang = await page.evaluate(() => document.documentElement.lang);
  const stamp = (await page.textContent('body > footer time')).trim();
  const iso = await page.getAttribute('body > footer time', 'datetime');
  await page.goto(server.url + '/');
  return { lang, stamp, iso, score: (await page.textContent('.hero .big')).trim() };
}

// torn are the words of names and short values that stand on two lines: those of twenty
// letters and more may.
const torn = (page) => page.evaluate(() => {
  const found = [];
  for (const at of document.querySelectorAll('.pairs :is(dt, dd):not(:has(.id)), .checks tbody th, .bars tbody th, .tile h2')) {
    const texts = document.createTreeWalker(at, NodeFilter.SHOW_TEXT);
    for (let text = texts.nextNode(); text; text = texts.nextNode()) {
      for (const m of text.data.matchAll(/\p{L}{2,19}/gu)) {
        const range = document.createRange();
        range.setStart(text, m.index);
        range.setEnd(text, m.index + m[0].length);
        if (new Set([...range.getClientRects()].map((x) => Math.round(x.top))).size > 1) found.push(m[0]);
      }
    }
  }
  return found;
});

describe('a word', () => {
  for (const locale of ['en-GB', 'de']) {
    for (const width of [390, 1280]) {
      it(`is not torn in two: ${locale}, ${width} px`, async () => {
        const { page, close } = await look(locale, { width });
        for (const [name, address] of await pages(server.url)) {
          await page.goto(server.url + address, { waitUntil: 'domcontentloaded' });
          assert.deepEqual(await torn(page), [], name);
        }
        await close();
      });
    }
  }
});

describe('what a browser asks for', () => {
  for (const [locale, accept, want] of [
    ['de', undefined, { lang: 'de', stamp: /^\d{2}\.\d{2}\.\d{4} \d{2}:\d{2}$/, score: /^\d+,\d/ }],
    ['en-GB', undefined, { lang: 'en', stamp: /^\d{2}\/\d{2}\/\d{4} \d{2}:\d{2}$/, score: /^\d+\.\d/ }],
    ['en-US', undefined, { lang: 'en', stamp: /^\d{2}\/\d{2}\/\d{4} \d{1,2}:\d{2} [AP]M$/, score: /^\d+\.\d/ }],
    ['pt-BR', 'pt-BR,pt;q=0.9,en-US;q=0.8,en;q=0.7', { lang: 'en', stamp: /^\d{2}\/\d{2}\/\d{4} \d{2}:\d{2}$/, score: /^\d+,\d/ }],
    ['sv', undefined, { lang: 'en', stamp: /^\d{4}-\d{2}-\d{2} \d{2}:\d{2}$/, score: /^\d+,\d/ }],
  ]) {
    it(`gives its words and forms: ${accept ?? locale}`, async () => {
      const { page, close } = await look(locale, { accept });
      const got = await shapes(page);
      assert.equal(got.lang, want.lang);
      assert.match(got.stamp, want.stamp);
      assert.match(got.score, want.score);
      assert.match(got.iso, /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}Z$/);
      await close();
    });
  }
});

describe('a person', () => {
  it('sets language, region and time zone, and takes them back', async () => {
    const { page, close } = await look('en-GB');
    await page.goto(server.url + '/settings');
    await page.selectOption('#locale select[name=language]', 'de');
    await page.selectOption('#locale select[name=region]', 'en-US');
    await page.fill('#locale input[name=zone]', 'Asia/Kolkata');
    await page.click('#locale button');
    await page.waitForURL(/done=locale-set/);
    assert.equal(await page.evaluate(() => document.documentElement.lang), 'de');
    assert.equal((await page.textContent('h1')).trim(), 'Einstellungen');
    const time = page.locator('body > footer time');
    assert.match(await time.textContent(), /^\d{2}\/\d{2}\/\d{4} \d{1,2}:\d{2} [AP]M$/);
    const at = new Date(await time.getAttribute('datetime'));
    const there = at.toLocaleTimeString('en-US', { timeZone: 'Asia/Kolkata', hour: 'numeric', minute: '2-digit' });
    assert.ok((await time.textContent()).endsWith(there.replace(/\s/g, ' ')), `${await time.textContent()} is not ${there}`);
    await page.goto(server.url + '/sessions');
    assert.equal((await page.textContent('h1')).trim(), 'Sitzungen');

    await page.goto(server.url + '/settings');
    await page.fill('#locale input[name=zone]', 'Nowhere/Land');
    await page.click('#locale button');
    assert.match(await page.textContent('[role=alert]'), /Zeitzone/);

    await page.selectOption('#locale select[name=language]', '');
    await page.selectOption('#locale select[name=region]', '');
    await page.fill('#locale input[name=zone]', '');
    await page.click('#locale button');
    await page.waitForURL(/done=locale-set/);
    assert.equal(await page.evaluate(() => document.documentElement.lang), 'en');
    assert.deepEqual((await page.context().cookies()).filter((c) => c.name === 'prism-locale'), []);
    await close();
  });

  it('is told by scripts in the language of the page', async () => {
    const { page, close } = await look('de');
    await page.goto(server.url + '/');
    await page.keyboard.press('Control+k');
    await page.fill('#palette-input', 'Sitz');
    await page.locator('#palette [role=option]').first().waitFor();
    assert.match(await page.getAttribute('#palette-input', 'placeholder'), /Seite, Sitzung/);
    await page.keyboard.press('Escape');
    await page.click('#theme');
    assert.match(await page.textContent('#status'), /^(hell|dunkel)$/);
    await close();
  });

  it('gets files in one form, whatever the page is in', async () => {
    const ask = async (path, language) => (await fetch(server.url + path, { headers: { 'Accept-Language': language } })).text();
    for (const path of ['/sessions.csv', '/api/v1/sessions?limit=5']) assert.equal(await ask(path, 'de'), await ask(path, 'en'), path);
    assert.match(await ask('/sessions.csv', 'de'), /^id,ended,verdict/);
  });
});

describe('every page in German', () => {
  for (const width of [1440, 390]) {
    it(`is accessible and fits: ${width} px`, async () => {
      const { page, close } = await look('de', { width });
      for (const at of [server, empty]) {
        for (const [name, address] of await pages(at.url)) {
          await page.goto(at.url + address, { waitUntil: 'load' });
          assert.equal(await page.evaluate(() => document.documentElement.lang), 'de', name);
          assert.deepEqual(await broken(page), [], name);
          const wide = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
          assert.ok(wide <= 0, `${name} is ${wide} px too wide`);
        }
      }
      await close();
    });
  }

  it('keeps its layout from right to left', async () => {
    for (const width of [1440, 390]) {
      const { page, close } = await look('de', { width });
      for (const [name, address] of await pages(server.url)) {
        await page.goto(server.url + address, { waitUntil: 'load' });
        await page.evaluate(() => { document.documentElement.dir = 'rtl'; });
        const wide = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
        assert.ok(wide <= 0, `${name} is ${wide} px too wide at ${width}`);
      }
      await close();
    }
  });
});
