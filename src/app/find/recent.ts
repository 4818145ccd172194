import type { Preferences } from '../preferences/preferences';
import type { Screen } from '../shell/screen';

/** A record that the user opened. Its name is not stored: preferences never contain records. */
export interface OpenedRecord {
  readonly resource: string;
  readonly id: string;
}

/** How many records are remembered: the search shows five of them, without the one that is open. */
const maxRemembered = 8;
const preference = 'opened';
const guid = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** Returns the records that the user opened on this machine, the latest first. */
export function openedRecords(preferences: Preferences): readonly OpenedRecord[] {
  const stored = preferences.read(preference);
  if (!Array.isArray(stored)) return [];
  return stored.filter(
    (one: unknown): one is OpenedRecord =>
      typeof one === 'object' &&
      one !== null &&
      typeof (one as OpenedRecord).resource === 'string' &&
      typeof (one as OpenedRecord).id === 'string',
  );
}

/** Returns the record whose page has this path, or null. */
export function recordAt(pathname: string, screens: readonly Screen[]): OpenedRecord | null {
  for (const { contract, path } of screens) {
    const id = pathname.startsWith(`${path}/`) ? pathname.slice(path.length + 1) : '';
    if (guid.test(id)) return { resource: contract.name, id };
  }
  return null;
}

/** Remembers the record whose page has this path, if it is one. */
export function rememberOpened(pathname: string, preferences: Preferences, screens: readonly Screen[]): void {
  const record = recordAt(pathname, screens);
  if (!record) return;
  const others = openedRecords(preferences).filter(({ id }) => id !== record.id);
  preferences.write(preference, [record, ...others].slice(0, maxRemembered));
}
