import type { RecordStore } from './record-store';

/** The control that edits the place a pointer names, if it is on the page. */
export const controlAt = (pointer: string): HTMLElement | undefined => document.getElementsByName(pointer)[0];

/** Goes to the first field on the page that has something to correct. */
export function focusFirstProblem(store: RecordStore): void {
  const pointers = store.get().shown.flatMap(({ pointer }) => store.fieldAt(pointer)?.pointer ?? []);
  const [first] = pointers
    .flatMap((pointer) => controlAt(pointer) ?? [])
    .sort((a, b) => (a.compareDocumentPosition(b) & Node.DOCUMENT_POSITION_FOLLOWING ? -1 : 1));
  if (first) {
    first.focus({ preventScroll: true });
    first.scrollIntoView({ block: 'center' });
    return;
  }
  const section = store.get().shown.flatMap(({ pointer }) => store.fieldAt(pointer)?.section ?? [])[0];
  if (section) document.getElementById(section)?.scrollIntoView({ block: 'start' });
}
