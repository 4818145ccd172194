import { useQuery } from '@tanstack/react-query';
import { noValue } from '@/app/i18n/format';
import { useFormat } from '@/app/i18n/use-format';
import { useApp } from '@/app/shell/app-context';
import type { Entity } from '@/contract/resource';
import { lowerFirst } from '@/record/words';
import type { pos } from '../contract';
import { useTillWords } from './till-words';
import { pairingAt, tillsAt, tillsQuery } from './tills';
import { useTillText } from './texts';

interface Row {
  row: Entity<typeof pos>;
}

/** Cell that says whether a till is paired with the register, and when it was heard from last. */
export function TillCell({ row }: Row) {
  const say = useTillText();
  const format = useFormat();
  const { data, dataUpdatedAt: now } = useQuery(tillsQuery(useApp().current.client));
  const words = useTillWords(now);
  if (!data) return noValue;
  const tills = tillsAt(data, row.id);
  if (tills.length === 0) {
    const isWaiting = pairingAt(data, row.id) !== undefined;
    return <span className="muted">{say(isWaiting ? 'waiting' : 'none')}</span>;
  }
  const last = tills
    .flatMap(({ last_used_at: at }) => at ?? [])
    .toSorted()
    .at(-1);
  const heard = last === undefined ? say('isPaired') : words.heard(last);
  return (
    <span title={last === undefined ? undefined : format.momentLong(last)}>
      {tills.length === 1 ? heard : say('several', { count: tills.length, heard: lowerFirst(heard) })}
    </span>
  );
}

/** Cell with what the register's till says of its version. */
export function TillVersionCell({ row }: Row) {
  const { data } = useQuery(tillsQuery(useApp().current.client));
  return tillsAt(data, row.id)[0]?.version ?? noValue;
}
