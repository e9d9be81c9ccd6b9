// What axe finds on a page.
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';

const axe = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

// broken is what it finds, one line for each element.
export async function broken(page) {
  return page.evaluate(async (source) => {
    // Run as the test's own, which the page's policy does not forbid.
    (0, eval)(source);
    const r = await globalThis.axe.run(document, { resultTypes: ['violations', 'incomplete'] });
    // Contrast over a drawing, and the name of a button that shows a sign, axe leaves to people.
    const unsure = r.incomplete.filter((v) => !['color-contrast', 'label-content-name-mismatch'].includes(v.id));
    return [...r.violations, ...unsure].flatMap((v) => v.nodes.map((n) => `${v.id}: ${n.target.join(' ')} ${n.failureSummary ?? ''}`));
  }, axe);
}
