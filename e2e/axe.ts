import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';

/**
 * What axe finds on the page in light and dark: scheme, rule, elements. Only colours differ between the two, so the
 * second look asks for them alone. `within`: one part of the page, such as a dialog over what was looked at before.
 */
export async function violations(page: Page, within?: string): Promise<string[]> {
  const found: string[] = [];
  // Its code may still be on its way.
  if (within !== undefined) await page.locator(within).first().waitFor();
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    // What passes is not described; and it runs in the page itself, since there are no frames of others, for which
    // a blank page would be opened each time.
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
