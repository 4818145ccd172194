/** A time of day, hours and minutes, in the time zone of the process: "03:00". */
export const timeOfDay = /^(?:[01]\d|2[0-3]):[0-5]\d$/;

/**
 * Returns the last moment, up to and with `now`, at which the clock showed a time of day. Of a time that clocks skip, it is
 * the moment after the skip; of one that comes twice, the first.
 */
export function lastDue(now: Date, time: string): Date {
  const today = at(now, 0, time);
  return today <= now ? today : at(now, -1, time);
}

/** Returns the next moment after `now` at which the clock shows a time of day. */
export function nextDue(now: Date, time: string): Date {
  const today = at(now, 0, time);
  return today > now ? today : at(now, 1, time);
}

function at(now: Date, days: number, time: string): Date {
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  return new Date(now.getFullYear(), now.getMonth(), now.getDate() + days, hours, minutes);
}
