import { describe, expect, it } from 'vitest';
import { HttpProblem } from '../../http/problems';
import { requireGoodPassword, weaknessOf } from './password-strength';

const context = { email: 'hannele.virtanen@rantakulma.example', companies: ['Rantakulma Helsinki'] };
const weakness = (password: string) => weaknessOf(password, context);

describe('a password', () => {
  it('is refused if it is one of the 10,000 most common, also in capitals, with digits around it or letters as digits', () => {
    for (const password of [
      'password1234',
      'Password2024!',
      '!!password!!',
      'PASSWORD123456',
      'p4ssw0rd2024',
      'P@ssw0rd1234',
      'passwordpassword',
      'qwertyqwerty',
      'letmein123456',
      'iloveyou2025!',
      'dragon!dragon!',
      'l1verpool2024',
    ])
      expect([password, weakness(password)]).toEqual([password, 'too_common']);
  });

  it('is refused if it is the e-mail, a name that everybody there knows, a repetition or a walk along the keys', () => {
    for (const password of [
      'hannele.virtanen@rantakulma.example',
      'Rantakulma2024',
      'rantakulma-helsinki',
      'RantakulmaHelsinki1',
      'hannele.virtanen',
      'HanneleVirtanen99',
      'tillhouse1234',
      'T1llhouse!2025',
      'aaaaaaaaaaaa',
      'ababababcabab',
      'abcdefghijkl',
      'lkjihgfedcba',
      'asdfghjklzxcvb',
      '123456789012',
    ])
      expect([password, weakness(password) !== null]).toEqual([password, true]);
  });

  it('is accepted if it is a few words, or not to be guessed', () => {
    for (const password of [
      'correct horse battery',
      'another good password',
      'planted password one',
      'my dog ate the rantakulma sign',
      'Kesäilta järvellä 7',
      'x9#Lk2$vQm8!pR',
      'tillhouse smells of coffee',
    ])
      expect([password, weakness(password)]).toEqual([password, null]);
  });

  it('is named at its field, with what is wrong with it', () => {
    for (const [password, code] of [
      ['too short', 'too_small'],
      ['x y'.repeat(100), 'too_long'],
      ['password1234', 'too_common'],
      ['Rantakulma2024', 'too_easy'],
    ] as const) {
      const refused = () => requireGoodPassword(password, context);
      expect(refused).toThrow(HttpProblem);
      expect(refused).toThrow(
        expect.objectContaining({
          status: 422,
          code,
          extra: { errors: [expect.objectContaining({ pointer: '/password', code })] },
        }),
      );
    }
  });

  it('is checked quickly, however long it is', () => {
    expect(weakness('ab c'.repeat(50))).toBe('too_easy');
    expect(weakness(`${'a1'.repeat(99)}é!`)).not.toBeUndefined();
  });
});
