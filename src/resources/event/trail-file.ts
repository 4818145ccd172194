import type { LogFile } from '@/app/log/save-log';
import { textOf } from '@/app/form/engine/number-text';
import { pointerOf } from '@/contract/pointer';
import { jsonText, type Json, type JsonObject } from '@/record/json';
import { differencesOf, recordOf } from './difference';

/**
 * Returns what the trail has in a file: a row for each field that an event changed, with the values as they are on the wire, so that a program
 * finds them by their path; an event without differences has one row.
 *
 * @param tell the texts of the trail
 */
export const trailFile = (tell: (key: string) => string): LogFile<JsonObject> => ({
  heads: [
    'time',
    'who',
    'what',
    'filter.entity',
    'filter.entity_id',
    'file.id',
    'filter.field',
    'file.before',
    'file.after',
    'file.request',
  ].map((key) => tell(key)),
  rowsOf(event) {
    const { action, entity } = event;
    const head = [
      textOf(event['at']),
      textOf(event['who']),
      tell(`action.${textOf(action)}`),
      tell(`one.${textOf(entity)}`),
      textOf(recordOf(event)?.['name']),
      textOf(event['entity_id']),
    ];
    const request = textOf(event['request_id']);
    const rows = differencesOf(event).map(({ path, was, now, list }) => [
      ...head,
      pointerOf(path),
      list ? listed(list.removed) : valueText(was),
      list ? listed(list.added) : valueText(now),
      request,
    ]);
    return rows.length > 0 ? rows : [[...head, null, null, null, request]];
  },
});

const valueText = (value: Json | undefined): string | null =>
  value === undefined || value === null ? null : typeof value === 'string' ? value : jsonText(value);

const listed = (values: readonly Json[]): string | null =>
  values.length === 0 ? null : values.map((value) => valueText(value) ?? '').join(', ');
