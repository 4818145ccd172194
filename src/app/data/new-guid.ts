/** Returns a random GUID (version 4). `crypto.randomUUID` exists only over https and on loopback. */
export function newGuid(): string {
  const hex = Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte, n) =>
    (n === 6 ? (byte & 0x0f) | 0x40 : n === 8 ? (byte & 0x3f) | 0x80 : byte).toString(16).padStart(2, '0'),
  ).join('');
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}
