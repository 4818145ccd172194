import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';

/**
 * Returns the accessibility violations that axe finds on a page in light and dark mode: scheme, rule, elements. Only
 * colours differ between the two, so the second pass checks only them. `within` limits the check to a part of the
 * page, such as a dialog.
 */
export async function violations(page: Page, within?: string): Promise<string[]> {
  const found: string[] = [];
  // Its chunk may still be loading.
  if (within !== undefined) await page.locator(within).first().waitFor();
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    // Passing rules are not described. Legacy mode runs axe in the page itself: there are no cross-origin frames,
    // for which a blank page would be opened each time.
    const axe = new AxeBuilder({ page }).options({ resultTypes: ['violations'] }).setLegacyMode();
    if (within !== undefined) axe.include(within);
    if (colorScheme === 'dark') axe.withRules(['color-contrast', 'link-in-text-block']);
    for (const { id, nodes } of (await axe.analyze()).violations) {
      found.push(`${colorScheme}: ${id}: ${nodes.map((node) => node.html.slice(0, 160)).join(' | ')}`);
    }
  }
  await page.emulateMedia({ colorScheme: null, reducedMotion: null });
  return found;
}
