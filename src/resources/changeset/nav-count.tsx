import { useQuery } from '@tanstack/react-query';
import type { ChangeSet } from '@/app/changes/change-sets';
import { isOtherThanPreviewed, outcomesQuery } from '@/app/changes/outcome/outcome-query';
import { defineTexts, usePageText } from '@/app/i18n/i18n';
import { useFormat } from '@/app/i18n/use-format';
import { useApp } from '@/app/shell/app-context';
import { isMadeBy, waitsFor } from './may-approve';
import styles from './nav-count.module.css';

const texts = defineTexts({
  en: { waits_one: 'waits for you', waits_other: 'wait for you' },
  fi: { waits_one: 'odottaa sinua', waits_other: 'odottaa sinua' },
});

/** How many change sets wait for this person, beside their name in the navigation; nothing if none does. */
export function NavCount() {
  const { client, me } = useApp().current;
  const say = usePageText('changeset/nav', texts);
  const format = useFormat();
  const { data } = useQuery({
    queryKey: ['changeset', 'waiting'],
    queryFn: async ({ signal }) => {
      const query = {
        status: 'waiting,draft,applied,scheduled,stopped,preparing',
        sort: '-modified_at',
        pageSize: 200,
      };
      return (await client.list<ChangeSet>('changeset', query, signal)).rows;
    },
    staleTime: 60_000,
  });
  // Their maker looks again at sets of which something else becomes than was previewed.
  const made = data?.filter((set) => isMadeBy(set, me)) ?? [];
  const { data: outcomes } = useQuery(outcomesQuery(client, made, { ask: 'since_preview' }, 300_000));
  const count =
    data?.filter((set) => waitsFor(set, me) || isOtherThanPreviewed(outcomes?.get(set.id))).length ?? 0;
  if (count === 0) return null;
  return (
    <span className={styles.count}>
      {format.count(count)} <span className="vh">{say('waits', { count })}</span>
    </span>
  );
}
