import { useId } from 'react';
import { useTextOf, useTexts } from '@/app/i18n/i18n';
import type { FieldGroup } from '@/contract/field-groups';
import { verbs } from '@/contract/role';
import { Checkbox } from '@/ui/fields/choices/choice';
import { rightAt, rightsGroups, standsAgainst, verbsOf, withRight, type RightsGroup } from './rights-table';
import styles from './role.module.css';

interface Given {
  readonly rights: readonly string[];
  readonly hidden: readonly FieldGroup[];
  /** Without it the table is only to be read. */
  readonly onChange?: ((rights: readonly string[]) => void) | undefined;
}

/** All rights that a role may have: by group a table of resources and verbs, and below it what people do besides. */
export function RightsTable(given: Given) {
  return (
    <div className={styles.groups}>
      {rightsGroups.map((group) => (
        <Group key={group.name} group={group} {...given} />
      ))}
    </div>
  );
}

function Group({ group, ...given }: { group: RightsGroup } & Given) {
  const say = useTextOf('role');
  const sayOf = useTexts();
  const id = useId();
  const title = say(`group.${group.name}`);
  return (
    <section className={styles.group} aria-labelledby={id}>
      <h3 id={id}>{title}</h3>
      <table className={styles.table} aria-labelledby={id}>
        <thead>
          <tr>
            <th scope="col">
              <span className="vh">{say('verb.of')}</span>
            </th>
            {verbs.map((verb) => (
              <th key={verb} scope="col">
                {say(`verb.${verb}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {group.resources.map((resource) => (
            <Resource key={resource} resource={resource} title={sayOf(resource)('title')} {...given} />
          ))}
        </tbody>
      </table>
      {group.acts.length > 0 && (
        <ul className={styles.acts} aria-label={say('more', { group: title })}>
          {group.acts.map((act) => (
            <Act key={act} act={act} {...given} />
          ))}
        </ul>
      )}
    </section>
  );
}

/** Returns in words why none of these rights can be given; undefined where they can. */
function useReason(rights: readonly string[], hidden: readonly FieldGroup[]): string | undefined {
  const say = useTextOf('role');
  const groups = rights.map((right) => standsAgainst(right, hidden));
  const [group] = groups;
  if (groups.includes(null) || !group) return undefined;
  return say('against', { fields: say(`field.${group}`) });
}

function Resource({
  resource,
  title,
  rights,
  hidden,
  onChange,
}: { resource: string; title: string } & Given) {
  const say = useTextOf('role');
  const id = useId();
  const reason = useReason(
    verbsOf(resource).map((verb) => `${resource}.${verb}`),
    hidden,
  );
  return (
    <tr>
      <th scope="row">
        {title}
        {reason && onChange && (
          <span id={id} className={styles.reason}>
            {reason}
          </span>
        )}
      </th>
      {verbs.map((verb) => {
        const known = rightAt(resource, verb);
        return (
          <td key={verb} data-verb={say(`verb.${verb}`)} title={known ? undefined : say('of.nobody')}>
            {known ? (
              <Checkbox
                aria-label={`${say(`verb.${verb}`)}: ${title}${known.isEverybodys ? `, ${say('of.everybody')}` : ''}`}
                aria-describedby={reason ? id : undefined}
                checked={known.isEverybodys || rights.includes(known.right)}
                disabled={!onChange || known.isEverybodys || standsAgainst(known.right, hidden) !== null}
                onChange={(on) => onChange?.(withRight(rights, known.right, on))}
              />
            ) : (
              <span className="muted">
                <span aria-hidden="true">–</span>
                <span className="vh">{say('of.nobody')}</span>
              </span>
            )}
          </td>
        );
      })}
    </tr>
  );
}

function Act({ act, rights, hidden, onChange }: { act: string } & Given) {
  const say = useTextOf('role');
  const id = useId();
  const reason = useReason([act], hidden);
  return (
    <li>
      <Checkbox
        label={say(`act.${act}`)}
        aria-describedby={id}
        checked={rights.includes(act)}
        disabled={!onChange || reason !== undefined}
        onChange={(on) => onChange?.(withRight(rights, act, on))}
      />
      <span id={id} className={styles.says}>
        {say(`act.${act}.text`)}
        {reason && onChange && <span className={styles.reason}>{reason}</span>}
      </span>
    </li>
  );
}
