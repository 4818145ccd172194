/** Offers a file to the browser as a download. */
export function download(name: string, content: Blob): void {
  const address = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  // The browser needs the URL only until the download has started; a minute is more than enough.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}

/** Joins parts into a file name that every file system accepts: letters, digits, full stops and hyphens. */
export const fileName = (...parts: readonly string[]): string =>
  parts
    .join('-')
    .normalize('NFC')
    .replaceAll(/[^\p{L}\p{N}.]+/gu, '-')
    .replaceAll(/^-+|-+$/g, '');
