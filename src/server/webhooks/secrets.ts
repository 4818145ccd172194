import type { SecretKeys } from '../auth/secret-keys';

/** What a secret of webhooks is encrypted for (auth/secret-keys.ts). */
export const secretPurpose = 'webhook';

/** Returns the secrets of a webhook that sign now, the newest first; those under no key of the file are none. */
export const secretsOf = (
  keys: SecretKeys | undefined,
  webhookId: string,
  { sealed, sealed_before }: { readonly sealed: string | null; readonly sealed_before: string | null },
): readonly string[] =>
  [sealed, sealed_before].flatMap((one) => {
    const secret = one === null ? null : (keys?.open(secretPurpose, webhookId, one) ?? null);
    return secret === null ? [] : [secret];
  });
