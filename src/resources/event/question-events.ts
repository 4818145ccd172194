import { textOf } from '@/core/app/form/engine/number-text';
import { isObject, type JsonObject } from '@/core/record/json';
import { recordOf } from './difference';

/** Returns the answer that an event adds to a question; '' where it was closed or opened, null for any other event. */
export function answerIn({ entity, payload }: JsonObject): string | null {
  if (entity !== 'question' || !isObject(payload)) return null;
  if (payload['move'] !== undefined) return '';
  return payload['answer'] === undefined ? null : textOf(payload['answer']);
}

/** Returns the past tense of an event of a question, which is closed and opened like a day. */
export function questionVerb({ action, payload }: JsonObject): string {
  if (action === 'create') return 'asked';
  if (!isObject(payload)) return 'changed';
  if (payload['answer'] !== undefined) return 'answered';
  return { close: 'closed', reopen: 'reopened' }[textOf(payload['move'])] ?? 'changed';
}

/** Returns the address of a question in the report of its day, as the event knows it. */
export function questionPlace(event: JsonObject, id: string): string | null {
  const record = recordOf(event);
  const day = textOf(record?.['businessday_id']);
  const receipt = textOf(record?.['sales_id']);
  return day === '' ? null : `/business-days/${day}?${receipt && `receipt=${receipt}&`}question=${id}`;
}
