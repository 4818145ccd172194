import { useEffect, useRef, useState } from 'react';
import type { SheetAccess } from '@/core/app/grid/sheet/sheet-bar';
import { useTextOf } from '@/core/app/i18n/i18n';
import type { Outcome } from './use-outcome';

/** How the prices of a formula are put into their cells. */
export interface Filling {
  /** Fills the cells, as soon as their prices have been computed. */
  readonly fill: () => void;
  readonly isFilling: boolean;
  /** How many cells were collected last; null if that is taken back, or something else is typed since. */
  readonly filled: number | null;
  readonly forget: () => void;
}

/** Fills cells with what `text` comes to; null until it is computed. `onFilled` is called when they are. */
export function useFill(
  sheet: SheetAccess,
  text: string,
  outcome: Outcome | null,
  onFilled: () => void,
): Filling {
  const say = useTextOf('plu');
  // Whoever is faster than the computation has pressed Enter for this text.
  const [asked, setAsked] = useState<string | null>(null);
  const [filled, setFilled] = useState<number | null>(null);
  const isFilling = asked !== null && asked === text;
  const store = async ({ values }: Outcome) => {
    const formula = text.trim();
    const name = say('fx.name', { formula }).slice(0, 120);
    const stored = await sheet.change(values, { name, data: { formula } });
    setAsked(null);
    if (stored === 'failed') return;
    // The toast speaks of what was stored at once.
    setFilled(stored === 'collected' ? values.length : null);
    onFilled();
  };
  const latest = useRef({ store });
  useEffect(() => {
    latest.current = { store };
  });
  const isReady = isFilling && outcome !== null;
  useEffect(() => {
    if (!isReady) return;
    if (outcome.values.length > 0) void latest.current.store(outcome);
    else setAsked(null);
    // eslint-disable-next-line react-hooks/exhaustive-deps -- once, when there is something to fill
  }, [isReady]);
  return { fill: () => setAsked(text), isFilling, filled, forget: () => setFilled(null) };
}
