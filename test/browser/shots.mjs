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
    for (const width of [1280, 390]) {
      const context = await chromium.newContext({ viewport: { width, height: 900 }, colorScheme: theme, reducedMotion: 'reduce' });
      const page = await context.newPage();
      for (const [name, address] of await pages(server.url)) {
        await page.goto(server.url + address, { waitUntil: 'networkidle' });
        await page.screenshot({ path: `${folder}/${name}-${width}-${theme}.png`, fullPage: true });
      }
      await context.close();
    }
  }
} finally {
  await chromium.close();
  await server.stop();
}
