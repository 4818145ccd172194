import type { Resource } from '@/contract/resource';
import { isArray, isNumber, isObject, jsonText, type Json, type Path } from '@/record/json';
import { decimalOf } from '../i18n/format';
import type { Format } from '../i18n/formats';
import type { SayOf } from '../i18n/i18n';

/** What the texts of paths and values are made from. */
export interface WordSources {
  readonly resource: Resource | undefined;
  /** Texts of the resource's screen. */
  readonly say: SayOf;
  /** Texts of the page: `yes`, `no`, and `field.<path>` for fields that no list and no form has. */
  readonly tell: SayOf;
  readonly format: Format;
  /** Returns the name of the record with this GUID, if it is known. */
  readonly nameOf: (id: string) => string | undefined;
}

/** Returns the label of a field: that of the form, which may be more precise than that of the list, or what the page says. */
function ownLabel(place: string, { say, tell }: WordSources): string | undefined {
  for (const key of [`form.${place}`, place]) {
    const label = say(key);
    if (label !== key) return label;
    // Fields that no list and no form has.
    const other = tell(`field.${key}`);
    if (other !== `field.${key}`) return other;
  }
  return undefined;
}

/** Returns the label of a path: the text of its longest part that has one, followed by the rest of the path. */
export function labelOf(path: Path, sources: WordSources): string {
  const { nameOf } = sources;
  for (let length = path.length; length > 0; length -= 1) {
    const label = ownLabel(path.slice(0, length).join('.'), sources);
    if (label !== undefined) return [label, ...path.slice(length).map(step)].join(' / ');
  }
  return (path[0] === 'data' ? path.slice(1) : path).map(step).join(' / ');

  function step(key: string): string {
    if (isGuid(key)) return nameOf(key) ?? shortId(key);
    return /^\d+$/.test(key) ? String(Number(key) + 1) : key;
  }
}

/** Returns a value of a record in words: the text of a choice, the name of a record, numbers and days in the locale. */
export function valueOf(path: Path, value: Json, sources: WordSources): string {
  const { resource, say, tell, format, nameOf } = sources;
  if (value === null) return '';
  if (typeof value === 'boolean') return tell(value ? 'yes' : 'no');
  if (isArray(value)) return value.map((item) => valueOf(path, item, sources)).join(', ');
  if (isObject(value))
    return Object.entries(value)
      .filter(([, child]) => child !== null && child !== '')
      .map(
        ([key, child]) =>
          `${isGuid(key) ? (nameOf(key) ?? shortId(key)) : (ownLabel([...path, key].join('.'), sources) ?? key)} ${valueOf([...path, key], child, sources)}`,
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

const guid = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;
/** Tells whether a text is a GUID, which the page replaces with a name. */
export const isGuid = (text: string): boolean => guid.test(text);

/** Tells whether a field holds decimals as text, by what its contract refuses there. */
export function isDecimalAt(resource: Resource, path: Path, value: Json): boolean {
  if (isNumber(value)) return true;
  if (typeof value !== 'string' || !/^-?\d+(\.\d+)?$/.test(value)) return false;
  const [top = '', ...rest] = path;
  if (top !== 'data')
    return rest.length === 0 && resource.fields[top]?.schema.safeParse('no number').success === false;
  const wrong = rest.reduceRight<unknown>(
    (child, key) => (/^\d+$/.test(key) ? [child] : { [key]: child }),
    'no number',
  );
  const at = rest.map((key) => (/^\d+$/.test(key) ? '0' : key)).join('.');
  const result = resource.data.safeParse(wrong);
  return !result.success && result.error.issues.some((issue) => issue.path.map(String).join('.') === at);
}

/** Shortens a GUID, for a record whose name is not known. */
export const shortId = (id: string): string => `${id.slice(0, 8)}…${id.slice(-4)}`;
