import { createContext } from 'react';

/** Whether this stands in a dialog, which cuts off what reaches out of it. */
export const InDialogContext = createContext(false);
