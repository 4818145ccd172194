import { useState } from 'react';

/**
 * The state of a text input for a value of the wire: its text, and what to call when it changes and loses the focus.
 */
export interface TypedText {
  readonly text: string;
  readonly type: (text: string) => void;
  /** Ends the typing: short forms are read too, and the text is formatted for the locale. */
  readonly commit: () => void;
  /** The input was left with text that cannot be parsed. */
  readonly isUnread: boolean;
}

/**
 * Keeps the typed text apart from the value that it stands for. `read` parses the text, and returns null if it is no
 * value (with `whole`, short forms are values too); then `onChange` receives the text as typed, so that validation
 * reports it.
 */
export function useTypedText(
  value: string,
  onChange: (value: string) => void,
  how: { show: (value: string) => string; read: (text: string, whole: boolean) => string | null },
): TypedText {
  // The typed text, with the value that it stands for: if the value changes elsewhere, the new value is shown.
  const [draft, setDraft] = useState<{ text: string; value: string; isOver: boolean }>();
  const currentDraft = draft?.value === value ? draft : undefined;
  return {
    text: currentDraft && !currentDraft.isOver ? currentDraft.text : how.show(value),
    type(text) {
      const next = text.trim() === '' ? '' : (how.read(text, false) ?? text);
      setDraft({ text, value: next, isOver: false });
      onChange(next);
    },
    commit() {
      if (!currentDraft || currentDraft.isOver) return;
      const next =
        currentDraft.text.trim() === '' ? '' : (how.read(currentDraft.text, true) ?? currentDraft.text);
      setDraft({ text: currentDraft.text, value: next, isOver: true });
      if (next !== value) onChange(next);
    },
    isUnread:
      currentDraft !== undefined && currentDraft.isOver && value !== '' && how.read(value, true) === null,
  };
}
