import { useState } from 'react';
import { DateField } from '@/ui/fields/dates/date-field';
import { isDay } from '@/ui/fields/dates/day-text';

/** Date input of a filter (`YYYY-MM-DD`, empty for none). Incomplete input is not applied. */
export function DayFilter(props: { label: string; value: string; onChange: (day: string) => void }) {
  const { label, value, onChange } = props;
  const [typed, setTyped] = useState(value);
  const [shown, setShown] = useState(value);
  if (shown !== value) {
    setShown(value);
    setTyped(value);
  }
  const change = (day: string) => {
    setTyped(day);
    if (day === '' || isDay(day)) onChange(day);
  };
  return <DateField label={label} value={typed} onChange={change} />;
}
