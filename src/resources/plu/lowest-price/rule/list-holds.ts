import { hoursOfWeek } from '@/record/week-hours';
import { joined, type Range } from './ranges';
import { dayNumber, weekdayOf, type ZoneClock } from './zone-clock';

/** What a price list says about when it holds. */
export interface ListTerms {
  readonly active: boolean;
  readonly type: string;
  readonly currency: string;
  /** Whether its prices hold tax; null: as the base price. */
  readonly isTaxIncluded: boolean | null;
  readonly valid_from: string;
  readonly valid_until: string;
  readonly weekdays: readonly number[];
  readonly time_from: string;
  readonly time_until: string;
  /** In lower case; none is everywhere. */
  readonly location_ids: readonly string[];
}

/** The terms of a price list from an instant on. */
export interface ListVersion {
  readonly at: number;
  readonly terms: ListTerms;
}

/** Where a price is asked. */
export interface Place {
  readonly clock: ZoneClock;
  /** In lower case; null for no location. */
  readonly location: string | null;
}

/**
 * Returns the ranges in which a price list holds within `span`, in order. A campaign has its days, hours and locations; any
 * other list holds while it is active. `isAnywhere`: a campaign for some locations counts where no location is asked for.
 */
export function listHolds(
  versions: readonly ListVersion[],
  { clock, location }: Place,
  span: Range,
  isAnywhere: boolean,
): Range[] {
  const ranges = versions.flatMap(({ at, terms }, n) => {
    const from = Math.max(at, span.from);
    const until = Math.min(versions[n + 1]?.at ?? Infinity, span.until);
    if (from >= until || !terms.active) return [];
    if (terms.type !== 'campaign') return [{ from, until }];
    const isHere =
      terms.location_ids.length === 0 ||
      (location === null ? isAnywhere : terms.location_ids.includes(location));
    return isHere ? campaignHolds(terms, clock, { from, until }) : [];
  });
  return joined(ranges);
}

function campaignHolds(terms: ListTerms, clock: ZoneClock, span: Range): Range[] {
  const first = terms.valid_from === '' ? -Infinity : dayNumber(terms.valid_from);
  const last = terms.valid_until === '' ? Infinity : dayNumber(terms.valid_until);
  const within = ({ from, until }: Range): Range => ({
    from: Math.max(from, span.from),
    until: Math.min(until, span.until),
  });
  const hours = hoursOfWeek(terms);
  if (hours.every((day) => day.length === 1 && day[0]?.from === 0 && day[0].until === wholeDay)) {
    const from = first === -Infinity ? span.from : clock.instantOf(first);
    const until = last === Infinity ? span.until : clock.instantOf(last + 1);
    return [within({ from, until })];
  }
  const holds: Range[] = [];
  const end = Math.min(last, clock.dayOf(span.until - 1));
  for (let day = Math.max(first, clock.dayOf(span.from)); day <= end; day += 1)
    for (const { from, until } of hours[weekdayOf(day)] ?? [])
      holds.push(
        within({
          from: clock.instantOf(day, from),
          until: clock.instantOf(day, until),
        }),
      );
  return holds;
}

const wholeDay = 1440;
