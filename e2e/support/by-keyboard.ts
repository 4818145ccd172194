import type { Locator, Page } from '@playwright/test';
import { expect } from './fixtures';

/** More than the controls of any page, after which Tab has come round to the first one. */
const maxPresses = 250;

/** Reaches a control with Tab, as a user without a mouse does. */
export async function reach(page: Page, control: Locator): Promise<void> {
  await expect(control).toBeVisible();
  for (let presses = 0; presses < maxPresses; presses += 1) {
    if (await control.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press('Tab');
  }
  await expect(control).toBeFocused();
}

/** Reaches a control and presses it. */
export async function press(page: Page, control: Locator): Promise<void> {
  await expect(control).toBeEnabled();
  await reach(page, control);
  await page.keyboard.press('Enter');
}

/** Reaches an input and replaces its text. */
export async function type(page: Page, control: Locator, text: string): Promise<void> {
  await reach(page, control);
  await page.keyboard.press('Control+a');
  await page.keyboard.type(text);
}

/** Signs out by a menu: that of the company, or of the person. */
export async function signOutByKeyboard(page: Page, menu: RegExp | string): Promise<void> {
  await press(page, page.getByRole('button', { name: menu }));
  const out = page.getByRole('menuitem', { name: 'Sign out', exact: true });
  await expect(out).toBeVisible();
  for (let presses = 0; presses < 20; presses += 1) {
    if (await out.evaluate((element) => element === document.activeElement)) break;
    await page.keyboard.press('ArrowDown');
  }
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
}
