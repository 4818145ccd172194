/** Returns the functions that open the previous and next receipt of a list; null at an end, or if it is not in the list. */
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
