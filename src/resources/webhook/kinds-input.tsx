import { useState } from 'react';
import { ifSeen } from '@/app/form/engine/field-rights';
import type { FieldSpec } from '@/app/form/engine/use-record-field';
import { useStrings } from '@/app/form/fields/list-fields';
import { useText, useTextOf } from '@/app/i18n/i18n';
import { useApp } from '@/app/shell/app-context';
import { navGroups, type NavGroup } from '@/app/shell/screen';
import { Checkbox } from '@/ui/fields/choices/choice';
import { Field } from '@/ui/fields/field';
import { SearchBox } from '@/ui/fields/search-box';
import { kindsOf, webhookKinds } from './kinds';
import { useKindWords } from './words';
import styles from './kinds-input.module.css';

/** What a kind is about, and what may become of it. */
interface About {
  readonly name: string;
  readonly title: string;
  readonly kinds: readonly string[];
}

type Group = Exclude<NavGroup, 'start' | 'customers'>;

/** The groups of the navigation that have a heading. */
const groupsWithHeading = navGroups.filter(
  (group): group is Group => group !== 'start' && group !== 'customers',
);

/** What a webhook is told of: the kinds of events in the words of the lists, in the order of the navigation. */
export const KindsInput = ifSeen((spec: FieldSpec) => {
  const say = useTextOf('webhook');
  const sayCore = useText();
  const words = useKindWords();
  const { screens } = useApp();
  const { value, onChange, onBlur, ...frame } = useStrings(spec, words.event);
  const [q, setQ] = useState('');
  const asked = q.trim().toLocaleLowerCase();
  const all = [...kindsOf].map(([name, kinds]) => ({
    name,
    title: words.about(name),
    kinds,
    // What has no heading, or no list of its own, comes of sales.
    group: groupsWithHeading.find((group) => group === screens[name]?.group) ?? 'sales',
  }));
  const isFound = ({ title, kinds }: About) =>
    `${title} ${kinds.map((kind) => `${kind} ${words.event(kind)}`).join(' ')}`
      .toLocaleLowerCase()
      .includes(asked);
  const groups = groupsWithHeading.flatMap((group) => {
    const rows = all.filter((one) => one.group === group && isFound(one));
    return rows.length === 0 ? [] : [{ group, rows }];
  });
  const toggle = (kinds: readonly string[], on: boolean) => {
    const others = value.filter((kind) => !kinds.includes(kind));
    onChange(on ? [...others, ...kinds] : others);
  };
  return (
    <Field
      frame={{ ...frame, help: frame.help ?? say('kinds.chosen', { count: value.length }) }}
      plain={value.map(words.event).join(', ')}
      group
    >
      {() => (
        <div className={styles.kinds}>
          <div className={styles.tools}>
            <SearchBox
              slash={false}
              value={q}
              onChange={setQ}
              label={say('kinds.search')}
              placeholder={say('kinds.search')}
            />
            <Checkbox
              name={frame.name}
              label={say('kinds.everything')}
              checked={webhookKinds.every((kind) => value.includes(kind))}
              mixed={value.length > 0 && !webhookKinds.every((kind) => value.includes(kind))}
              onChange={(on) => toggle(webhookKinds, on)}
              onBlur={onBlur}
            />
          </div>
          {groups.length === 0 && <p className="muted">{say('kinds.none', { q: q.trim() })}</p>}
          {groups.map(({ group, rows }) => (
            <div key={group}>
              <h3>{sayCore(`nav.${group}`)}</h3>
              {rows.map((about) => (
                <Row key={about.name} about={about} value={value} onToggle={toggle} />
              ))}
            </div>
          ))}
        </div>
      )}
    </Field>
  );
});

function Row(props: {
  about: About;
  value: readonly string[];
  onToggle: (kinds: readonly string[], on: boolean) => void;
}) {
  const { about, value, onToggle } = props;
  const { title, kinds } = about;
  const say = useTextOf('webhook');
  const words = useKindWords();
  const chosen = kinds.filter((kind) => value.includes(kind)).length;
  return (
    <div className={styles.row}>
      <Checkbox
        label={title}
        aria-label={say('kinds.all', { what: title })}
        checked={chosen === kinds.length}
        mixed={chosen > 0 && chosen < kinds.length}
        onChange={(on) => onToggle(kinds, on)}
      />
      <span className={styles.verbs}>
        {kinds.map((kind) => (
          <Checkbox
            key={kind}
            label={words.verb(kind)}
            aria-label={say('kinds.of', { what: title, verb: words.verb(kind) })}
            checked={value.includes(kind)}
            onChange={(on) => onToggle([kind], on)}
          />
        ))}
      </span>
    </div>
  );
}
