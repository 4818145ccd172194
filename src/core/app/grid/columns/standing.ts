import type { CSSProperties } from 'react';
import type { ScreenColumn } from '../../shell/screen';

const variable = (place: number): string => `--stands-${place}`;

/** Returns where a column stands while the others scroll sideways; undefined for one that scrolls. */
export const standingStyle = (column: ScreenColumn | undefined, place: number): CSSProperties | undefined =>
  column?.stands ? { left: `var(${variable(place)})` } : undefined;

/** Returns the variables of a grid that say where its columns stand, in pixels. */
export const standingVariables = (standing: ReadonlyMap<number, number>): Record<string, string> =>
  Object.fromEntries([...standing].map(([place, left]) => [variable(place), `${left}px`]));
