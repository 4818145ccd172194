import { z } from 'zod';
import { hashKey, type Caller } from '@/server/auth/caller';
import { trusted, type Tx } from '@/server/db/db';
import { wireTime } from '@/server/db/table';
import type { Parts } from '@/server/http/http-env';
import { newSecret } from '@/server/ops/companies';
import { upsertManyWithin } from '@/server/write/store';
import type { WriteContext } from '@/server/write/write-context';
import { apikeyTable } from './table';

/** A key that was made: the secret, which is stored nowhere, and the record. */
interface MadeKey {
  readonly key: string;
  readonly id: string;
  /** JSON text of the record. */
  readonly entity: string;
}

/** Returns the columns of a new secret. */
export function secretColumns() {
  const { key, prefix } = newSecret();
  return { key, columns: { prefix, hash: `\\x${hashKey(key).toString('hex')}` } };
}

/** SQL: whether a key `t` works. */
export const works = trusted('(t.active and (t.expires_at is null or t.expires_at > clock_timestamp()))');

/** SQL: when a key `t` ends that goes on for so many hours beside the one that takes its place, as the wire has it; its own end may be sooner. */
export const endsAfter = (hours: number) =>
  trusted(wireTime(`least(t.expires_at, clock_timestamp() + make_interval(hours => ${hours}))`));

/** Returns the change by which a key ends at a moment, or at once where there is none. */
export const ending = (id: string, ends: string | null) =>
  ends === null ? { id, active: false } : { id, expires_at: ends };

const withId = z.looseObject({ id: z.string() });

/** Returns what changes keys in a caller's name, and makes one that takes the place of others in the same write. */
export function keyWriter({ db, tables }: Pick<Parts, 'db' | 'tables'>, caller: Caller, requestId: string) {
  const context: WriteContext = { db, tables, table: apikeyTable, caller, requestId };
  return {
    caller,
    change: (tx: Tx, values: readonly unknown[]) => upsertManyWithin(tx, context, values),
    /** `columns`: what is stored besides what is on the wire; `others`: changes of those that it takes the place of. */
    async make(
      tx: Tx,
      value: object,
      columns: Readonly<Record<string, unknown>>,
      others: readonly unknown[],
    ): Promise<MadeKey> {
      const secret = secretColumns();
      const created = () => ({ ...secret.columns, ...columns });
      const [made] = await upsertManyWithin(tx, { ...context, created }, [value, ...others]);
      if (!made) throw new Error('A key was not made');
      return { key: secret.key, id: withId.parse(JSON.parse(made.entity)).id, entity: made.entity };
    },
  };
}
