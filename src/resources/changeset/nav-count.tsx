import { useQuery } from '@tanstack/react-query';
import { useOtherThanPreviewed, waitingSetsQuery } from '@/app/changes/own-sets';
import { defineTexts, usePageText } from '@/app/i18n/i18n';
import { useFormat } from '@/app/i18n/use-format';
import { useApp } from '@/app/shell/app-context';
import { waitsFor } from './may-approve';
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
  const { data = [] } = useQuery(waitingSetsQuery(client));
  // Their maker looks again at sets of which something else becomes than was previewed.
  const others = useOtherThanPreviewed();
  const count = new Set([...data.filter((set) => waitsFor(set, me)), ...others].map(({ id }) => id)).size;
  if (count === 0) return null;
  return (
    <span className={styles.count}>
      {format.count(count)} <span className="vh">{say('waits', { count })}</span>
    </span>
  );
}
