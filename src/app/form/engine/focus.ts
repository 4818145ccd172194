import { valueAt, type JsonObject } from '@/record/json';
import { writeValue } from '@/ui/fields/write-value';
import type { RecordForm } from './use-record-form';

/** Returns the control that edits the place a pointer names, if it is on the page. */
export const controlAt = (pointer: string): HTMLElement | undefined => document.getElementsByName(pointer)[0];

/** Focuses the control that edits the place a pointer names, and scrolls to it. */
export function focusField(pointer: string): void {
  const control = controlAt(pointer);
  control?.focus({ preventScroll: true });
  control?.scrollIntoView({ block: 'center' });
}

/** Focuses the first control within a place that is being added to the page, such as a row's first cell. */
export function focusAdded(pointer: string): void {
  setTimeout(() => {
    const controls = document.querySelectorAll<HTMLElement>('[name]');
    [...controls].find((control) => control.getAttribute('name')?.startsWith(`${pointer}/`))?.focus();
  });
}

/**
 * Focuses the first field of the form, with its value selected, or `typed` in its place; where nothing can be edited, the
 * heading of its first section. Fields that have a value in `given` are passed over: those of a new account that a page
 * leads to with what it is for.
 */
export function focusFirstField(typed = '', given: JsonObject = {}): void {
  const fields = [
    ...document.querySelectorAll<HTMLInputElement>(
      'form[data-record] :is(input, textarea):not(:disabled, [type="hidden"])',
    ),
  ];
  const isGiven = ({ name }: HTMLInputElement) =>
    name.startsWith('/') && (valueAt(given, name.slice(1).split('/')) ?? '') !== '';
  const field = fields.find((one) => !isGiven(one)) ?? fields[0];
  if (field) {
    field.focus();
    field.select();
    if (typed !== '' && !/^(?:checkbox|radio)$/.test(field.type)) writeValue(field, typed);
  } else document.querySelector<HTMLElement>('form[data-record] h2')?.focus();
}

/** Focuses the first field on the page that has an error; without one, scrolls to the first section with an error. */
export function focusFirstError(record: RecordForm): void {
  const fields = record.problems().flatMap(({ pointer }) => {
    const field = record.fields.fieldAt(pointer);
    return field ? [{ field, pointer }] : [];
  });
  const [first] = fields
    .flatMap(({ field, pointer }) => controlAt(pointer) ?? controlAt(field.pointer) ?? [])
    .sort((a, b) => (a.compareDocumentPosition(b) & Node.DOCUMENT_POSITION_FOLLOWING ? -1 : 1));
  if (first) {
    first.focus({ preventScroll: true });
    first.scrollIntoView({ block: 'center' });
    return;
  }
  const section = fields[0]?.field.section;
  if (section) document.getElementById(section)?.scrollIntoView({ block: 'start' });
}
