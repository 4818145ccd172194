/** Margins below this percentage of the net price are low. */
export const lowMargin = 20;
