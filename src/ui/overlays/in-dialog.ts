import { createContext } from 'react';

/** Tells whether a component is inside a dialog, which cuts off overflowing content. */
export const InDialogContext = createContext(false);
