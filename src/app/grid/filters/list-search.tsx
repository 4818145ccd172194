import { useEffect, useRef, useState } from 'react';
import { SearchBox } from '@/ui/fields/search-box';

/** Debounce of the search, in milliseconds. */
const debounce = 150;

/** Search box of a list: shows typed text at once and searches after a debounce. */
export function ListSearch(props: {
  q: string;
  onSearch: (q: string) => void;
  label: string;
  placeholder: string;
  onDown: () => void;
  /** Called with the typed text when Enter is pressed. */
  onEnter?: (q: string) => void;
}) {
  const { q, onSearch, label, placeholder, onDown, onEnter } = props;
  const [typed, setTyped] = useState(q);
  const applied = useRef(q);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  // If the address changes by itself ("back", "clear"), the box follows.
  useEffect(() => {
    if (q === applied.current) return;
    applied.current = q;
    clearTimeout(timer.current);
    setTyped(q);
  }, [q]);
  const apply = (text: string) => {
    clearTimeout(timer.current);
    if (text === applied.current) return;
    applied.current = text;
    onSearch(text);
  };
  const change = (text: string) => {
    setTyped(text);
    clearTimeout(timer.current);
    // Clearing (Escape or the × button) is applied at once.
    if (text === '') apply(text);
    else timer.current = setTimeout(apply, debounce, text);
  };
  // Moving down into the list applies the typed text without the debounce.
  const down = () => {
    apply(typed);
    onDown();
  };
  const enter = () => {
    apply(typed);
    if (typed.trim() !== '') onEnter?.(typed);
  };
  return (
    <SearchBox
      value={typed}
      onChange={change}
      label={label}
      placeholder={placeholder}
      onDown={down}
      onEnter={enter}
    />
  );
}
