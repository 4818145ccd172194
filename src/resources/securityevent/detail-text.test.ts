import { expect, it } from 'vitest';
import { detailText } from './detail-text';
import { texts } from './log-texts';

const tell = (key: string): string => Reflect.get(texts.en, key) ?? `no text of ${key}`;
const read = (detail: string) => detailText(detail, tell, (key) => `<${key}>`);

it('a sign-in says in words what was shown, and a route or a role stays what it is', () => {
  expect(
    [
      'password',
      'password app',
      'password recovery_code',
      'password remembered',
      'password passkey',
      'passkey passkey',
      'link app',
      'link recovery_code',
      'manager → admin',
      'PUT /api/secure/plu/:id',
    ].map(read),
  ).toEqual([
    'with a password',
    'with a password, and a code',
    'with a password, and a recovery code',
    'with a password, on a remembered device',
    'with a password, and a passkey',
    'with a passkey',
    'by a one-time link, and a code',
    'by a one-time link, and a recovery code',
    '<role.manager> → <role.admin>',
    'PUT /api/secure/plu/:id',
  ]);
});
