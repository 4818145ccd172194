import type { CSSProperties } from 'react';
import type { ScreenColumn } from '../../shell/screen';

const variable = (place: number): string => `--stands-${place}`;

/** Returns where a column stands while the others scroll sideways; undefined for one that scrolls. */
export const standingStyle = (column: ScreenColumn | undefined, place: number): CSSProperties | undefined =>
  column?.stands ? { left: `var(${variable(place)})` } : undefined;

/** Returns the variables of a grid that say where its columns stand, in pixels. */
export const standingVariables = (standing: ReadonlyMap<number, number>): Record<string, string> =>
  Object.fromEntries([...standing].map(([place, left]) => [variable(place), `${left}px`]));

/** Scrolls a list sideways by as little as needed to show a whole column beside those that stand. */
export function revealColumn(grid: HTMLElement | null, place: number): void {
  const scroller = grid?.parentElement;
  const heads = [...(grid?.querySelectorAll<HTMLElement>('[role=columnheader]') ?? [])];
  const head = heads.at(place - heads.length);
  if (!scroller || !head || isStanding(head)) return;
  const from = scroller.getBoundingClientRect().left;
  const stood = heads.filter(isStanding).map((one) => one.getBoundingClientRect().right);
  const { left, right } = head.getBoundingClientRect();
  const least = Math.max(from, ...stood);
  const most = from + scroller.clientWidth;
  if (left < least) scroller.scrollLeft -= least - left;
  else if (right > most) scroller.scrollLeft += Math.min(right - most, left - least);
}

const isStanding = (head: HTMLElement): boolean => head.style.left !== '';
