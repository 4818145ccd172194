import { Plus, X } from 'lucide-react';
import type { SayOf } from '../../i18n/i18n';
import { useTexts } from '../../i18n/i18n';
import { Button, IconButton } from '@/ui/display/button';
import { Combo } from '@/ui/fields/choices/combo';
import { useSelect } from '@/ui/fields/choices/select-field';
import { SideSection } from '@/ui/layout/split-view';
import type { ReferenceChoice } from '../understanding/references';
import { newGuid } from '../../data/new-guid';
import type { Import } from './use-import';
import styles from './import.module.css';

/** Departments and suppliers that the file names and that are not there: they are made, or another one is meant. */
export function MissingRecords({ one, say }: { one: Import; say: SayOf }) {
  const { understood, planned, decisions } = one;
  const texts = useTexts();
  const makes = planned?.plan?.declaration.makes ?? [];
  const unknown = understood?.outcome.unknown ?? [];
  const { choices = {}, made = {} } = decisions;
  const toMake = Object.entries(choices).flatMap(([resource, decided]) =>
    Object.entries(decided).flatMap(([text, choice]) => (choice === 'make' ? [{ resource, text }] : [])),
  );
  if (unknown.length === 0 && toMake.length === 0) return null;
  const decide = (changes: readonly { resource: string; text: string; choice: ReferenceChoice | null }[]) => {
    const next: Record<string, Record<string, ReferenceChoice>> = structuredClone(choices);
    const ids: Record<string, Record<string, string>> = structuredClone(made);
    for (const { resource, text, choice } of changes) {
      const key = text.toLowerCase();
      const of = (next[resource] ??= {});
      if (choice === null) delete of[key];
      else of[key] = choice;
      if (choice === 'make') (ids[resource] ??= {})[key] ??= newGuid();
    }
    one.decide({ ...decisions, choices: next, made: ids });
  };
  const makeable = unknown.filter(({ resource }) => makes.includes(resource));
  return (
    <SideSection title={say('missing')}>
      {unknown.length > 0 && <p className={styles.meta}>{say('missingText')}</p>}
      <ul className={styles.missing}>
        {toMake.map(({ resource, text }) => (
          <li key={`${resource} ${text}`}>
            <span>
              <b>{one.names(text)}</b>
              <small>
                {texts(resource)('title')}: {say('made')}
              </small>
            </span>
            <IconButton
              icon={X}
              size="xs"
              label={say('undoMake', { name: one.names(text) })}
              onClick={() => decide([{ resource, text, choice: null }])}
            />
          </li>
        ))}
        {unknown.slice(0, 20).map(({ resource, text, lines }) => (
          <li key={`${resource} ${text}`}>
            <span>
              <b>{text}</b>
              <small>
                {texts(resource)('title')}, {say('lines', { count: lines })}
              </small>
            </span>
            <span className={styles.decide}>
              <Other
                one={one}
                resource={resource}
                text={text}
                say={say}
                onPick={(id) => decide([{ resource, text, choice: { id } }])}
              />
              {makes.includes(resource) && (
                <Button size="xs" icon={Plus} onClick={() => decide([{ resource, text, choice: 'make' }])}>
                  {say('make')}
                </Button>
              )}
            </span>
          </li>
        ))}
      </ul>
      {makeable.length > 1 && (
        <Button
          size="xs"
          onClick={() => decide(makeable.map(({ resource, text }) => ({ resource, text, choice: 'make' })))}
        >
          {say('makeAll', { count: makeable.length })}
        </Button>
      )}
    </SideSection>
  );
}

function Other(props: {
  one: Import;
  resource: string;
  text: string;
  say: SayOf;
  onPick: (id: string) => void;
}) {
  const { one, resource, text, say, onPick } = props;
  const records = one.surroundings?.references[resource] ?? [];
  const select = useSelect({
    value: '',
    searchable: true,
    options: records.filter(({ isActive }) => isActive).map(({ id, name }) => ({ value: id, label: name })),
  });
  return (
    <Combo
      {...select}
      control={{ 'aria-label': say('use', { name: text }) }}
      value=""
      placeholder={say('useOther')}
      className={styles.otherBox}
      onPick={({ value }) => onPick(value)}
    />
  );
}
