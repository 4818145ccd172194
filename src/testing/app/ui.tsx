import { render } from '@testing-library/react';
import { useState, type ReactElement } from 'react';
import { UiProvider } from '@/ui/layout/provider';
import type { UiStrings } from '@/ui/display/ui-strings';

/** The UI kit's strings in English. */
export const testStrings: UiStrings = {
  close: 'Close',
  clear: 'Clear',
  loading: 'Loading',
  nothingFound: 'Nothing found',
  searchFailed: 'The search failed',
  use: (text) => `Use “${text}”`,
  remove: (what) => `Remove ${what}`,
  moveUp: (what) => `Move ${what} up`,
  moveDown: (what) => `Move ${what} down`,
  invalidJson: (line) => `Not valid JSON${line === undefined ? '' : `, line ${line}`}`,
  showPassword: 'Show the password',
  decimalSeparator: '.',
  locale: 'en-GB',
  day: (value) => {
    const style = { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' } as const;
    return new Intl.DateTimeFormat('en-GB', style).format(new Date(value));
  },
  time: (value) => value,
  notDay: 'Must be a day, such as 31 Dec 2026',
  notTime: 'Must be a time of day, such as 14:30',
  calendar: 'Calendar',
  previousYear: 'Previous year',
  previousMonth: 'Previous month',
  nextMonth: 'Next month',
  nextYear: 'Next year',
  today: 'Today',
  week: 'Wk',
  required: 'required',
  yes: 'Yes',
  no: 'No',
  details: 'Details',
};

// Browser APIs that jsdom lacks and the UI kit uses while rendering.
class Observer {
  observe(): void {}
  unobserve(): void {}
  disconnect(): void {}
}
globalThis.ResizeObserver ??= Observer;
globalThis.matchMedia ??= (media) => ({
  media,
  matches: false,
  onchange: null,
  addListener: () => {},
  removeListener: () => {},
  addEventListener: () => {},
  removeEventListener: () => {},
  dispatchEvent: () => false,
});
if (!('scrollIntoView' in Element.prototype)) Object.assign(Element.prototype, { scrollIntoView: () => {} });

/** Renders a controlled field within the provider; `seen` collects every value that it emits, in order. */
export function renderField<V>(start: V, field: (value: V, onChange: (value: V) => void) => ReactElement) {
  const seen: V[] = [];
  function StatefulField() {
    const [value, setValue] = useState(start);
    return field(value, (next) => {
      seen.push(next);
      setValue(next);
    });
  }
  render(
    <UiProvider strings={testStrings} env="test">
      <StatefulField />
    </UiProvider>,
  );
  return seen;
}
