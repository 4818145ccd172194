import { useMediaQuery } from '@mantine/hooks';

/** Returns whether the window is as narrow as a phone: below 600 px. */
export const usePhone = (): boolean => useMediaQuery('(max-width: 599px)', false);

/** Returns whether the window is touched with a finger, also one that is wider than a phone: rows are 44 px high then. */
export const useCoarsePointer = (): boolean => useMediaQuery('(pointer: coarse)', false);

/** Returns whether the window has no room for the navigation beside the page: below 1100 px. */
export const useNarrow = (): boolean => useMediaQuery('(max-width: 1099px)', false);

/** Returns whether the window is narrower than `width` in px. */
export const useNarrowerThan = (width: number): boolean =>
  useMediaQuery(`(max-width: ${width - 1}px)`, false);
