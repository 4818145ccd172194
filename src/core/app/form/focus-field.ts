import type { RecordStore } from './record-store';

const elementOf = (pointer: string): HTMLElement | null =>
  document.querySelector<HTMLElement>(`[name="${CSS.escape(pointer)}"]`);

/** Goes to the first field on the page that has something to correct. */
export function focusFirstProblem(store: RecordStore): void {
  const pointers = store.get().shown.flatMap(({ pointer }) => store.fieldAt(pointer)?.pointer ?? []);
  const [first] = pointers
    .flatMap((pointer) => elementOf(pointer) ?? [])
    .sort((a, b) => (a.compareDocumentPosition(b) & Node.DOCUMENT_POSITION_FOLLOWING ? -1 : 1));
  if (first) {
    first.focus({ preventScroll: true });
    first.scrollIntoView({ block: 'center' });
    return;
  }
  const section = store.get().shown.flatMap(({ pointer }) => store.fieldAt(pointer)?.section ?? [])[0];
  if (section) document.getElementById(section)?.scrollIntoView({ block: 'start' });
}
