import { RequestError } from '../data/request-error';
import { recordIn } from './entity';
import type { JsonObject } from '@/record/json';

/**
 * Parses the response of a record's GET with all its digits.
 *
 * @throws RequestError `notJson` if the body holds no record.
 */
export function parseRecordResponse({
  text,
  etag,
}: {
  readonly text: string;
  readonly etag: string | null;
}): {
  record: JsonObject;
  etag: string | null;
} {
  const record = recordIn(text);
  if (!record) throw new RequestError({ kind: 'notJson', message: 'The answer is no record' });
  return { record, etag };
}
