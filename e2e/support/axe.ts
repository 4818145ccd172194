import type { Page } from '@playwright/test';
import axe from 'axe-core';

declare global {
  // Declaration merging requires an interface.
  interface Window {
    axe: typeof axe;
  }
}

/**
 * Returns the accessibility violations that axe finds on a page in light and dark mode: scheme, rule, elements. Only
 * colours differ between the two, so the second pass checks only them. `within` limits the check to a part of the
 * page, such as a dialog.
 */
export async function violations(page: Page, within?: string): Promise<string[]> {
  const found: string[] = [];
  // Its chunk may still be loading. A page has a heading once it is there, hidden perhaps behind what stands before it.
  if (within === undefined) await page.locator('h1').first().waitFor({ state: 'attached' });
  else await page.locator(within).first().waitFor();
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    const rules = colorScheme === 'dark' ? ['color-contrast', 'link-in-text-block'] : undefined;
    found.push(...(await broken(page, within, rules)).map((each) => `${colorScheme}: ${each}`));
  }
  await page.emulateMedia({ colorScheme: null, reducedMotion: null });
  return found;
}

/** Rows that are made as the eight before them: each costs as much as the first, and nothing else is found in them. */
const furtherRows = ['[role="row"]:nth-child(n + 9)', 'tbody > tr:nth-child(n + 9)'];

/**
 * Runs axe in the page itself, where there are no other frames: all rules, or some. It is loaded once into a page, and
 * only what is broken comes back: both cost a third of the time that the check takes.
 */
async function broken(page: Page, within?: string, rules?: string[]): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source);
  await page.evaluate(standsStill);
  return page.evaluate(
    async ([context, values, further]) => {
      const options = {
        resultTypes: ['violations' as const],
        // Who speaks to the page says what is written; axe leaves the rule out by itself.
        rules: { 'label-content-name-mismatch': { enabled: true } },
        ...(values && { runOnly: { type: 'rule' as const, values } }),
      };
      const result = await window.axe.run({ include: context ?? document, exclude: further }, options);
      return result.violations.map(
        ({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(' | ')}`,
      );
    },
    [within, rules, furtherRows] as const,
  );
}

/** Waits in the page for what opens, moves or fades: it is half transparent until then. A loader never ends. */
async function standsStill(): Promise<void> {
  const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
  for (;;) {
    // A transition begins with the frame after the one in which its element is there.
    await frame();
    await frame();
    const ending = document.getAnimations().filter(
      ({ playState, effect, timeline }) =>
        // One that follows the scrolling (`.sideways`) has no end in time.
        timeline instanceof DocumentTimeline &&
        playState === 'running' &&
        effect?.getComputedTiming().endTime !== Infinity,
    );
    if (ending.length === 0) return;
    await Promise.allSettled(ending.map(({ finished }) => finished));
  }
}
