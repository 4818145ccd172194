import type { Step } from './patience';

const everyMs = 10_000;

/** Returns what says in lines what an upgrade is doing and how far it is: each step once, then every ten seconds. */
export function upgradeLines(say: (line: string) => void): (step: Step) => void {
  let last = '';
  let said = -Infinity;
  return ({ resource, doing, part }) => {
    const what = `${resource}: ${doing}`;
    const now = performance.now();
    if (what === last && part !== 1 && now - said < everyMs) return;
    [last, said] = [what, now];
    say(`Upgrade of ${what}${part === undefined ? '' : `, ${Math.floor(part * 100)} %`}`);
  };
}
