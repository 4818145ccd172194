import { useEffect, useRef, useState } from 'react';
import { SearchBox } from '../../../ui/fields/search-box';

/** Debounce of the search, in milliseconds. */
const pause = 150;

/** Search box of a list: shows typed text at once and searches after a debounce. */
export function ListSearch(props: {
  q: string;
  onSearch: (q: string) => void;
  label: string;
  placeholder: string;
  onDown: () => void;
}) {
  const { q, onSearch, label, placeholder, onDown } = props;
  const [typed, setTyped] = useState(q);
  const sent = useRef(q);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  // If the address changes by itself ("back", "clear"), the box follows.
  useEffect(() => {
    if (q === sent.current) return;
    sent.current = q;
    clearTimeout(timer.current);
    setTyped(q);
  }, [q]);
  const send = (text: string) => {
    clearTimeout(timer.current);
    if (text === sent.current) return;
    sent.current = text;
    onSearch(text);
  };
  const change = (text: string) => {
    setTyped(text);
    clearTimeout(timer.current);
    // Clearing (Escape or the × button) is applied at once.
    if (text === '') send(text);
    else timer.current = setTimeout(send, pause, text);
  };
  // Moving down into the list applies the typed text without the debounce.
  const down = () => {
    send(typed);
    onDown();
  };
  return <SearchBox value={typed} onChange={change} label={label} placeholder={placeholder} onDown={down} />;
}
