import { readRecord, saveRecord } from '@/core/app/form/save';
import { isObject, valueAt } from '@/core/app/record/json';
import type { SignedIn } from '@/core/app/session';
import { businessday } from './contract';
import type { DayReport } from './report-query';

/** Somebody has changed the day since its report was shown: what is marked must be what was looked at. */
export class ChangedSince extends Error {
  override readonly name = 'ChangedSince';
}

/**
 * Marks a closed day as exported under the number of its voucher (design 7). Every other field of the day
 * stays as it is. Throws `ChangedSince`, or a `RequestError` as the service refused.
 */
export async function markExported(
  { client, me }: Pick<SignedIn, 'client' | 'me'>,
  day: Pick<DayReport['businessday'], 'id' | 'version'>,
  voucher_num: string,
): Promise<void> {
  const { record: base, etag } = await readRecord(client, businessday, day.id);
  const version = valueAt(base, ['version']);
  if (version !== undefined && day.version !== undefined && String(version) !== String(day.version))
    throw new ChangedSince();
  const { data } = base;
  const saved = await saveRecord({
    client,
    resource: businessday,
    id: day.id,
    base,
    etag,
    current: { ...base, status: 'exported', data: { ...(isObject(data) ? data : {}), voucher_num } },
    bare: me === null,
    idempotencyKey: crypto.randomUUID(),
  });
  if (saved.kind === 'stale') throw new ChangedSince();
}
