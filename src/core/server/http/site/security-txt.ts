const day = 86_400_000;

/**
 * Returns the text of `/.well-known/security.txt` (RFC 9116): where to report a vulnerability. Without a configured
 * contact it names the service's own address, because whoever runs it answers.
 *
 * @param origin of the request, such as `https://till.example`.
 * @param now milliseconds; the text expires within half a year and is made anew for each request.
 */
export function securityTxt(contact: string | undefined, origin: string, now = Date.now()): string {
  // Rounded to the day, so that the text stays the same all day long.
  const expires = new Date(Math.floor(now / day) * day + 180 * day).toISOString().replace('.000', '');
  return [
    `Contact: ${contact ?? `${origin}/`}`,
    `Expires: ${expires}`,
    'Preferred-Languages: en, fi',
    '',
  ].join('\n');
}
