import { useEffect, useRef, useState } from 'react';
import { SearchBox } from '@/ui/fields/search-box';
import { searchPace } from '@/ui/fields/search-pace';

/** Search box of a list: shows typed text at once, and searches for it as fast as it may. */
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
  const [pace] = useState(searchPace);
  useEffect(() => pace.cancel, [pace]);
  // If the address changes by itself ("back", "clear"), the box follows.
  useEffect(() => {
    if (q === applied.current) return;
    applied.current = q;
    pace.cancel();
    setTyped(q);
  }, [q, pace]);
  const apply = (text: string) => {
    pace.cancel();
    if (text === applied.current) return;
    applied.current = text;
    onSearch(text);
  };
  const change = (text: string) => {
    setTyped(text);
    // Clearing (Escape or the × button) is applied at once.
    if (text === '') apply(text);
    else pace.run(() => apply(text));
  };
  // Moving down into the list applies the typed text at once.
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
