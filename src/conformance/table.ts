import { notSeen } from './check';
import type { Report, Verdict } from './run';

const words: Readonly<Record<Verdict, string>> = {
  pass: 'pass',
  fail: 'FAIL',
  note: 'note',
  'not shown by this server': 'not shown',
};
const longest = 160;
const cut = (text: string): string => (text.length > longest ? `${text.slice(0, longest)}…` : text);

/**
 * Formats the report as a table: a line for each sentence, and below it what was observed if the sentence does not hold
 * or could not be observed.
 */
export function table({ results, requests, seconds, left }: Report): string {
  const width = Math.max(...results.map(({ id }) => id.length));
  const lines = results.flatMap(({ verdict, section, id, sentence, detail, expected, seen }) => {
    const line = `${words[verdict].padEnd(9)}  ${section.padEnd(3)}  ${id.padEnd(width)}  ${sentence}`;
    const indent = ' '.repeat(9 + 2 + 3 + 2 + width + 2);
    if (verdict === 'pass') {
      const [, unseen] = detail.split(notSeen);
      return unseen === undefined ? [line] : [line, `${indent}${cut(`not seen on ${unseen}`)}`];
    }
    if (verdict === 'fail' || verdict === 'note')
      return [line, `${indent}expected: ${expected}`, `${indent}seen:     ${seen}`];
    return [line, `${indent}${cut(detail)}`];
  });
  const count = (verdict: Verdict) => results.filter((result) => result.verdict === verdict).length;
  const [passed, failed, noted] = [count('pass'), count('fail'), count('note')];
  const hidden = count('not shown by this server');
  return [
    ...lines,
    '',
    `${passed} pass, ${failed} fail, ${noted} note${noted === 1 ? '' : 's'}, ${hidden} not shown by this server (${requests} requests, ${seconds.toFixed(1)} s)`,
    ...(left.length > 0 ? [`Could not be deactivated: ${left.join(', ')}`] : []),
  ].join('\n');
}
