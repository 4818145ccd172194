/** Thrown for a number of a receipt that was cast and is not finite: then everything is read again with care. */
export class NotFinite extends Error {}
