import { createContext } from 'react';

/** Opens the navigation of a narrow window, for the page's header on a phone; null outside the shell. */
export const ShellMenuContext = createContext<{
  readonly label: string;
  readonly onClick: () => void;
} | null>(null);
