import type { Resource } from '@/core/contract/resource';
import { decimalOf } from '@/core/app/i18n/format';
import type { SayOf } from '@/core/app/i18n/i18n';
import {
  isArray,
  isNumber,
  isObject,
  jsonText,
  type Json,
  type JsonObject,
  type Path,
} from '@/core/app/record/json';
import type { Format } from '@/core/app/i18n/formats';
import { shortId } from '@/core/app/log/log-chips';
import { differencesOf, isDecimalAt, isGuid } from './difference';

/** The text of one difference; `was` or `now` is absent if there is nothing to show for it. */
export interface Line {
  readonly key: string;
  readonly label: string;
  readonly was?: string;
  readonly now?: string;
}

/** What the texts of paths and values are made from. */
export interface LineSources {
  readonly resource: Resource | undefined;
  /** Texts of the resource's screen. */
  readonly say: SayOf;
  /** Texts of the audit trail. */
  readonly tell: SayOf;
  readonly format: Format;
  /** Returns the name of the record with this GUID, if it is known. */
  readonly nameOf: (id: string) => string | undefined;
}

/**
 * Returns the differences of an event as text: labels of the screen, names instead of GUIDs, and values in the locale.
 */
export function linesOf(event: JsonObject, sources: LineSources): Line[] {
  return differencesOf(event).map(({ path, was, now, list }): Line => {
    const line = { key: path.join('/'), label: labelOf(path, sources) };
    const read = (value: Json) => valueOf(path, value, sources);
    if (list) {
      const signed = (sign: string, values: readonly Json[]) =>
        values.map((value) => `${sign} ${read(value)}`);
      return { ...line, now: [...signed('+', list.added), ...signed('−', list.removed)].join(', ') };
    }
    const nothing = sources.tell('empty');
    const isNew = !isObject(event['before']);
    return {
      ...line,
      ...(isNew ? {} : { was: was === undefined ? nothing : read(was) || nothing }),
      now: now === undefined ? nothing : read(now) || nothing,
    };
  });
}

/** Returns the label of a path: the text of its longest part that has one, followed by the rest of the path. */
function labelOf(path: Path, { say, nameOf }: LineSources): string {
  for (let length = path.length; length > 0; length -= 1) {
    const place = path.slice(0, length).join('.');
    // The label of the form, which may be more precise than that of the list.
    for (const key of [`form.${place}`, place]) {
      const label = say(key);
      if (label !== key) return [label, ...path.slice(length).map(step)].join(' / ');
    }
  }
  return (path[0] === 'data' ? path.slice(1) : path).map(step).join(' / ');

  function step(key: string): string {
    if (isGuid(key)) return nameOf(key) ?? shortId(key);
    return /^\d+$/.test(key) ? String(Number(key) + 1) : key;
  }
}

function valueOf(path: Path, value: Json, sources: LineSources): string {
  const { resource, say, tell, format, nameOf } = sources;
  if (value === null) return '';
  if (typeof value === 'boolean') return tell(value ? 'yes' : 'no');
  if (isArray(value)) return value.map((item) => valueOf(path, item, sources)).join(', ');
  if (isObject(value))
    return Object.entries(value)
      .filter(([, child]) => child !== null && child !== '')
      .map(
        ([key, child]) =>
          `${isGuid(key) ? (nameOf(key) ?? shortId(key)) : key} ${valueOf([...path, key], child, sources)}`,
      )
      .join(', ');
  const text = isNumber(value) ? value.value : value;
  const choice = `${path.join('.')}=${text}`;
  const chosen = say(choice);
  if (chosen !== choice) return chosen;
  // Whole numbers are often codes, so they get no digit grouping.
  if (text.includes('.') && resource && isDecimalAt(resource, path, value) && decimalOf(text) !== null) {
    return format.decimal(text);
  }
  if (isNumber(value)) return jsonText(value);
  if (isGuid(text)) return nameOf(text) ?? shortId(text);
  if (/^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(text)) return format.momentLong(text);
  if (/^\d{4}-\d\d-\d\d$/.test(text)) return format.day(text);
  return text;
}
