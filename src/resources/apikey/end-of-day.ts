/**
 * The last moment of a day in a time zone, as the wire has it: when a key ends that is to be good for the whole of
 * that day. Null for what is no day.
 */
export function endOfDay(day: string, timeZone: string): string | null {
  const next = Date.parse(`${day}T23:59:59.999Z`);
  // 31 February is read as 3 March.
  if (Number.isNaN(next) || !new Date(next).toISOString().startsWith(day)) return null;
  // Twice: the difference to UTC may be another one there than here, where the clocks change.
  const first = next - offsetAt(next, timeZone);
  return new Date(next - offsetAt(first, timeZone)).toISOString();
}

/** How far ahead of UTC the clocks of a time zone are at a moment, in milliseconds. */
function offsetAt(moment: number, timeZone: string): number {
  const parts = new Intl.DateTimeFormat('en-CA', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
  }).formatToParts(moment);
  const part = (type: string) => parts.find((one) => one.type === type)?.value ?? '';
  const shown = `${part('year')}-${part('month')}-${part('day')}T${part('hour')}:${part('minute')}:${part('second')}Z`;
  return Date.parse(shown) - Math.floor(moment / 1000) * 1000;
}
