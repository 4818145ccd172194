import { roles, verbs } from '@/contract/role';
import { contracts } from '@/resources/contracts';
import { extraRoutes } from '@/resources/routes';

const begin = '<!-- roles: made by `npm run roles` -->';
const end = '<!-- /roles -->';

/** Returns the table of role × resource × verb for docs/roles.md, generated from the contracts. */
export function roleTable(): string {
  const rows = [
    ['Resource', ...roles],
    ...Object.values(contracts).map(({ name, access }) => [
      `\`${name}\``,
      ...roles.map((role) => verbs.filter((verb) => access[verb].roles.includes(role)).join(', ') || '–'),
    ]),
    ...extraRoutes
      .flatMap(({ rules }) => Object.entries(rules))
      .map(([rule, allowed]) => [
        `\`${rule}\``,
        ...roles.map((role) => (allowed.roles.includes(role) ? 'yes' : '–')),
      ]),
  ];
  const widths = ['Resource', ...roles].map((_, n) => Math.max(...rows.map((row) => row[n]?.length ?? 0)));
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell, n) => cell.padEnd(widths[n] ?? 0)).join(' | ')} |`;
  const [head = [], ...body] = rows;
  return [line(head), line(widths.map((width) => '-'.repeat(width))), ...body.map(line)].join('\n');
}

/** Returns `text` with the table between its markers. */
export function withRoleTable(text: string): string {
  const [before, rest] = text.split(begin);
  const after = rest?.split(end)[1];
  if (before === undefined || after === undefined)
    throw new Error(`The text has no place for the table: ${begin}`);
  return `${before}${begin}\n\n${roleTable()}\n\n${end}${after}`;
}
