import { useMediaQuery } from '@mantine/hooks';

/** Returns whether the window is as narrow as a phone: below 600 px. */
export const usePhone = (): boolean => useMediaQuery('(max-width: 599px)', false);
