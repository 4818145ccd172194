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
