/**
 * The one canonical form of an e-mail address, for every place that takes one: people, invitations, sign-in, forgotten
 * passwords, reports by mail, imports and the command line. A login is found by its address, so two spellings of one
 * mailbox must never be two texts, and one text must never be two mailboxes (docs/security.md#addresses).
 *
 * - The whole text is brought to NFKC first: a letter that only looks different (fullwidth, `K` U+212A) becomes the
 *   letter that it stands for.
 * - Domain: IDNA to ASCII, in lower case. `new URL` does it by the same standard (UTS #46) in browsers and in Node.
 * - Local part: ASCII letters, digits and `!#$%&'*+/=?^_{|}~-` with single dots between, in ASCII lower case. Quotes
 *   and all other characters are refused: mail servers disagree on what they fold, and each such letter is a way to
 *   spell somebody else.
 */

/** Longest parts and whole of an address, and the longest text that is read as one, in characters. */
export const longest = { local: 64, address: 254, input: 1000 } as const;

const atom = "[a-z0-9!#$%&'*+/=?^_{|}~-]+";
const label = '[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?';

/**
 * What every canonical address looks like. The database has the same rule as `email_is_canonical`
 * (server/db/schema/logins.sql). The last label has a letter: a domain of digits alone is an IP address.
 */
export const canonicalPattern = new RegExp(
  `^(?=[^@]{1,${longest.local}}@)${atom}(?:\\.${atom})*@(?:${label}\\.)*(?=[a-z0-9-]*[a-z])${label}$`,
);

/**
 * Returns the canonical form of an address, or null if the text is no address or has none. A text is canonical if it
 * is returned as it is.
 */
export function canonicalEmail(text: string): string | null {
  if (text.length > longest.input) return null;
  const plain = text.normalize('NFKC').trim();
  const at = plain.lastIndexOf('@');
  if (at < 1) return null;
  const domain = asciiDomain(plain.slice(at + 1));
  if (domain === null) return null;
  const address = `${asciiLowerCase(plain.slice(0, at))}@${domain}`;
  return address.length <= longest.address && canonicalPattern.test(address) ? address : null;
}

/** `toLowerCase` would fold letters of other scripts into ASCII ones: `K` U+212A, and `İ` into two. */
const asciiLowerCase = (text: string): string => text.replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase());

/**
 * A label that is not ASCII, and what it becomes: a host of ASCII alone is taken by later browsers and Node (24) as it is, also where
 * `xn--` stands before what is no encoded name.
 */
const other = { label: 'é.', ascii: 'xn--9ca.' } as const;

/** Returns a domain as ASCII, or null. Whatever a URL would read as more than a host is refused before it is parsed. */
function asciiDomain(domain: string): string | null {
  // eslint-disable-next-line no-control-regex -- everything of ASCII that is not in a host name
  if (domain === '' || /[\0-,/:-@[-`{-\x7F]/.test(domain)) return null;
  try {
    return new URL(`http://${other.label}${domain}`).hostname.slice(other.ascii.length);
  } catch {
    return null;
  }
}

/**
 * Returns the address that is meant by what somebody types to sign in: blanks around it and capital letters of ASCII
 * are no other address. Null for whatever else is not canonical.
 */
export function typedEmail(text: string): string | null {
  const typed = asciiLowerCase(text.trim());
  return canonicalEmail(typed) === typed ? typed : null;
}
