import { Inflate } from 'fflate';
import { chunkSize } from './encoding';

/** A file inside of a ZIP archive. */
interface ZipEntry {
  readonly method: number;
  readonly packed: number;
  readonly size: number;
  readonly offset: number;
}

/** An archive that unpacks to more than this is refused: no shop's list is so long, and memory is limited. */
const mostBytes = 2 ** 30;

/** Why files are not read; each has a text (`notRead.…`). */
export const unreadable = [
  'noSheet',
  'protected',
  'oldExcel',
  'webPage',
  'openDocument',
  'binaryExcel',
  'pdf',
  'damaged',
  'quotes',
  'tooLarge',
  'tooManyColumns',
  'tooManyCells',
  'tooLong',
] as const;
/** Why a file is not read. */
export type Unreadable = (typeof unreadable)[number];

/** Error of a file that is no readable spreadsheet. */
export class UnreadableFile extends Error {
  readonly reason: Unreadable;

  constructor(reason: UnreadableFile['reason']) {
    super(`The file cannot be read: ${reason}`);
    this.reason = reason;
  }
}

/** Reads the directory of a ZIP archive at its end: name → entry. Nothing else of the archive is read. */
export async function zipEntries(file: Blob): Promise<ReadonlyMap<string, ZipEntry>> {
  const tailStart = Math.max(0, file.size - 66_000);
  const tail = new DataView(await file.slice(tailStart).arrayBuffer());
  let end = tail.byteLength - 22;
  while (end >= 0 && tail.getUint32(end, true) !== 0x06054b50) end -= 1;
  if (end < 0) throw new UnreadableFile('noSheet');
  const count = tail.getUint16(end + 10, true);
  const size = tail.getUint32(end + 12, true);
  const start = tail.getUint32(end + 16, true);
  const directory = new DataView(await file.slice(start, start + size).arrayBuffer());
  const names = new TextDecoder();
  const entries = new Map<string, ZipEntry>();
  for (let at = 0, n = 0; n < count && at + 46 <= directory.byteLength; n += 1) {
    const [name, extra, comment] = [28, 30, 32].map((offset) => directory.getUint16(at + offset, true));
    const bytes = new Uint8Array(directory.buffer, at + 46, name);
    entries.set(names.decode(bytes).replace(/^\//, ''), {
      method: directory.getUint16(at + 10, true),
      packed: directory.getUint32(at + 20, true),
      size: directory.getUint32(at + 24, true),
      offset: directory.getUint32(at + 42, true),
    });
    at += 46 + (name ?? 0) + (extra ?? 0) + (comment ?? 0);
  }
  if ([...entries.values()].reduce((sum, entry) => sum + entry.size, 0) > mostBytes)
    throw new UnreadableFile('tooLarge');
  return entries;
}

/** Unpacks one file of an archive as UTF-8 text, a chunk at a time. Ends early if it is longer than it says. */
export async function* entryText(file: Blob, entry: ZipEntry): AsyncGenerator<string> {
  const head = new DataView(await file.slice(entry.offset, entry.offset + 30).arrayBuffer());
  const start = entry.offset + 30 + head.getUint16(26, true) + head.getUint16(28, true);
  const decoder = new TextDecoder();
  const unpacked: Uint8Array[] = [];
  let length = 0;
  const inflate = new Inflate((bytes) => {
    length += bytes.length;
    if (length > mostBytes) throw new UnreadableFile('tooLarge');
    unpacked.push(bytes);
  });
  // Packed bytes may be a thousand times as long when unpacked, so few are taken at once.
  const step = chunkSize / 64;
  for (let at = 0; at < entry.packed; at += step) {
    const to = Math.min(at + step, entry.packed);
    const bytes = new Uint8Array(await file.slice(start + at, start + to).arrayBuffer());
    if (entry.method === 0) unpacked.push(bytes);
    else if (entry.method === 8) push(inflate, bytes, to === entry.packed);
    else throw new UnreadableFile('damaged');
    const text = unpacked.map((part) => decoder.decode(part, { stream: true })).join('');
    unpacked.length = 0;
    if (text !== '') yield text;
  }
}

function push(inflate: Inflate, bytes: Uint8Array, isLast: boolean): void {
  try {
    inflate.push(bytes, isLast);
  } catch (error) {
    throw error instanceof UnreadableFile ? error : new UnreadableFile('damaged');
  }
}
