import { useState } from 'react';
import { useApp } from '../../shell/app-context';

/** How high the rows of lists are: one choice for all lists. */
export interface Density {
  readonly isCompact: boolean;
  /** In pixels, as the look has it (`--row`, `--row-compact`). */
  readonly row: number;
  choose: (compact: boolean) => void;
}

const heights = { usual: 36, compact: 30 };

/** The height of rows, as the person chose it. */
export function useDensity(): Density {
  const { preferences } = useApp();
  const [isCompact, setIsCompact] = useState(() => preferences.read('density') === 'compact');
  return {
    isCompact,
    row: isCompact ? heights.compact : heights.usual,
    choose(compact) {
      setIsCompact(compact);
      preferences.write('density', compact ? 'compact' : 'comfortable');
    },
  };
}
