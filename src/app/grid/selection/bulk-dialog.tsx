import { useQueryClient } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { numberOf, withValueAt, type Json, type JsonObject } from '@/record/json';
import { Banner } from '@/ui/display/banner';
import { Button } from '@/ui/display/button';
import { useUiStrings } from '@/ui/display/ui-strings';
import { DateField } from '@/ui/fields/dates/date-field';
import { DecimalField } from '@/ui/fields/number-field';
import { ReferenceField } from '@/ui/fields/choices/reference-field';
import { SelectField } from '@/ui/fields/choices/select-field';
import { TextField } from '@/ui/fields/text-field';
import { Modal } from '@/ui/overlays/modal';
import { previewFrom, useMostAtOnce, useMostUnapproved } from '../../changes/use-most-at-once';
import type { Row } from '../../data/row';
import { checkContext } from '../../form/checks/use-record-checks';
import { addTexts, usePageText, useTextKeys, useTextOf } from '../../i18n/i18n';
import { useFormat } from '../../i18n/use-format';
import { useApp } from '../../shell/app-context';
import { useErrorText } from '../../shell/error-text';
import { nameOf, type Screen } from '../../shell/screen';
import { useColumnLabel } from '../columns/grid-head';
import { useSearch } from '../../form/fields/reference-input';
import { exact, findingIn } from '../edit/check-cell';
import { refusalText } from '../edit/write-cell';
import { problemsOf } from '../../form/engine/validate';

import { texts as formTexts } from '../../form/texts';
import { useLazyTexts } from '../../i18n/lazy-texts';
import { isOwnedByParent } from './owned-by-parent';
import { bulkFields, planBulk, tagsOf, type BulkChange, type BulkField, type BulkPlan } from './bulk-plan';
import { texts } from './bulk-texts';
import type { EditsById } from './bulk';
import type { BulkKind } from './bulk-tools';
import { valuesOf, type SelectedRow } from './selection';
import { useApplyBulk } from './use-apply-bulk';
import { UsedRecords, useUsedRecords } from './used-dialog';
import styles from '../list-foot.module.css';

/**
 * Dialog that changes the selected records: what is set, and before it is done, how many will change and which are left
 * alone. Many records, and all of somebody whose sets others approve, lead to the preview of a change set, where the server
 * keeps them; few are changed at once.
 */
export function BulkDialog(props: {
  screen: Screen;
  kind: BulkKind;
  records: readonly SelectedRow[];
  /** Edits the records one by one; null where the server keeps change sets. */
  onEdits: ((edits: EditsById) => void) | null;
  onClose: () => void;
  /** Called when the records have been changed, or collected. */
  onDone: () => void;
}) {
  const { screen, kind, records, onEdits, onClose, onDone } = props;
  const { contract } = screen;
  const { current } = useApp();
  const say = usePageText('grid/bulk', texts);
  const sayForm = useLazyTexts('form', formTexts);
  const label = useColumnLabel(contract.name);
  const title = useTextOf(contract.name)('title');
  const choice = useTextOf(contract.name);
  const keys = useTextKeys(contract.name);
  const errorText = useErrorText();
  const separator = useUiStrings().decimalSeparator;
  const fields = useMemo(() => bulkFields(screen), [screen]);
  const [key, setKey] = useState<string>('');
  const [text, setText] = useState('');
  const [shown, setShown] = useState('');
  const rows = useMemo(() => records.map(valuesOf), [records]);
  const ownCompany = current.me?.company.id ?? null;
  const field = kind === 'move' ? departmentField(fields) : fields.find((one) => one.key === key);
  const isTag = kind === 'addTag' || kind === 'removeTag';
  const isActive = kind === 'activate' || kind === 'deactivate';
  const change = changeOf();
  const plan = useMemo(
    () =>
      change &&
      planBulk(contract.name, rows, change, (row) => isOwnedByParent(row['company_id'], ownCompany)),
    // eslint-disable-next-line react-hooks/exhaustive-deps -- `change` is made of these
    [contract.name, rows, ownCompany, kind, field, text],
  );
  const refusal = refusalOf();
  const mostAtOnce = useMostAtOnce();
  const apply = useApplyBulk(screen, mostAtOnce, onDone);
  // What is not previewed is asked about whole.
  const findDoubts = useFindDoubts(screen, onEdits ? records.length : previewFrom);
  const [asked, setAsked] = useState<Asked | null>(null);
  const [isAsking, setIsAsking] = useState(false);
  const found = asked?.plan === plan ? asked : null;
  const count = plan?.items.length ?? 0;
  const leaving = kind === 'deactivate' ? changedOf(records, plan) : [];
  const used = useUsedRecords(screen, leaving);
  const isLarge = count > mostAtOnce && !onEdits;
  const isOthers = count > useMostUnapproved();
  const count0 = { count: records.length };
  return (
    <Modal
      opened
      asksForInput={!isActive}
      onClose={onClose}
      title={say(`title.${kind}`, isActive ? { count } : count0)}
      width={480}
      footer={
        <>
          <output className="grow muted">
            {apply.progress > 0 && say('collecting', { done: apply.progress, count })}
          </output>
          <Button size="md" onClick={onClose}>
            {say('cancel')}
          </Button>
          <Button
            kind="primary"
            size="md"
            disabled={count === 0 || refusal !== undefined || found?.isWrong || used.isCounting}
            busy={apply.isBusy || isAsking}
            onClick={() => void run()}
          >
            {say(isLarge ? 'look' : found ? 'doAnyway' : 'do', { count })}
          </Button>
        </>
      }
    >
      <div className={styles.fields}>
        {isActive && <p className="muted">{say('lookFirst')}</p>}
        {isOthers && <p className="muted">{say('goesToApproval')}</p>}
        {kind === 'set' && (
          <SelectField
            label={say('field')}
            value={key}
            searchable
            options={fields.map((one) => ({ value: one.key, label: label(columnOf(one.key)) }))}
            onChange={(next) => {
              setKey(next);
              setText('');
            }}
          />
        )}
        {isTag && (
          <SelectField
            label={say('tag')}
            value={text}
            creatable={kind === 'addTag'}
            searchable
            options={tagsOf(rows).map((tag) => ({ value: tag, label: tag }))}
            onChange={setText}
          />
        )}
        {field && (
          <ValueField
            key={field.key}
            field={field}
            label={kind === 'move' ? say('department') : say('value')}
            value={text}
            error={refusal}
            choices={choicesOf(field)}
            onChange={(value, name) => {
              setText(value);
              setShown(name);
            }}
          />
        )}
        {kind === 'set' && field && text === '' && refusal === undefined && (
          <p className="muted">{say('empties')}</p>
        )}
      </div>
      {plan && refusal === undefined && (
        <ul className={styles.plan} aria-live="polite">
          {!isActive && (
            <li>
              <b>{say('will', { count })}</b>
            </li>
          )}
          {plan.owned > 0 && <li>{say('owned', { count: plan.owned })}</li>}
          {plan.unchanged > 0 && <li>{say(unchangedTexts[kind], { count: plan.unchanged })}</li>}
        </ul>
      )}
      {screen.usedBy && leaving.length > 0 && (
        <div className={styles.used}>
          <UsedRecords records={leaving} used={used} />
        </div>
      )}
      <div className={styles.doubts} aria-live="polite">
        {found && (
          <Banner kind={found.isWrong ? 'danger' : 'attention'}>
            {found.findings.map(({ text: one, names }) => (
              <p key={one}>
                {names.length < count && <b>{`${namesOf(names)}: `}</b>}
                {one}
              </p>
            ))}
          </Banner>
        )}
      </div>
      {apply.error ? (
        <p role="alert" className={styles.failed}>
          {errorText(apply.error)}
        </p>
      ) : null}
    </Modal>
  );

  /** Changes the records, after it was asked once what the form would ask about. */
  async function run(): Promise<void> {
    if (!plan || !change || isAsking) return;
    if (!found) {
      setIsAsking(true);
      const doubts = await findDoubts(rows, plan, change);
      setIsAsking(false);
      if (doubts) return setAsked(doubts);
    }
    if (!onEdits) return apply.run(plan.items, say('name', { list: title, what: whatOf() }));
    const { editsOf } = await import('../../form/save/save-on-generic-server');
    const rowsById = new Map(rows.map((row) => [row.id, row]));
    const edits = plan.items.flatMap(({ recordId, patch }) => {
      const row = rowsById.get(recordId ?? '');
      return row ? [[row.id, editsOf(patch, row)] as const] : [];
    });
    onDone();
    onEdits(new Map(edits));
  }

  /** Returns the first names, and how many more there are. */
  function namesOf(names: readonly string[]): string {
    const more = names.length - mostNames;
    return [...names.slice(0, mostNames), ...(more > 0 ? [say('more', { count: more })] : [])].join(', ');
  }

  function columnOf(of: string) {
    return screen.columns.find((column) => column.key === of) ?? { key: of };
  }

  function changeOf(): BulkChange | null {
    const tag = text.trim();
    if (isActive) return { kind };
    if (isTag) return tag === '' ? null : { kind, tag };
    if (!field || (kind === 'move' && text === '')) return null;
    return { kind: 'set', field, value: valueOf(field, text) };
  }

  function whatOf(): string {
    if (isActive) return say(kind === 'activate' ? 'whatActivate' : 'whatDeactivate');
    if (kind === 'addTag') return say('whatAdd', { tag: text.trim() });
    if (kind === 'removeTag') return say('whatRemove', { tag: text.trim() });
    return say('what', {
      field: field ? label(columnOf(field.key)) : '',
      value: shown || text || say('empty'),
    });
  }

  /** Returns what the contract refuses in the new value; undefined if nothing, or if there is none yet. */
  function refusalOf(): string | undefined {
    if (!field || (kind === 'move' && text === '')) return undefined;
    const path = field.field.split('.');
    const sent = withValueAt({}, path, valueOf(field, text)) as JsonObject;
    const [problem] = problemsOf(contract, {}, sent);
    if (!problem) return undefined;
    const isNumeric = field.as === 'money' || field.as === 'decimal' || field.as === 'integer';
    return refusalText(
      problem,
      { kind: isNumeric ? 'decimal' : 'text', value: text },
      { say: sayForm, separator },
    );
  }

  /** Returns the options of a choice: the labels that the screen has, and the values of the selected records. */
  function choicesOf({ field: of, as }: BulkField) {
    if (as === 'flag')
      return [
        { value: 'true', label: say('yes') },
        { value: 'false', label: say('no') },
      ];
    const prefix = `${of}=`;
    const known = keys.filter((one) => one.startsWith(prefix));
    return known.map((one) => ({ value: one.slice(prefix.length), label: choice(one) }));
  }
}

/** What is said of the records that a change would leave as they are. */
const unchangedTexts = {
  set: 'same',
  move: 'same',
  addTag: 'tagged',
  removeTag: 'untagged',
  activate: 'active',
  deactivate: 'inactive',
} as const satisfies Record<BulkKind, string>;

/** Returns the records that a plan changes. */
function changedOf(records: readonly SelectedRow[], plan: BulkPlan | null): readonly SelectedRow[] {
  const changed = new Set(plan?.items.map(({ recordId }) => recordId));
  return records.filter(({ id }) => changed.has(id));
}

/** The most records that are named beside what is asked of them. */
const mostNames = 3;

/** What the checks of a form find in a plan. */
interface Asked {
  readonly plan: BulkPlan;
  /** Each text once, with the names of the records that it is said of. */
  readonly findings: readonly { readonly text: string; readonly names: readonly string[] }[];
  /** Whether it is refused, instead of asked about. */
  readonly isWrong: boolean;
}

/**
 * Returns the function that finds what the form of a record would ask about a new value, or refuse, in the first records of a
 * plan (`most`), each text once: a change of more records is previewed. Null if there is nothing, or it cannot be looked up now.
 */
function useFindDoubts(screen: Screen, most: number) {
  const { contract } = screen;
  const { source, current } = useApp();
  const queries = useQueryClient();
  const format = useFormat();
  const say = useTextOf(contract.name);
  const { i18n } = useTranslation();
  return async (rows: readonly Row[], plan: BulkPlan, change: BulkChange): Promise<Asked | null> => {
    if (change.kind !== 'set') return null;
    try {
      const loaded = await screen.checks?.();
      if (!loaded) return null;
      addTexts(i18n, contract.name, loaded);
      const { field, value } = change;
      const path = field.field.split('.');
      const changed = new Set(plan.items.slice(0, most).map(({ recordId }) => recordId));
      const found = await Promise.all(
        rows
          .filter(({ id }) => changed.has(id))
          .map(async (row) => {
            const context = checkContext({ source, queries, format, me: current.me }, contract, row.id);
            const stored = exact(row);
            const record = withValueAt(stored, path, value) as JsonObject;
            const finding = await findingIn(loaded.checks, { record, stored }, context, say);
            return finding && { ...finding, name: nameOf(screen, row, format) };
          }),
      );
      const findings = found.flatMap((one) => one ?? []);
      const isWrong = findings.some(({ isDoubt }) => !isDoubt);
      const shown = findings.filter(({ isDoubt }) => isDoubt !== isWrong);
      const all = [...new Set(shown.map(({ text }) => text))].map((text) => ({
        text,
        names: shown.filter((one) => one.text === text).map(({ name }) => name),
      }));
      return all.length === 0 ? null : { plan, findings: all, isWrong };
    } catch {
      return null;
    }
  };
}

const departmentField = (fields: readonly BulkField[]): BulkField | undefined =>
  fields.find((one) => one.field === 'dpt_id');

/** Returns a typed value as it is sent; an emptied field is null. */
function valueOf({ as, isNumber }: BulkField, text: string): Json {
  if (as === 'flag') return text === '' ? null : text === 'true';
  if (text === '') return null;
  const isDecimal = /^-?\d+(\.\d+)?$/.test(text);
  return isDecimal && (isNumber || as === 'integer') ? numberOf(text) : text;
}

/** The field for the new value, by the kind of its column. */
function ValueField(props: {
  field: BulkField;
  label: string;
  value: string;
  error: string | undefined;
  choices: readonly { value: string; label: string }[];
  onChange: (value: string, shown: string) => void;
}) {
  const { field, choices, onChange, ...frame } = props;
  const set = (value: string) => onChange(value, '');
  // A field that is still empty is not in error yet.
  const all = { ...frame, error: frame.value === '' ? undefined : frame.error };
  if (field.references !== undefined) return <RecordField {...props} references={field.references} />;
  switch (field.as) {
    case 'flag':
    case 'choice':
      return (
        <SelectField
          {...all}
          options={choices}
          onChange={(value) => onChange(value, choices.find((one) => one.value === value)?.label ?? '')}
        />
      );
    case 'money':
    case 'decimal':
    case 'integer':
      return <DecimalField {...all} onChange={set} />;
    case 'day':
      return <DateField {...all} onChange={set} />;
    default:
      return <TextField {...all} onChange={set} />;
  }
}

function RecordField(props: {
  label: string;
  value: string;
  references: string;
  onChange: (value: string, shown: string) => void;
}) {
  const { label, value, references, onChange } = props;
  const search = useSearch(references);
  return (
    <ReferenceField
      label={label}
      value={value === '' ? null : value}
      display=""
      search={search}
      onChange={(id, reference) => onChange(id ?? '', reference?.label ?? '')}
    />
  );
}
