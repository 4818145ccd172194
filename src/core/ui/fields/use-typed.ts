import { useState } from 'react';

/** What a box for a value of the wire needs: the text in it, and what to do when it is typed in and left. */
export interface Typed {
  readonly text: string;
  readonly type: (text: string) => void;
  /** The typing is over: short ways of writing are read, what stands there is written as the language does. */
  readonly settle: () => void;
  /** It was left with something that cannot be read. */
  readonly isUnread: boolean;
}

/**
 * Keeps what is typed apart from the value that it stands for. `read` gives the value of a text, null when there is
 * none (not yet, unless it is `whole`); then the form gets the text as it was typed, for validation to speak of.
 */
export function useTyped(
  value: string,
  onChange: (value: string) => void,
  how: { show: (value: string) => string; read: (text: string, whole: boolean) => string | null },
): Typed {
  // The typing, and the value it stands for: a value that comes from elsewhere takes its place.
  const [draft, setDraft] = useState<{ text: string; value: string; isOver: boolean }>();
  const own = draft?.value === value ? draft : undefined;
  return {
    text: own && !own.isOver ? own.text : how.show(value),
    type(text) {
      const next = text.trim() === '' ? '' : (how.read(text, false) ?? text);
      setDraft({ text, value: next, isOver: false });
      onChange(next);
    },
    settle() {
      if (!own || own.isOver) return;
      const next = own.text.trim() === '' ? '' : (how.read(own.text, true) ?? own.text);
      setDraft({ text: own.text, value: next, isOver: true });
      if (next !== value) onChange(next);
    },
    isUnread: own !== undefined && own.isOver && value !== '' && how.read(value, true) === null,
  };
}
