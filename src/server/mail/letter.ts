import type { Language } from './mail-texts';

/** A mail as it is sent, to one recipient. */
export interface Letter {
  /** The recipient, if it is not the one that the mail was asked for. */
  readonly to?: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  readonly attachments?: readonly { readonly filename: string; readonly content: Buffer }[];
}

/** What a letter is made of: paragraphs, a table of figures, one link. */
export interface Contents {
  readonly language: Language;
  readonly subject: string;
  readonly paragraphs: readonly string[];
  readonly figures?: readonly (readonly [string, string])[];
  readonly link?: { readonly label: string; readonly address: string };
  readonly attachments?: Letter['attachments'];
}

/** Returns a text on one line: a header, or a name in it, has no control characters. */
export const onOneLine = (text: string): string => text.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').trim();

const longestName = 80;

/**
 * Returns a name that somebody else chose, for the subject and the text of a mail: one line, not long, without
 * anything that a mail program makes a link or an address of. "Pay at https://evil.example/x" becomes
 * "Pay at evil example".
 */
export const plainName = (name: string): string => {
  const plain = onOneLine(name.normalize('NFKC')).replaceAll(/[\p{Cf}\p{Co}\p{Cs}]/gu, '');
  const words = plain
    .replaceAll(/[a-z][a-z0-9+.-]*:\/\//giu, ' ')
    .split(/\s+/)
    .map((word) => {
      const isAddress = /@|[\p{L}\p{N}][.\u3002][\p{L}\p{N}]/u.test(word);
      return isAddress
        ? word
            .replace(/[/\\?#].*$/u, '')
            .replaceAll(/[@.\u3002:]+/gu, ' ')
            .trim()
        : word;
    });
  const line = words.filter(Boolean).join(' ').replaceAll(/\s+/g, ' ').trim();
  return line.length > longestName ? `${line.slice(0, longestName - 1)}…` : line;
};

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

/**
 * Writes a letter as plain text and as HTML that says the same, without pictures, scripts or anything that is loaded:
 * reading it tells nobody that it was read.
 */
export function letterOf({ language, subject, paragraphs, figures, link, attachments }: Contents): Letter {
  const widest = Math.max(0, ...(figures ?? []).map(([label]) => label.length));
  const [first = '', ...rest] = paragraphs;
  const text = [
    first,
    ...(link ? [`${link.label}:\n${link.address}`] : []),
    ...(figures
      ? [figures.map(([label, value]) => `${`${label}:`.padEnd(widest + 2)}${value}`).join('\n')]
      : []),
    ...rest,
  ].join('\n\n');
  const p = (one: string) => `<p>${escaped(one).replaceAll('\n', '<br>')}</p>`;
  const rows = (figures ?? []).map(
    ([label, value]) =>
      `<tr><td style="padding:2px 24px 2px 0;color:#5d676a">${escaped(label)}</td><td style="text-align:right">${escaped(value)}</td></tr>`,
  );
  const html = [
    `<!doctype html><html lang="${language}"><head><meta charset="utf-8"><title>${escaped(subject)}</title></head>`,
    '<body style="font-family:sans-serif;font-size:15px;line-height:1.5;color:#262e31;max-width:36em">',
    p(first),
    link ? `<p><a href="${escaped(link.address)}">${escaped(link.label)}</a></p>` : '',
    rows.length > 0 ? `<table style="border-collapse:collapse">${rows.join('')}</table>` : '',
    ...rest.map(p),
    '</body></html>',
  ].join('');
  return { subject: onOneLine(subject), text: `${text}\n`, html, ...(attachments && { attachments }) };
}
