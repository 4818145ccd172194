/** Height of a row of two lines in pixels, as in the stylesheet (`--row` of `data-phone`). */
export const phoneRowHeight = 60;
