import { Big } from 'big.js';
import type { MarginFigures } from './schema';

/** What some lines came to: exact decimal texts. */
export interface LineSums {
  readonly net: string;
  readonly known_net: string;
  readonly cost: string;
}

/** Returns the margin of some lines in a currency with `scale` decimals. The cost is rounded once, half up, and the margin is what is left. */
export function marginFigures(lines: readonly LineSums[], scale: number): MarginFigures {
  const sum = (name: keyof LineSums) => lines.reduce((all, line) => all.plus(line[name]), new Big(0));
  const [net, known] = [sum('net'), sum('known_net')];
  const cost = sum('cost').round(scale, Big.roundHalfUp);
  const margin = known.minus(cost);
  return {
    net: net.toFixed(scale),
    known_net: known.toFixed(scale),
    known_percent: shareOf(known, net),
    cost: cost.toFixed(scale),
    margin: margin.toFixed(scale),
    margin_percent: percentOf(margin, known),
  };
}

/** Returns a part in per cent with one decimal; null of what is not above zero. */
function percentOf(part: Big, whole: Big): string | null {
  if (whole.lte(0)) return null;
  return part.times(100).div(whole).round(1, Big.roundHalfUp).toFixed(1);
}

/** As `percentOf`, but what is not the whole is never 100.0. */
function shareOf(part: Big, whole: Big): string | null {
  const percent = percentOf(part, whole);
  return percent === '100.0' && part.lt(whole) ? '99.9' : percent;
}
