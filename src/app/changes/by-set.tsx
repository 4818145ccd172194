import { useQuery } from '@tanstack/react-query';
import type { JsonObject } from '@/record/json';
import { Link } from '@/ui/layout/link';
import { recordLabelQuery } from '../data/queries';
import { dateFormat } from '../i18n/format';
import { defineTexts, usePageText } from '../i18n/i18n';
import { useFormat } from '../i18n/use-format';
import { textOf } from '../form/engine/number-text';
import { mayRead } from '../session/session';
import { useApp } from '../shell/app-context';
import type { Screen } from '../shell/screen';

const texts = defineTexts({
  en: {
    import: 'import of {{day}}',
    undo: 'undo of {{name}}',
    line: ', line {{line}}',
    some: 'a change set',
  },
  fi: {
    import: '{{day}} tehty tuonti',
    undo: 'kumous: {{name}}',
    line: ', rivi {{line}}',
    some: 'muutosjoukko',
  },
});

/** Link to the change set that made a change, in words; nothing for a change that belongs to none. */
export function BySet({ event }: { event: JsonObject }) {
  const { screens, current } = useApp();
  const say = usePageText('changes/by-set', texts);
  const screen = screens['changeset'];
  const id = textOf(event['changeset_id']);
  if (!screen || id === '') return null;
  return mayRead(current.me, screen.contract.access) ? (
    <SetLink screen={screen} id={id} event={event} />
  ) : (
    say('some')
  );
}

function SetLink({ screen, id, event }: { screen: Screen; id: string; event: JsonObject }) {
  const { source, current } = useApp();
  const say = usePageText('changes/by-set', texts);
  const { locale } = useFormat();
  const { data: set } = useQuery(recordLabelQuery(source, screen.contract, id));
  const undoes = textIn(set?.['undoes']);
  const { data: undone } = useQuery({
    ...recordLabelQuery(source, screen.contract, undoes),
    enabled: undoes !== '',
  });
  const at = new Date(textIn(set?.['applied_at']) || textOf(event['at']));
  const timeZone = current.me?.company.timezone;
  const wordsOf = () => {
    if (set?.['origin'] === 'import')
      return say('import', {
        day: dateFormat(locale, { day: 'numeric', month: 'long', timeZone }).format(at),
      });
    const name = textIn(undone?.['name']);
    return name === '' ? textIn(set?.['name']) || say('some') : say('undo', { name });
  };
  const line = textOf(event['changeset_line']);
  return (
    <Link className="link" href={`${screen.path}/${id}`}>
      {wordsOf() + (line === '' ? '' : say('line', { line }))}
    </Link>
  );
}

const textIn = (value: unknown): string => (typeof value === 'string' ? value : '');
