import type { Page } from '@playwright/test';

/** An authenticator of a page's browser that holds passkeys and lets its person unlock them at once, as a phone or a laptop does. */
export interface Authenticator {
  /** How many passkeys it holds. */
  count(): Promise<number>;
  /** Forgets all of them, as a device that was reset. */
  forget(): Promise<void>;
}

/** Gives a page's browser an authenticator of its own (Chromium's, by its protocol). */
export async function addAuthenticator(page: Page): Promise<Authenticator> {
  const protocol = await page.context().newCDPSession(page);
  await protocol.send('WebAuthn.enable');
  const { authenticatorId } = await protocol.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return {
    count: async () =>
      (await protocol.send('WebAuthn.getCredentials', { authenticatorId })).credentials.length,
    forget: () => protocol.send('WebAuthn.clearCredentials', { authenticatorId }).then(() => undefined),
  };
}
