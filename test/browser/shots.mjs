// Pictures of every page, to be looked at: node shots.mjs [FOLDER [PROJECTS]]
import { mkdir } from 'node:fs/promises';
import { browser, demo, serve } from './prism.mjs';
import { pages } from './pages.mjs';

const folder = process.argv[2] ?? 'shots';
await mkdir(folder, { recursive: true });
const server = await serve(process.argv[3] ?? demo);
const chromium = await browser();
try {
  for (const theme of ['light', 'dark']) {
    for (const width of [1440, 390]) {
      const context = await chromium.newContext({ viewport: { width, height: 900 }, colorScheme: theme, reducedMotion: 'reduce' });
      const page = await context.newPage();
      for (const [name, address] of await pages(server.url)) {
        await page.goto(server.url + address, { waitUntil: 'load' });
        if (name === 'live') await page.locator('.live[data-state="following"]').waitFor(); // its stream never ends
        await page.screenshot({ path: `${folder}/${name}-${width}-${theme}.png`, fullPage: true });
      }
      await context.close();
    }
  }
} finally {
  await chromium.close();
  await server.stop();
}
