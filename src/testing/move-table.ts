import { changeSetStatuses } from '@/contract/change-set';
import { setActs, setMoves, setNeeds, setSteps, type SetAct, type SetStep } from '@/contract/change-set-acts';

const begin = '<!-- moves: made by `npm run roles` -->';
const end = '<!-- /moves -->';

const table = (rows: readonly (readonly string[])[]): string => {
  const [head = []] = rows;
  const widths = head.map((_, n) => Math.max(...rows.map((row) => row[n]?.length ?? 0)));
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell, n) => cell.padEnd(widths[n] ?? 0)).join(' | ')} |`;
  return [line(head), line(widths.map((width) => '-'.repeat(width))), ...rows.slice(1).map(line)].join('\n');
};

const code = (text: string) => `\`${text}\``;

/** Returns the cell of a state and an act: the state afterwards, `same`, `before`, or a dash. */
const cell = (act: SetAct | SetStep, status: (typeof changeSetStatuses)[number]): string =>
  setMoves[act].from[status] ?? '–';

/** Returns the transitions of change sets as Markdown: state × act → state, and what each act needs, who does it, what stays. */
export function moveTables(): string {
  const all: readonly (SetAct | SetStep)[] = [...setActs, ...setSteps];
  const states = table([
    ['Act', ...changeSetStatuses.map(code)],
    ...all.map((act) => [code(act), ...changeSetStatuses.map((status) => cell(act, status))]),
  ]);
  const words = table([
    ['Act', 'Who', 'Needs', 'What it changes besides, and what stays'],
    ...all.map((act) => {
      const { who, needs, keeps, inactive } = setMoves[act];
      return [
        code(act),
        who === 'service' ? 'the service' : who.roles.join(', '),
        needs.map(code).join(', ') || '–',
        inactive === true ? `${keeps} Also where the set is deactivated.` : keeps,
      ];
    }),
  ]);
  const needs = table([
    ['Need', 'It says'],
    ...Object.entries(setNeeds).map(([name, text]) => [code(name), text]),
  ]);
  return [states, words, needs].join('\n\n');
}

/** Returns `text` with the tables between their markers. */
export function withMoveTables(text: string): string {
  const [before, rest] = text.split(begin);
  const after = rest?.split(end)[1];
  if (before === undefined || after === undefined)
    throw new Error(`The text has no place for the tables: ${begin}`);
  return `${before}${begin}\n\n${moveTables()}\n\n${end}${after}`;
}
