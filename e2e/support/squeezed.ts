import type { Page } from '@playwright/test';

// The widths where a menu, a column or a side comes and goes, and a phone.
const widths = [1280, 1024, 768, 600, 390];
const leastWidth = 40;

/**
 * Returns what cannot be read on a page at some width: columns of tables that have words and no room for them, and pages
 * that are wider than the window. The window is as it was afterwards.
 */
export async function squeezed(page: Page): Promise<string[]> {
  const size = page.viewportSize();
  const all: string[] = [];
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 });
    // Components that follow the width are rendered again, and laid out.
    let found = await page.evaluate(squeezedNow, leastWidth);
    for (const end = Date.now() + 3000; found.length > 0 && Date.now() < end;)
      found = await page.evaluate(squeezedNow, leastWidth);
    all.push(...found.map((text) => `${width}: ${text}`));
  }
  if (size) await page.setViewportSize(size);
  return all;
}

/** Runs in the page: returns the words that have no room, after a frame. */
async function squeezedNow(least: number): Promise<string[]> {
  await new Promise((resolve) => {
    requestAnimationFrame(resolve);
  });
  const narrow = [...document.querySelectorAll<HTMLElement>('main :is(th, td)')].filter(
    (cell) =>
      cell.innerText.trim() !== '' &&
      cell.offsetWidth < least &&
      cell.scrollWidth > cell.clientWidth + 1 &&
      cell.checkVisibility() &&
      cell.querySelector('.vh') === null,
  );
  const wide = document.documentElement.scrollWidth > window.innerWidth ? ['the page itself'] : [];
  return [...wide, ...new Set(narrow.map((cell) => cell.innerText))];
}
