/** A business day as its voucher needs it. */
export interface VoucherDay {
  readonly id: string;
  readonly location_id: string;
  readonly location_name: string;
  readonly date: string;
  readonly currency: string;
  readonly zone: string;
  readonly cutover: number;
  readonly status: string;
  /** The number that it has: it is exported with it, or somebody gave it one before. */
  readonly number: string | null;
}

/** The days of one voucher, by date. */
export interface VoucherGroup {
  readonly location_id: string;
  readonly location_name: string;
  readonly year: number;
  readonly number: string | null;
  readonly days: readonly VoucherDay[];
}

/**
 * Returns which days have a voucher together: those that have one number together; of the others each by itself, or with
 * `all` those of a location and year, exported ones (without rows, so without a number) apart. By location, then by date.
 */
export function groupsOf(days: readonly VoucherDay[], by: 'day' | 'all'): VoucherGroup[] {
  const found = new Map<string, VoucherDay[]>();
  for (const day of days) {
    const alone = by === 'day' ? day.id : day.date.slice(0, 4);
    const isBooked = day.number === null && day.status === 'exported';
    const key = JSON.stringify([
      day.location_id,
      day.number === null ? [alone, isBooked] : day.number.toLowerCase(),
    ]);
    const group = found.get(key);
    if (group) group.push(day);
    else found.set(key, [day]);
  }
  return [...found.values()]
    .map((some) => {
      const inOrder = some.toSorted((one, other) => compare(one.date, other.date));
      const last = inOrder.at(-1);
      return {
        location_id: last?.location_id ?? '',
        location_name: last?.location_name ?? '',
        year: Number(last?.date.slice(0, 4)),
        number: last?.number ?? null,
        days: inOrder,
      };
    })
    .toSorted(
      (one, other) =>
        compare(one.location_name, other.location_name) ||
        compare(one.location_id, other.location_id) ||
        compare(one.days[0]?.date ?? '', other.days[0]?.date ?? ''),
    );
}

const compare = (one: string, other: string): number => (one < other ? -1 : Number(one > other));
