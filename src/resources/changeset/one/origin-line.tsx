import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { ChangeSet, ItemPage } from '@/app/changes/change-sets';
import { useChangeSets } from '@/app/changes/use-change-sets';
import { usePageText, useTextOf } from '@/app/i18n/i18n';
import { useFormat } from '@/app/i18n/use-format';
import { Icon } from '@/ui/display/icon';
import { Link } from '@/ui/layout/link';
import { setQuery } from '../set-query';
import { originIcon, originText } from '../set-words';
import { texts } from '../texts';
import { useMoments } from '../use-moments';
import styles from './heads.module.css';

/** One line under the title: where the set comes from, who made and approved it, and what took it back. */
export function OriginLine({ set, withheld }: { set: ChangeSet; withheld: ItemPage['withheld'] }) {
  const say = usePageText('changeset/pages', texts);
  const moments = useMoments();
  const { file } = set.data;
  const formula: unknown = set.data['formula'];
  const parts = [
    file
      ? say('importOf', { file: file.name, lines: say('lines', { count: file.lines }) })
      : typeof formula === 'string' && formula !== ''
        ? formula
        : originText(set.origin, say),
    [say('madeBy', { who: set.made_by ?? say('somebody') }), moments.inSentence(set.created_at)].join(', '),
    ...(set.approved_by === null ? [] : [say('approvedBy', { who: set.approved_by })]),
    ...(set.missed ? [say('missed')] : []),
  ];
  return (
    <p className={styles.origin}>
      <Icon as={originIcon(set.origin)} />
      {parts.map((part, n) => (
        <span key={part} title={part} className={n === 0 ? 'cut' : undefined}>
          {part}
        </span>
      ))}
      {withheld.map((one) => (
        <Withheld key={one.resource} {...one} />
      ))}
      <Other id={set.undoes} words="undoes" />
      <Other id={set.undone_by} words="undoneBy" />
    </p>
  );
}

/** How many items of a resource the set has that this person may not read. */
function Withheld({ resource, items }: ItemPage['withheld'][number]) {
  const say = usePageText('changeset/pages', texts);
  const format = useFormat();
  const title = useTextOf(resource)('title');
  const kind = title === 'title' ? resource : title;
  return <span>{say('withheld', { what: `${format.count(items)} × ${kind}` })}</span>;
}

/** Link to the set that this one takes back, or that takes this one back. */
function Other({ id, words }: { id: string | null; words: 'undoes' | 'undoneBy' }) {
  const say = usePageText('changeset/pages', texts);
  const changeSets = useChangeSets();
  const { data } = useQuery({ ...setQuery(changeSets, useQueryClient(), id ?? ''), enabled: id !== null });
  if (id === null || !data) return null;
  return (
    <Link className="link" href={`/changes/${id}`}>
      {say(words, { name: data.name })}
    </Link>
  );
}
