import { newPassword } from '@/contract/session';
import { fieldProblems } from '@/contract/problem';
import { invalid } from '../../http/problems';
import commonText from './common-passwords.txt?raw';

/** What others know about the person, which must not be the password. */
export interface PasswordContext {
  readonly email: string;
  /** The names of the person's companies. */
  readonly companies: readonly string[];
}

let list: ReadonlySet<string> | undefined;

/** Returns the list of common passwords, parsed at its first use. */
const common = (): ReadonlySet<string> =>
  (list ??= new Set(
    commonText
      .slice(commonText.indexOf('\n\n') + 2)
      .split('\n')
      .filter(Boolean),
  ));

/**
 * Validates a new password, wherever it is chosen: in one's account, by a link, on the command line.
 *
 * @throws 422 at `/password`: `too_small`, `too_long`, `too_easy` for the e-mail, a name known to everybody there or
 *   a repetition, `too_common` for one of the list of common passwords, also with digits around it.
 */
export function requireGoodPassword(password: string, context: PasswordContext): string {
  const read = newPassword().safeParse(password);
  if (!read.success) throw invalid(fieldProblems(read.error, ['password']));
  const weakness = weaknessOf(password, context);
  if (weakness === null) return password;
  throw invalid([{ pointer: '/password', code: weakness, detail: details[weakness] }]);
}

/** Returns whether `requireGoodPassword` accepts the password. */
export const isGoodPassword = (password: string, context: PasswordContext): boolean =>
  newPassword().safeParse(password).success && weaknessOf(password, context) === null;

const details = {
  too_easy: 'The e-mail, the company’s name or a repetition is no password',
  too_common: 'This is one of the most common passwords',
} as const;

/** Returns the reason why a password is easy to guess, or null. */
export function weaknessOf(password: string, context: PasswordContext): keyof typeof details | null {
  const text = password.normalize('NFKC').toLowerCase();
  if (text === context.email.toLowerCase()) return 'too_easy';
  for (const form of [text, withoutLeet(text, 'l'), withoutLeet(text, 'i')]) {
    if (isCommon(form)) return 'too_common';
    if (isRepetition(form) || isKnownName(form, context)) return 'too_easy';
  }
  return null;
}

/** Returns whether a password is on the list: as it is, with digits and signs around it, or repeated. */
function isCommon(text: string): boolean {
  const unit = unitOf(text);
  return [text, unit, core(text), unitOf(core(text)), core(unit)].some(
    (form) => form !== '' && common().has(form),
  );
}

/** Returns the text without leading and trailing digits and signs: `!password2024` → `password`. */
const core = (text: string): string => text.replace(/^[^\p{L}]+|[^\p{L}]+$/gu, '');

/** Returns the unit that a text repeats: `abcabcabc` → `abc`; the text itself if it repeats nothing. */
const unitOf = (text: string): string => /^(.+?)\1+$/u.exec(text)?.[1] ?? text;

/**
 * Returns whether a text has fewer than five different characters, or walks along the alphabet, the digits or a
 * keyboard row.
 */
function isRepetition(text: string): boolean {
  if (new Set(text).size < 5) return true;
  const walks = [
    'abcdefghijklmnopqrstuvwxyz',
    '0123456789',
    '1234567890',
    'qwertyuiopåasdfghjklöäzxcvbnm',
    'qwertyuiopasdfghjklzxcvbnm',
  ];
  return [text, core(text), unitOf(text)].some(
    (form) =>
      form.length >= 6 &&
      walks.some((walk) => {
        const doubled = walk + walk;
        return doubled.includes(form) || doubled.includes(form.split('').toReversed().join(''));
      }),
  );
}

/** Returns whether a text is the person's e-mail or a company's name with fewer than four other letters. */
function isKnownName(text: string, { email, companies }: PasswordContext): boolean {
  const [local = '', domain = ''] = email.toLowerCase().split('@');
  const names = [
    'tillhouse',
    local,
    domain,
    domain.split('.')[0] ?? '',
    ...companies.map((name) => name.toLowerCase()),
  ]
    .flatMap((name) => [name, name.replace(/[^\p{L}\p{N}]+/gu, ''), ...name.split(/[^\p{L}\p{N}]+/u)])
    .filter((name) => name.length >= 4)
    .toSorted((a, b) => b.length - a.length);
  const rest = names.reduce((left, name) => left.replaceAll(name, ' '), text);
  return rest !== text && rest.replace(/[^\p{L}]/gu, '').length < 4;
}

const leet: Readonly<Record<string, string>> = {
  0: 'o',
  3: 'e',
  4: 'a',
  5: 's',
  7: 't',
  '@': 'a',
  $: 's',
  '!': 'i',
};

/**
 * Reads digits and signs between letters as the letters that they stand for: `p4ssw0rd` → `password`; `1` becomes
 * `one`.
 */
function withoutLeet(text: string, one: 'l' | 'i'): string {
  const [before = ''] = /^[^\p{L}@$]*/u.exec(text) ?? [];
  const [after = ''] = /[^\p{L}]*$/u.exec(text) ?? [];
  const inside = text.slice(before.length, text.length - after.length);
  return before + inside.replace(/[013457@$!]/g, (sign) => leet[sign] ?? one) + after;
}
