/** The texts of reasons. */
export interface ReasonTexts {
  /** By the code of a problem. */
  readonly problems: Readonly<Record<string, string>>;
  /** By the key of a field. */
  readonly fields: Readonly<Record<string, string>>;
  /** Between the lines that contradict each other: "lines". */
  readonly lines: string;
}

/** Returns why a line was refused, in words: with the fields that are missing, and the other lines. */
export function reasonText(
  problem: {
    readonly code: string;
    readonly names?: readonly string[] | undefined;
    readonly lines?: readonly number[] | undefined;
  },
  { problems, fields, lines: word }: ReasonTexts,
): string {
  const { code, names = [], lines = [] } = problem;
  const others = lines.length > 1 ? ` (${word} ${lines.join(', ')})` : '';
  const named = names.length > 0 ? `: ${names.map((name) => fields[name] ?? name).join(', ')}` : '';
  return `${problems[code] ?? code}${named}${others}`;
}
