import { useState } from 'react';
import { useCoarsePointer } from '@/ui/layout/use-phone';
import { useApp } from '../../shell/app-context';

/** The row height of all lists. */
export interface Density {
  readonly isCompact: boolean;
  /** Height of a row in pixels, as in the stylesheet (`--row`, `--row-compact`). */
  readonly row: number;
  select: (compact: boolean) => void;
}

const heights = { usual: 36, touched: 44, compact: 30 };

/** Returns the row height that the user chose; stored in this browser. */
export function useDensity(): Density {
  const { preferences } = useApp();
  const isTouched = useCoarsePointer();
  const [isCompact, setIsCompact] = useState(() => preferences.read('density') === 'compact');
  return {
    isCompact,
    row: isCompact ? heights.compact : isTouched ? heights.touched : heights.usual,
    select(compact) {
      setIsCompact(compact);
      preferences.write('density', compact ? 'compact' : 'comfortable');
    },
  };
}
