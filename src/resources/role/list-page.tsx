import { useState } from 'react';
import { ListPage } from '@/app/grid/list-page';
import { noValue } from '@/app/i18n/format';
import { useTextOf } from '@/app/i18n/i18n';
import { mayCreate } from '@/app/session/session';
import { useApp } from '@/app/shell/app-context';
import { defineList, type Screen } from '@/app/shell/screen';
import { fieldGroupNames } from '@/contract/field-groups';
import type { Entity } from '@/contract/resource';
import { roles, type Role } from '@/contract/role';
import { Button } from '@/ui/display/button';
import { Modal } from '@/ui/overlays/modal';
import { countedAs, role } from './contract';
import { rightsOf, templates } from '../rights';
import { RightsTable } from './rights-fields';
import styles from './role.module.css';

export { texts } from './texts';

/** Another server may have anything there. */
const wordsIn = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

/** Cell that says how many rights the role has. */
function RightsCell({ row }: { row: Entity<typeof role> }) {
  const say = useTextOf('role');
  return say('rights.count', { count: wordsIn(row.data.rights).length });
}

/** Cell with the groups of fields that the role does not see. */
function HiddenCell({ row }: { row: Entity<typeof role> }) {
  const say = useTextOf('role');
  const hidden = wordsIn(row.data.hidden);
  return (
    fieldGroupNames
      .filter((group) => hidden.includes(group))
      .map((group) => say(`field.${group}`))
      .join(', ') || noValue
  );
}

/** The columns and filters of the list, which are not part of the first load. */
const { columns, filters } = defineList(role, {
  columns: [
    { field: 'name', as: 'name', width: 240 },
    { field: 'counts_as', as: 'choice', width: 160 },
    { key: 'data.rights', cell: RightsCell, width: 110 },
    { key: 'data.hidden', cell: HiddenCell, width: 300, priority: 2 },
    { field: 'modified_at', as: 'moment', width: 130, tone: 'muted', priority: 3 },
  ],
  filters: [{ name: 'counts_as', values: countedAs }],
});

/** List of the roles that the company made, and below it the built-in ones. */
export const List = ({ screen }: { screen: Screen }) => (
  <>
    <ListPage screen={{ ...screen, columns, filters }} />
    <BuiltIn path={screen.path} />
  </>
);

/** The built-in roles, which cannot be changed: what each may do, and a new one like it. */
function BuiltIn({ path }: { path: string }) {
  const say = useTextOf('role');
  const { me } = useApp().current;
  const [shown, setShown] = useState<Role | null>(null);
  const mayMake = mayCreate(me, role.access);
  const nameOf = (name: Role) => say(`built.${name}`);
  return (
    <section className={styles.built} aria-labelledby="built-in">
      <h2 id="built-in">{say('built.title')}</h2>
      <span className={styles.says}>{say('built.text')}</span>
      <ul className={styles.cards}>
        {roles.map((name) => (
          <li key={name}>
            <b>{nameOf(name)}</b>
            <span className={styles.says}>{say(`built.${name}.text`)}</span>
            <span className={styles.buttons}>
              <Button
                size="xs"
                aria-label={say('built.seeOf', { role: nameOf(name) })}
                onClick={() => setShown(name)}
              >
                {say('built.see')}
              </Button>
              {mayMake && templates.some((template) => template === name) && (
                <Button
                  size="xs"
                  aria-label={say('built.likeOf', { role: nameOf(name) })}
                  href={`${path}/new?like=${name}`}
                >
                  {say('built.like')}
                </Button>
              )}
            </span>
          </li>
        ))}
      </ul>
      <Modal
        opened={shown !== null}
        onClose={() => setShown(null)}
        title={shown ? say('built.rightsOf', { role: nameOf(shown) }) : ''}
        subtitle={shown === 'admin' ? say('built.more') : undefined}
        width={720}
        footer={
          <>
            <span className="grow" />
            <Button kind="primary" size="md" onClick={() => setShown(null)}>
              {say('close')}
            </Button>
          </>
        }
      >
        {shown && <RightsTable rights={rightsOf(shown)} hidden={[]} />}
      </Modal>
    </section>
  );
}
