import type { TemplateCountry } from '@/contract/countries';
import type { Chart } from './chart';
import { de } from './de';
import { fi } from './fi';
import { no } from './no';
import { se } from './se';

/** The charts to begin from, by country. */
export const charts: Readonly<Record<TemplateCountry, Chart>> = { FI: fi, SE: se, NO: no, DE: de };
