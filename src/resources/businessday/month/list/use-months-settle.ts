import { useQueries } from '@tanstack/react-query';
import { useState } from 'react';
import { useApp } from '@/core/app/shell/app-context';
import type { Months, MonthSettle } from '../schema';
import { monthSettleQuery } from '../screen/month-query';

/** The most months of which it is asked what they wait for: older ones say that they are not locked, and their page says the rest. */
const mostMonths = 24;

/**
 * Returns what each month waits for that is over and not locked, by month. They are asked one after the other, newest first: the list
 * is there at once, and a year of months is never computed at the same time.
 */
export function useMonthsSettle(months: Months): ReadonlyMap<string, MonthSettle | 'pending' | 'unknown'> {
  const { client } = useApp().current;
  const asked = months
    .filter(({ locked, over }) => over && !locked)
    .slice(0, mostMonths)
    .map(({ month }) => month);
  const [next, setNext] = useState(1);
  const answers = useQueries({
    queries: asked.map((month, at) => ({ ...monthSettleQuery(client, month), enabled: at < next })),
  });
  const known = answers.findIndex(({ isPending }) => isPending);
  const wanted = known === -1 ? asked.length : known + 1;
  if (wanted > next) setNext(wanted);
  return new Map(
    asked.map((month, at) => {
      const { data, isError } = answers[at] ?? {};
      return [month, data ?? (isError ? 'unknown' : 'pending')];
    }),
  );
}
