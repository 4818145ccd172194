import { labelOf, valueOf, type WordSources } from '@/core/app/record/value-words';
import { isObject, type Json, type JsonObject } from '@/core/record/json';
import { differencesOf } from './difference';

/** The text of one difference; `was` or `now` is absent if there is nothing to show for it. */
export interface Line {
  readonly key: string;
  readonly label: string;
  readonly was?: string;
  readonly now?: string;
}

/**
 * Returns the differences of an event as text: labels of the screen, names instead of GUIDs, and values in the locale.
 */
export function linesOf(event: JsonObject, sources: WordSources): Line[] {
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
