import { Fragment, type ReactNode } from 'react';

const token = /"(?:[^"\\\n]|\\.)*"(\s*:)?|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?|\btrue\b|\bfalse\b|\bnull\b/g;

/** Renders JSON text with coloured keys and values; other text as it is. */
export function highlightJson(text: string): ReactNode {
  const parts: ReactNode[] = [];
  let end = 0;
  for (const match of text.matchAll(token)) {
    const [word] = match;
    const colon = match[1] ?? '';
    const inner = word.slice(0, word.length - colon.length);
    parts.push(
      <Fragment key={match.index}>
        {text.slice(end, match.index)}
        {colon ? <b>{inner}</b> : <u>{inner}</u>}
        {colon}
      </Fragment>,
    );
    end = match.index + word.length;
  }
  parts.push(text.slice(end));
  return parts;
}

/**
 * Returns where the text is invalid JSON (`line` from 1, if the browser tells it), or undefined if it is valid or
 * empty.
 */
export function jsonError(text: string): { line: number | undefined } | undefined {
  if (text.trim() === '') return undefined;
  try {
    JSON.parse(text);
    return undefined;
  } catch (error) {
    const message = error instanceof Error ? error.message : '';
    const line = /line (\d+)/.exec(message)?.[1];
    const position = /position (\d+)/.exec(message)?.[1];
    if (line) return { line: Number(line) };
    if (position) return { line: text.slice(0, Number(position)).split('\n').length };
    return { line: /end of/.test(message) ? text.trimEnd().split('\n').length : undefined };
  }
}
