import { Combo } from '@/ui/fields/choices/combo';
import { useSelect } from '@/ui/fields/choices/select-field';
import type { SayOf } from '../../i18n/i18n';
import type { Decisions } from '../understanding/import-plan';
import { newGuid } from '../../data/new-guid';
import type { Import } from './use-import';
import styles from './import.module.css';

/** A record that a file may refer to. */
interface Choosable {
  readonly id: string;
  readonly name: string;
}

/** Returns the active records of a resource, and those that were named on this page and are made with the lines. */
export const choosable = ({ surroundings, decisions }: Import, resource: string): readonly Choosable[] => [
  ...(surroundings?.references[resource] ?? []).filter(({ isActive }) => isActive),
  ...Object.entries(decisions.added?.[resource] ?? {}).map(([id, name]) => ({ id, name })),
];

/**
 * Box for one record that the whole file refers to; where the import may make such records, a name that none has makes one. It is made with
 * the lines, by the same change set: a company that has none yet is not sent away.
 */
export function RecordChoice(props: {
  one: Import;
  resource: string;
  value: string;
  label: string;
  /** The option for no record; without it one has to be chosen. */
  none?: string;
  /** Returns the decisions with this record chosen; '' is none. */
  decide: (decisions: Decisions, id: string) => Decisions;
  say: SayOf;
}) {
  const { one, resource, value, label, none, decide, say } = props;
  const records = choosable(one, resource);
  const isMade = one.planned?.makes.includes(resource) === true;
  const select = useSelect({
    value,
    searchable: true,
    creatable: isMade,
    options: [
      ...(none === undefined ? [] : [{ value: '', label: none }]),
      ...records.map(({ id, name }) => ({ value: id, label: name })),
    ],
  });
  const pick = (picked: string) => {
    const { decisions } = one;
    if (picked === '' || records.some(({ id }) => id === picked))
      return one.decide(decide(decisions, picked));
    const id = newGuid();
    const { added = {} } = decisions;
    return one.decide(
      decide({ ...decisions, added: { ...added, [resource]: { ...added[resource], [id]: picked } } }, id),
    );
  };
  return (
    <>
      <Combo
        {...select}
        control={{ 'aria-label': label }}
        value={value}
        placeholder={isMade && records.length === 0 ? say('nameOne') : say('toChoose')}
        className={styles.forNewBox}
        onPick={(option) => pick(option.value)}
      />
      {isMade && records.length === 0 && <small className={styles.meta}>{say('nameOneText')}</small>}
    </>
  );
}
