/** Gives a file to the browser to save. */
export function download(name: string, content: Blob): void {
  const address = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  // The browser has taken hold of it once the click is over; a while later nothing needs it.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}

/** A name that every file system takes: letters, digits and hyphens. */
export const fileName = (...parts: readonly string[]): string =>
  parts
    .join('-')
    .normalize('NFC')
    .replaceAll(/[^\p{L}\p{N}.]+/gu, '-')
    .replaceAll(/^-+|-+$/g, '');
