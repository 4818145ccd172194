import type { Locator, Page } from '@playwright/test';
import { expect, test } from './support/fixtures';

/** Returns the share of the pixels in and around an element's box that are seen beside the colour of its corner. */
async function drawn(page: Page, element: Locator, around = 1): Promise<number> {
  await element.scrollIntoViewIfNeeded();
  const box = await element.boundingBox();
  if (!box) return 0;
  const clip = {
    x: box.x - around,
    y: box.y - around,
    width: box.width + 2 * around,
    height: box.height + 2 * around,
  };
  const picture = await page.screenshot({ clip, animations: 'disabled' });
  return page.evaluate(async (bytes) => {
    const image = await createImageBitmap(
      new Blob([Uint8Array.from(atob(bytes), (one) => one.charCodeAt(0))]),
    );
    const canvas = new OffscreenCanvas(image.width, image.height);
    const context = canvas.getContext('2d')!;
    context.drawImage(image, 0, 0);
    const { data } = context.getImageData(0, 0, image.width, image.height);
    let others = 0;
    for (let at = 0; at < data.length; at += 4)
      // Far enough from the page's own colour to be seen: 60 of 255 in one of the channels.
      if ([0, 1, 2].some((channel) => Math.abs(data[at + channel]! - data[channel]!) > 60)) others += 1;
    return others / (data.length / 4);
  }, picture.toString('base64'));
}

for (const colorScheme of ['light', 'dark'] as const)
  test(`in a ${colorScheme} contrast theme switches, dots, bars and the focus are seen`, async ({
    signIn,
  }) => {
    const page = await signIn('/products/new', 'Manager', 'en');
    await page.emulateMedia({ forcedColors: 'active', colorScheme });
    const seen = async (what: string, element: Locator, least: number) =>
      expect.soft(await drawn(page, element), what).toBeGreaterThan(least);

    const active = page.getByRole('switch').first();
    await expect(active).toBeAttached();
    const track = page.locator('[role="switch"] + [class*="_track_"]').first();
    await seen('a switch that is on', track, 0.2);
    await active.press('Space');
    // Not its focus.
    await active.blur();
    await seen('a switch that is off', track, 0.1);
    const name = page.getByRole('textbox', { name: 'Name', exact: true });
    await name.focus();
    await name.press('End');
    expect.soft(await name.evaluate((box) => getComputedStyle(box).outlineStyle), 'focus').not.toBe('none');

    await page.goto('/sales');
    const legend = page.locator('span', { hasText: /^this period$/ });
    await expect(legend).toBeVisible();
    const words = await drawn(page, legend);
    await legend.evaluate((span) => span.style.setProperty('color', 'Canvas', 'important'));
    await seen('the swatch of a legend', legend, 0.02);
    expect(words).toBeGreaterThan(0.02);
    const bars = page.getByRole('figure').locator('svg rect:not([fill])');
    await seen('a bar', bars.first(), 0.3);
    const figures = page.getByRole('group', { name: 'Figures' });
    await seen('the chosen button of a group', figures.getByRole('button', { pressed: true }), 0.5);

    await page.goto('/business-days');
    const dot = page.getByRole('main').locator('[class*="_dot_"]').first();
    await expect(dot).toBeVisible();
    await seen('a dot', dot, 0.1);
  });

test('at 200 % zoom the titles and Save are there, and nothing scrolls sideways', async ({ signIn }) => {
  const page = await signIn('/', 'Manager', 'en');
  await page.setViewportSize({ width: 720, height: 450 });
  const [plu] = await page.evaluate(async () => {
    const { data } = await (await fetch('/api/secure/plu?limit=1')).json();
    return data as { id: string }[];
  });
  for (const path of [
    '/',
    '/products',
    `/products/${plu?.id}`,
    '/products/new',
    '/prices',
    '/business-days',
    '/sales',
  ]) {
    await page.goto(path);
    const title = page.getByRole('heading', { level: 1 });
    await expect(title, path).toBeInViewport({ ratio: 0.9 });
    expect(await page.evaluate(() => document.documentElement.scrollWidth), path).toBeLessThanOrEqual(720);
  }
  await page.goto('/products/new');
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Zoom');
  await page.mouse.wheel(0, 2000);
  await expect(page.getByRole('button', { name: /^Save/ })).toBeInViewport({ ratio: 1 });
  await expect(page.getByRole('heading', { level: 1 })).toBeInViewport({ ratio: 0.9 });
});
