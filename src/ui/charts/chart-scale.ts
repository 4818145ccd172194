/** Lines of a scale from zero upwards. `most` is the amount at its top. */
export interface ChartScale {
  readonly most: number;
  readonly scale: readonly { readonly amount: number; readonly text: string }[];
}

/** Returns a scale that reaches the highest amount, in steps of 1, 2.5 or 5 times a power of ten. */
export function chartScale(highest: number, locale: string): ChartScale {
  const step = stepOf(highest);
  const most = Math.max(step, Math.ceil(highest / step) * step);
  const format = new Intl.NumberFormat(locale, { notation: 'compact' });
  const scale = Array.from({ length: Math.round(most / step) + 1 }, (_, at) => ({
    amount: at * step,
    text: format.format(at * step),
  }));
  return { most, scale };
}

/** Returns a step of which two to four reach the highest amount. */
function stepOf(most: number): number {
  if (most <= 0) return 1;
  const power = 10 ** Math.floor(Math.log10(most));
  return [0.25, 0.5, 1, 2].map((part) => part * power).find((step) => most / step <= 4) ?? power;
}
