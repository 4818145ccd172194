const day = 86_400_000;

/**
 * The text of `/.well-known/security.txt` (RFC 9116): where to report a vulnerability. Without a contact in the
 * configuration it names the service's own address: whoever runs it is who answers.
 *
 * @param origin of the request, such as `https://till.example`.
 * @param now milliseconds; the text expires within half a year, and is made anew with each request.
 */
export function securityTxt(contact: string | undefined, origin: string, now = Date.now()): string {
  // Of one day, so that the text is the same all day long.
  const expires = new Date(Math.floor(now / day) * day + 180 * day).toISOString().replace('.000', '');
  return [
    `Contact: ${contact ?? `${origin}/`}`,
    `Expires: ${expires}`,
    'Preferred-Languages: en, fi',
    '',
  ].join('\n');
}
