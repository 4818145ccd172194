import { queryOptions } from '@tanstack/react-query';
import { z } from 'zod';
import { decimalOf } from '@/app/i18n/format';
import type { RowQuery, RowSource } from '@/app/data/row-source';
import type { Row } from '@/app/data/row';
import { location } from '@/resources/location/contract';
import { pos } from '@/resources/pos/contract';
import { textOf } from '../report/amounts';
import { businessday } from '@/resources/businessday/contract';

const active = (filters: RowQuery['filters'], sort: string): RowQuery => ({
  q: '',
  sort,
  active: 'active',
  filters,
});

/** Query options for the locations where a day can be opened: those that the caller holds, all for null. */
export const openPlaces = (source: RowSource, held: readonly string[] | null | undefined) =>
  queryOptions({
    queryKey: ['location', 'places'],
    queryFn: ({ signal }) => source.all(location, active({}, 'name'), { signal }),
    select: (rows) => (held ? rows.filter(({ id }) => held.includes(id)) : rows),
  });

/** A register at the opening of a day. */
export interface Opening {
  readonly pos_id: string;
  readonly name: string;
  /** The last counted cash with its date; null if it was never counted. */
  readonly before: { readonly counted: string; readonly date: string } | null;
}

/** The facts of a location that the opening of a day needs. */
export interface BeforeOpening {
  readonly registers: readonly Opening[];
  /** Its latest days, newest first. */
  readonly days: readonly { readonly id: string; readonly date: string; readonly status: string }[];
}

const reading = z.looseObject({
  pos_id: z.string().nullish(),
  counted: z.union([z.string(), z.number()]).nullish(),
});
const dayRow = z.looseObject({
  id: z.string(),
  date: z.string(),
  status: z.string(),
  data: z.looseObject({ z_reports: z.array(reading).catch([]).optional() }).catch({}),
});

/** Query options for the registers of a location with their last counted cash, and its latest days. */
export const beforeOpening = (source: RowSource, location_id: string) =>
  queryOptions({
    queryKey: ['businessday', 'opening', location_id],
    queryFn: async ({ signal }): Promise<BeforeOpening> => {
      const filters = { location_id: [location_id] };
      const [registers, { rows }] = await Promise.all([
        source.all(pos, active(filters, 'name'), { signal }),
        source.page(businessday, active(filters, '-date'), 0, signal),
      ]);
      const days = rows.flatMap((row) => {
        const read = dayRow.safeParse(row);
        return read.success ? [read.data] : [];
      });
      return {
        days,
        registers: registers.map((register) => ({
          pos_id: register.id,
          name: nameOf(register),
          before: lastCount(days, register.id),
        })),
      };
    },
    // Never stale data: cash counted a moment ago is the float of the next day.
    staleTime: 0,
  });

const nameOf = ({ id, name }: Row) => (typeof name === 'string' && name !== '' ? name : id);

function lastCount(days: readonly z.infer<typeof dayRow>[], pos_id: string): Opening['before'] {
  for (const { date, data } of days) {
    const counts = (data.z_reports ?? []).filter((one) => one.pos_id?.toLowerCase() === pos_id.toLowerCase());
    const counted = counts.at(-1)?.counted;
    const amount = decimalOf(counted);
    if (amount) return { counted: typeof counted === 'string' ? counted : textOf(amount), date };
  }
  return null;
}
