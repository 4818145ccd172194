/** Keys that do one thing; several ones do the same. Names of texts in texts.ts. */
interface KeyHelp {
  readonly does: string;
  readonly pressed: readonly string[];
}

/** The keys of every page, by where they work. */
export const keyGroups: readonly { readonly title: string; readonly keys: readonly KeyHelp[] }[] = [
  {
    title: 'everywhere',
    keys: [
      { does: 'find', pressed: ['Ctrl K'] },
      { does: 'search', pressed: ['/'] },
      { does: 'scan', pressed: ['scanner'] },
      { does: 'showKeys', pressed: ['?'] },
    ],
  },
  {
    title: 'list',
    keys: [
      { does: 'rows', pressed: ['↑', '↓'] },
      { does: 'page', pressed: ['Page ↓'] },
      { does: 'ends', pressed: ['Home', 'End'] },
      { does: 'open', pressed: ['Enter'] },
      { does: 'select', pressed: ['Space'] },
      { does: 'selectMore', pressed: ['Shift ↓'] },
      { does: 'selectAll', pressed: ['Ctrl A'] },
      { does: 'copy', pressed: ['Ctrl C'] },
      { does: 'toCells', pressed: ['→'] },
    ],
  },
  {
    title: 'cells',
    keys: [
      { does: 'type', pressed: ['letters'] },
      { does: 'edit', pressed: ['Enter', 'F2'] },
      { does: 'below', pressed: ['Enter'] },
      { does: 'beside', pressed: ['Tab'] },
      { does: 'back', pressed: ['Esc'] },
      { does: 'empty', pressed: ['Delete'] },
      { does: 'mark', pressed: ['Shift →', 'Shift ↓'] },
      { does: 'paste', pressed: ['Ctrl V'] },
      { does: 'undo', pressed: ['Ctrl Z'] },
      { does: 'redo', pressed: ['Ctrl Shift Z', 'Ctrl Y'] },
      { does: 'fillDown', pressed: ['Ctrl D', 'Ctrl R'] },
      { does: 'whoseChange', pressed: ['Alt'] },
    ],
  },
  {
    title: 'form',
    keys: [
      { does: 'save', pressed: ['Ctrl S'] },
      { does: 'days', pressed: ['J', 'K'] },
    ],
  },
];
