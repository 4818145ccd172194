/** Work that waits for the end of the press under way; null while nothing is pressed. */
let waiting: (() => void)[] | null = null;

function finish(): void {
  const work = waiting ?? [];
  waiting = null;
  for (const each of work) each();
}

if (typeof window !== 'undefined') {
  // The field that was left loses the focus after `mousedown`, and the click comes after `mouseup`.
  window.addEventListener('mousedown', () => (waiting ??= []), true);
  // Before its target hears of it: a button that saves shall see what the field left behind.
  window.addEventListener('click', finish, true);
  // A press that becomes no click, such as the selection of text.
  for (const end of ['mouseup', 'dragend']) window.addEventListener(end, () => setTimeout(finish), true);
}

/**
 * Runs work at once, or, while the pointer is pressed, when the press has become a click. What leaving a field changes
 * on the page (an error below it, a row that was left empty) would otherwise move the button that is being clicked away
 * from under the pointer, and the click would reach nothing.
 */
export function afterPress(work: () => void): void {
  if (waiting) waiting.push(work);
  else work();
}
