import type { Page } from '@playwright/test';

/**
 * Types a code and Enter as a barcode scanner does: all keys at once, none waiting for what the page does with the one
 * before. `keyboard.type` waits for each, which on a busy machine takes as long as a person does.
 */
export async function scan(page: Page, code: string): Promise<void> {
  const keys = await page.context().newCDPSession(page);
  const sent = Array.from(code).flatMap((digit) => {
    const key = { key: digit, code: `Digit${digit}`, windowsVirtualKeyCode: digit.charCodeAt(0) };
    return [
      keys.send('Input.dispatchKeyEvent', { type: 'keyDown', text: digit, ...key }),
      keys.send('Input.dispatchKeyEvent', { type: 'keyUp', ...key }),
    ];
  });
  const enter = { key: 'Enter', code: 'Enter', windowsVirtualKeyCode: 13 };
  sent.push(
    keys.send('Input.dispatchKeyEvent', { type: 'keyDown', text: '\r', ...enter }),
    keys.send('Input.dispatchKeyEvent', { type: 'keyUp', ...enter }),
  );
  await Promise.all(sent);
  await keys.detach();
}
