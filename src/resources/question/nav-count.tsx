import { callerIn } from '@/app/session/session';
import { useQuery } from '@tanstack/react-query';
import { defineTexts, usePageText } from '@/app/i18n/i18n';
import { useFormat } from '@/app/i18n/use-format';
import { useApp } from '@/app/shell/app-context';
import { questionsOf, waitsFor } from './thread/question-query';
import styles from './nav-count.module.css';

const texts = defineTexts({
  en: { waits_one: 'waits for you', waits_other: 'wait for you' },
  fi: { waits_one: 'odottaa sinua', waits_other: 'odottaa sinua' },
});

/** How many questions wait for this person, beside their name in the navigation; nothing if none does. */
export function NavCount() {
  const { client, me } = useApp().current;
  const say = usePageText('question/nav', texts);
  const format = useFormat();
  const person = callerIn(me);
  const { data } = useQuery({ ...questionsOf(client, person ?? ''), enabled: person !== null });
  const count = data?.filter((one) => waitsFor(one, me)).length ?? 0;
  if (count === 0) return null;
  return (
    <span className={styles.count}>
      {format.count(count)} <span className="vh">{say('waits', { count })}</span>
    </span>
  );
}
