import type { Chart, ChartCountry } from './chart';
import { de } from './de';
import { fi } from './fi';
import { no } from './no';
import { se } from './se';

/** The charts to begin from, by country. */
export const charts: Readonly<Record<ChartCountry, Chart>> = { FI: fi, SE: se, NO: no, DE: de };
