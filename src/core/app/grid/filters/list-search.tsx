import { useEffect, useRef, useState } from 'react';
import { SearchBox } from '../../../ui/fields/search-box';

/** How long the search waits for the next key, in milliseconds. */
const pause = 150;

/** The search of a list: what is typed shows at once, and is looked for when typing rests. */
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
  // The address changed by itself (back, "clear"): the box follows.
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
    // Emptied is meant at once: it was Escape or the ×.
    if (text === '') send(text);
    else timer.current = setTimeout(send, pause, text);
  };
  // Whoever goes down to the list means what was typed, however fast.
  const down = () => {
    send(typed);
    onDown();
  };
  return <SearchBox value={typed} onChange={change} label={label} placeholder={placeholder} onDown={down} />;
}
