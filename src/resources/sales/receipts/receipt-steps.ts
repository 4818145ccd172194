/** The steps from one receipt of a list to those beside it; null at its ends, and from one that is not in it. */
export function stepsFrom(
  list: readonly { readonly id: string }[],
  at: number,
  show: (id: string) => void,
): { previous: (() => void) | null; next: (() => void) | null } {
  const step = (to: number) => {
    const other = list[to];
    return at >= 0 && other ? () => show(other.id) : null;
  };
  return { previous: step(at - 1), next: step(at + 1) };
}
