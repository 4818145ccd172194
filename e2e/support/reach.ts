import { expect, type Page } from '@playwright/test';

/** What a finger needs, in px. */
const fingertip = 44;

/** Waits until all is there that the page reads, also what it reads once it is in sight: what is measured before says nothing. */
export async function expectRead(page: Page): Promise<void> {
  const waiting = page.locator(':is([aria-busy="true"], [data-loading]):visible');
  await expect(async () => {
    await waiting.evaluateAll(([first]) => first?.scrollIntoView({ block: 'center' }));
    await expect(waiting).toHaveCount(0, { timeout: 1000 });
  }).toPass({ timeout: 30_000 });
}

/**
 * Returns the controls of a page, or of the dialog on top of it, that a finger does not reach: those beyond the side of
 * what they scroll in, unless that fades out there, those that something lies over, and those that are hit within less
 * than 44 px of height. A link within a sentence is as high as its line;
 * `except` selects what else may be lower.
 */
export async function unreachable(page: Page, except = '[data-none]'): Promise<string[]> {
  // What moves in from the side, and what is rendered again for the width, is there.
  let found = await page.evaluate(unreachableNow, { least: fingertip, except });
  for (const end = Date.now() + 3000; found.length > 0 && Date.now() < end;)
    found = await page.evaluate(unreachableNow, { least: fingertip, except });
  return found;
}

/** Runs in the page, after a frame. */
async function unreachableNow({ least, except }: { least: number; except: string }): Promise<string[]> {
  await new Promise((resolve) => {
    requestAnimationFrame(resolve);
  });
  const dialogs = [...document.querySelectorAll<HTMLElement>('[role="dialog"], dialog')].filter((one) =>
    one.checkVisibility(),
  );
  const root = dialogs.at(-1) ?? document.body;
  const all = [
    ...root.querySelectorAll<HTMLElement>(
      'a[href], button, input, select, textarea, summary, [role="button"], [role="tab"], [role="menuitem"], [role="option"], [role="row"][data-index]',
    ),
  ];
  const boxOf = (one: HTMLElement) => (one.closest('label') ?? one).getBoundingClientRect();
  const controls = all.filter((one) => {
    const { width, height, bottom, right } = boxOf(one);
    const isShown = one.checkVisibility({ visibilityProperty: true }) && width > 1 && height > 1;
    // A link that is there for the keyboard alone is above the page until it has the focus.
    return isShown && bottom > 0 && right > 0 && !one.matches(':disabled, [inert] *');
  });
  const nameOf = (one: HTMLElement) =>
    `${one.localName} "${one.getAttribute('aria-label') ?? one.closest('label')?.textContent ?? (one.textContent || one.id)}"`;
  /** What cuts a control off at a side without a sign of it. */
  const isCut = (one: HTMLElement): boolean => {
    const { left, right } = boxOf(one);
    for (let at = one.parentElement; at; at = at.parentElement) {
      const style = getComputedStyle(at);
      const box = at.getBoundingClientRect();
      if (style.overflowX === 'visible' || (left >= box.left - 1 && right <= box.right + 1)) continue;
      return style.overflowX === 'hidden' || style.overflowX === 'clip' || style.maskImage === 'none';
    }
    return left < -1 || right > innerWidth + 1;
  };
  /** The middle of what is seen of a control: a row may be wider than what it scrolls in. */
  const middleOf = (one: HTMLElement): number => {
    let { left, right } = one.getBoundingClientRect();
    for (let at = one.parentElement; at; at = at.parentElement) {
      if (getComputedStyle(at).overflowX === 'visible') continue;
      const box = at.getBoundingClientRect();
      [left, right] = [Math.max(left, box.left), Math.min(right, box.right)];
    }
    return (Math.max(left, 0) + Math.min(right, innerWidth)) / 2;
  };
  // Before anything is scrolled.
  const cut = controls.filter(isCut).map((one) => `${nameOf(one)} is beyond the side`);
  const isInSentence = (one: HTMLElement) =>
    getComputedStyle(one).display === 'inline' &&
    (one.parentElement?.textContent.trim().length ?? 0) > one.textContent.trim().length;
  const low = controls.flatMap((one) => {
    if (isInSentence(one) || one.matches(except)) return [];
    one.scrollIntoView({ block: 'center', inline: 'nearest' });
    const target = one.closest('label') ?? one;
    const { top, height } = one.getBoundingClientRect();
    const [x, y] = [middleOf(one), top + height / 2];
    const isHit = (at: number) => {
      const hit = document.elementFromPoint(x, at);
      return hit !== null && target.contains(hit);
    };
    if (!isHit(y)) return [`${nameOf(one)} lies beneath something`];
    // In the middle of each half of a pixel: an edge that lies between two pixels counts as where it is.
    let span = 0;
    for (let up = 0.25; up <= least && isHit(y - up); up += 0.5) span += 0.5;
    for (let down = 0.25; down <= least && isHit(y + down); down += 0.5) span += 0.5;
    // The border of a field is its box's, around the input.
    const border = one.matches('input, textarea') ? 2 : 0;
    // Rows of a long list lie between two pixels: half of one at each end belongs to the next.
    return span + border < least - 1 ? [`${nameOf(one)} is hit within ${span} px`] : [];
  });
  return [...new Set([...cut, ...low])];
}
