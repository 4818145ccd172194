import { saveRecord } from '@/app/form/save/save';
import { readRecord } from '@/app/form/save/stored-record';
import { isObject, jsonText, valueAt, type JsonObject } from '@/record/json';
import type { SignedIn } from '@/app/session/session';
import { businessday } from '@/resources/businessday/contract';
import type { DayReport } from '../report/data/report-query';

/** Thrown if the day has changed since its report was shown: the user must decide on current data. */
export class ChangedSince extends Error {
  override readonly name = 'ChangedSince';
}

/** The id of a day to change, and the version that its report shows. */
export type DayShown = Pick<DayReport['businessday'], 'id' | 'version'>;

/**
 * Changes a day whose report is shown. `next` returns the changed fields, given the stored `data`; all other fields keep
 * their values. Throws `ChangedSince`, or a `RequestError` if the service refuses the change.
 */
export async function changeDay(
  { client, server }: Pick<SignedIn, 'client' | 'server'>,
  day: DayShown,
  next: (data: JsonObject) => { readonly fields: JsonObject; readonly data: JsonObject },
): Promise<void> {
  const { record: base, etag } = await readRecord(client, businessday, day.id);
  const version = valueAt(base, ['version']);
  if (version !== undefined && day.version !== undefined && jsonText(version) !== String(day.version))
    throw new ChangedSince();
  const data = isObject(base['data']) ? base['data'] : {};
  const change = next(data);
  const saved = await saveRecord({
    client,
    resource: businessday,
    id: day.id,
    base,
    etag,
    current: { ...base, ...change.fields, data: { ...data, ...change.data } },
    server,
    idempotencyKey: crypto.randomUUID(),
  });
  if (saved.kind === 'stale') throw new ChangedSince();
}
