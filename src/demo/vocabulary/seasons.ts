import type { SeasonKey } from './goods/family';

/** The percentage of a typical month, January to December. */
export const seasons: Record<SeasonKey, readonly number[]> = {
  steady: [96, 95, 100, 100, 101, 99, 98, 100, 101, 103, 102, 106],
  // The bars of the product page; Cinnamon Bun Day is on 4 October.
  bun: [101, 105, 110, 91, 97, 87, 79, 93, 103, 152, 109, 113],
  lunch: [102, 104, 106, 101, 98, 82, 61, 97, 108, 110, 109, 88],
  summer: [70, 72, 80, 92, 118, 150, 172, 140, 95, 78, 72, 82],
  icecream: [28, 32, 48, 80, 140, 210, 260, 180, 88, 46, 32, 40],
  warm: [122, 118, 108, 96, 84, 74, 68, 80, 98, 112, 122, 128],
  christmas: [52, 44, 46, 50, 52, 48, 44, 52, 66, 104, 210, 440],
  easter: [62, 84, 230, 320, 74, 58, 54, 58, 64, 68, 70, 78],
  mayday: [4, 12, 46, 620, 380, 30, 14, 10, 8, 6, 4, 4],
  runeberg: [620, 480, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0],
  shrove: [240, 860, 60, 0, 0, 0, 0, 0, 0, 0, 0, 0],
  harvest: [84, 78, 74, 70, 72, 88, 132, 190, 156, 108, 82, 74],
};
