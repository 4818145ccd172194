const stepKeys: Readonly<Record<string, 'earlier' | 'later'>> = {
  '[': 'earlier',
  j: 'earlier',
  ']': 'later',
  k: 'later',
};

/** Elements in which the keys are typed text or have another meaning. */
const typing = 'input, textarea, select, [contenteditable=true], [role=dialog] *, [role=menu] *';

/** Returns which way a key steps, to the earlier or later day or month; null if it means something else here. */
export function stepOfKey(event: KeyboardEvent): 'earlier' | 'later' | null {
  if (event.ctrlKey || event.metaKey || event.defaultPrevented) return null;
  if (event.target instanceof Element && event.target.closest(typing)) return null;
  return stepKeys[event.key.toLowerCase()] ?? null;
}
