/**
 * Counts the keys and clicks that reach the pages of a context; one with Ctrl or Alt is one. Returns what reads the counts and begins anew.
 *
 * @param {import('@playwright/test').BrowserContext} context
 */
export async function countInput(context) {
  const counts = { keys: 0, clicks: 0 };
  await context.exposeBinding('tillhouseCounts', (_, /** @type {'keys' | 'clicks'} */ what) => {
    counts[what] += 1;
  });
  await context.addInitScript(() => {
    const tell = (/** @type {string} */ what) => Reflect.get(window, 'tillhouseCounts')(what);
    const modifiers = new Set(['Control', 'Shift', 'Alt', 'Meta']);
    addEventListener(
      'keydown',
      ({ key, isTrusted }) => isTrusted && !modifiers.has(key) && tell('keys'),
      true,
    );
    addEventListener('pointerdown', ({ isTrusted }) => isTrusted && tell('clicks'), true);
  });
  return () => {
    const { keys, clicks } = counts;
    Object.assign(counts, { keys: 0, clicks: 0 });
    return [keys, clicks];
  };
}
