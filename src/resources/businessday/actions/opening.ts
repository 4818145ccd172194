import { queryOptions } from '@tanstack/react-query';
import { z } from 'zod';
import { decimalOf } from '@/core/app/i18n/format';
import type { RowQuery, RowSource } from '@/core/app/data/row-source';
import type { Row } from '@/core/app/data/row';
import { location } from '../../location/contract';
import { pos } from '../../pos/contract';
import { textOf } from '../report/amounts';
import { businessday } from '../contract';

const active = (filters: RowQuery['filters'], sort: string): RowQuery => ({
  q: '',
  sort,
  active: true,
  filters,
});

/** The places where a day may be opened. */
export const openPlaces = (source: RowSource) =>
  queryOptions({
    queryKey: ['location', 'places'],
    queryFn: ({ signal }) => source.all(location, active({}, 'name'), { signal }),
  });

/** A register whose day begins. */
export interface Opening {
  readonly pos_id: string;
  readonly name: string;
  /** What was counted in it last, and on which day; null where it never was. */
  readonly before: { readonly counted: string; readonly date: string } | null;
}

/** What stands before a day of a location is opened. */
export interface BeforeOpening {
  readonly registers: readonly Opening[];
  /** Its newest days, newest first. */
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

/** The registers of a location with what was counted in them last, and its newest days. */
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
    // What was counted a moment ago is what the next day opens with.
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
