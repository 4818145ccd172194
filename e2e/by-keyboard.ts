import type { Locator, Page } from '@playwright/test';
import { expect } from './fixtures';

/** More than any page has controls: Tab comes round to the first again. */
const mostPresses = 250;

/** Goes to a control with Tab, as somebody without a mouse does. */
export async function reach(page: Page, control: Locator): Promise<void> {
  await expect(control).toBeVisible();
  for (let presses = 0; presses < mostPresses; presses += 1) {
    if (await control.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press('Tab');
  }
  await expect(control).toBeFocused();
}

/** Goes there and presses it. */
export async function press(page: Page, control: Locator): Promise<void> {
  await expect(control).toBeEnabled();
  await reach(page, control);
  await page.keyboard.press('Enter');
}

/** Goes to a box and types over what stands in it. */
export async function type(page: Page, control: Locator, text: string): Promise<void> {
  await reach(page, control);
  await page.keyboard.press('Control+a');
  await page.keyboard.type(text);
}
