import { useQuery } from '@tanstack/react-query';
import { useLocation } from 'react-router';
import type { Row } from '@/app/data/row';
import { textOf } from '@/app/form/engine/number-text';
import { useRecord, useRecordContext, useRecordValue } from '@/app/form/engine/record-context';
import { useFieldProps } from '@/app/form/engine/use-record-field';
import { fieldsOf } from '@/app/form/fields/fields-of';
import { RecordForm } from '@/app/form/record-form';
import { Section } from '@/app/form/section';
import { useTextOf } from '@/app/i18n/i18n';
import { mayRead } from '@/app/session/session';
import { useApp } from '@/app/shell/app-context';
import type { FormProps } from '@/app/shell/screen';
import { fieldGroupNames, type FieldGroup } from '@/contract/field-groups';
import { isArray, type Json } from '@/record/json';
import { Button } from '@/ui/display/button';
import { Radio } from '@/ui/fields/choices/choice';
import { FieldMessage, PlainField } from '@/ui/fields/field';
import { Fields } from '@/ui/layout/form-section';
import { Link } from '@/ui/layout/link';
import { SideSection } from '@/ui/layout/split-view';
import { countedAs, role } from './contract';
import { rightsOf, templates } from '../rights';
import { RightsTable } from './rights-fields';
import { withoutShown } from './rights-table';
import styles from './role.module.css';

export { texts } from './texts';

const f = fieldsOf(role);

/** Form of a role that the company makes: its name, rights, fields and limits. A new one may begin as a built-in one (`?like=manager`). */
export function Form(props: FormProps) {
  const say = useTextOf('role');
  const like = new URLSearchParams(useLocation().search).get('like');
  const template = templates.find((name) => name === like);
  return (
    <RecordForm
      {...props}
      key={template}
      sections={['general', 'rights', 'fields', 'limits']}
      {...(template && {
        initialValues: { counts_as: template, data: { rights: [...rightsOf(template)] } },
      })}
      side={<People />}
      newSide={<SideSection title={say('people.title')}>{say('people.new')}</SideSection>}
    >
      <Section id="general">
        <Fields>
          <f.Text name="name" span={7} />
          <CountsAs />
          <f.TextArea name="data.note" span={12} rows={2} />
        </Fields>
      </Section>
      <Section id="rights">
        <Rights />
      </Section>
      <Section id="fields">
        <Sights />
      </Section>
      <Section id="limits">
        <Fields>
          <f.Number name="data.largest_price_change" span={5} unit="%" help={say('limit.help')} />
        </Fields>
      </Section>
    </RecordForm>
  );
}

/** What the role counts as: chosen for a new one, and fixed from then on. */
function CountsAs() {
  const say = useTextOf('role');
  const isNew = useRecord((state) => state.isNew);
  const value = textOf(useRecordValue(countsAsPath));
  if (isNew) return <f.Select name="counts_as" span={5} options={countedAs} help={say('counts_as.help')} />;
  const frame = { label: say('counts_as'), span: 5, why: say('counts_as.fixed') };
  return <PlainField frame={frame}>{say(`counts_as=${value}`)}</PlainField>;
}

const countsAsPath: readonly string[] = ['counts_as'];

const listOf = (value: Json | undefined): readonly string[] => (isArray(value) ? value.map(textOf) : []);

/** Returns a list of words of the role, which is left out while it is empty. */
function useWords(name: 'rights' | 'hidden' | 'read_only', show: (words: readonly string[]) => string) {
  const { value, set, clear, error } = useFieldProps({ name: `data.${name}` }, (shown) =>
    show(listOf(shown)),
  );
  return {
    words: listOf(value),
    error,
    put: (words: readonly string[]) => (words.length === 0 ? clear() : set([...words])),
  };
}

const groupsIn = (words: readonly string[]): readonly FieldGroup[] =>
  fieldGroupNames.filter((name) => words.includes(name));

function Rights() {
  const say = useTextOf('role');
  const record = useRecordContext();
  const { readOnly } = record;
  const { words, error, put } = useWords('rights', (rights) => say('rights.count', { count: rights.length }));
  const hidden = groupsIn(listOf(useRecordValue(hiddenPath)));
  const isNew = useRecord((state) => state.isNew);
  const begin = (name: (typeof templates)[number]) => {
    put(withoutShown(rightsOf(name), hidden));
    if (isNew) record.set(countsAsPath, name);
  };
  return (
    <>
      {!readOnly && (
        <div className={styles.begin}>
          {templates.map((name) => (
            <Button key={name} onClick={() => begin(name)}>
              {say(`begin.${name}`)}
            </Button>
          ))}
          <span className="muted">{say('begin.text')}</span>
        </div>
      )}
      <FieldMessage id="rights" error={error} />
      <RightsTable rights={words} hidden={hidden} onChange={readOnly ? undefined : put} />
    </>
  );
}

const hiddenPath: readonly string[] = ['data', 'hidden'];
const rightsPath: readonly string[] = ['data', 'rights'];

const sights = ['change', 'read', 'none'] as const;

/** Of each group of fields whether the role changes it, only sees it, or does not. Hiding takes the rights that would show it. */
function Sights() {
  const say = useTextOf('role');
  const names = (groups: readonly string[]) => groups.map((name) => say(`field.${name}`)).join(', ');
  const form = useRecordContext();
  const { readOnly } = form;
  const rights = listOf(useRecordValue(rightsPath));
  const hidden = useWords('hidden', names);
  const fixed = useWords('read_only', names);
  const choose = (group: FieldGroup, sight: (typeof sights)[number]) => {
    const put = (list: typeof hidden, isIn: boolean) => {
      const next = fieldGroupNames.filter((name) => (name === group ? isIn : list.words.includes(name)));
      list.put(next);
      return next;
    };
    put(fixed, sight === 'read');
    const left = withoutShown(rights, put(hidden, sight === 'none'));
    if (left.length < rights.length) form.set(rightsPath, left.length > 0 ? [...left] : undefined);
  };
  return (
    <div className={styles.choices}>
      {fieldGroupNames.map((group) => {
        const sight = hidden.words.includes(group) ? 'none' : fixed.words.includes(group) ? 'read' : 'change';
        return (
          <fieldset key={group} aria-label={say(`field.${group}`)}>
            <span className={styles.named}>
              <b>{say(`field.${group}`)}</b>
              <span className={styles.says}>{say(`field.${group}.text`)}</span>
            </span>
            <span className={styles.options}>
              {sights.map((one) => (
                <Radio
                  key={one}
                  name={`sight-${group}`}
                  label={say(`sight.${one}`)}
                  checked={sight === one}
                  disabled={readOnly}
                  onChange={() => choose(group, one)}
                />
              ))}
            </span>
          </fieldset>
        );
      })}
      <FieldMessage id="hidden" error={hidden.error ?? fixed.error} />
    </div>
  );
}

/** The most people that are named; the list of users has the others. */
const mostNamed = 8;

/** Who has the role, with links. */
function People() {
  const say = useTextOf('role');
  const { current, screens } = useApp();
  const { client, me } = current;
  const users = screens['user'];
  const id = useRecord((state) => textOf(state.base['id']));
  const { data } = useQuery({
    queryKey: ['user', 'of_role', id],
    queryFn: ({ signal }) =>
      client.list<Row>('user', { role_id: id, sort: 'name', pageSize: mostNamed }, signal),
    enabled: users !== undefined && mayRead(me, users.contract.access),
  });
  if (!users || !data) return null;
  const count = data.total ?? data.rows.length;
  return (
    <SideSection title={say('people.title')}>
      {count === 0 ? (
        <p className="muted">{say('people.none')}</p>
      ) : (
        <>
          <ul className={styles.people}>
            {data.rows.map((row) => (
              <li key={row.id}>
                <Link href={`${users.path}/${row.id}`} className="link">
                  {typeof row['name'] === 'string' ? row['name'] : row.id}
                </Link>
              </li>
            ))}
          </ul>
          <p>
            <Link href={`${users.path}?role_id=${id}`} className="link">
              {say('people.all', { count })}
            </Link>
          </p>
        </>
      )}
    </SideSection>
  );
}
