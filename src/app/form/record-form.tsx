import { useQuery } from '@tanstack/react-query';
import { parseAsIsoDateTime, useQueryState } from 'nuqs';
import { useDeferredValue, useEffect, type ReactNode } from 'react';
import { useLocation } from 'react-router';
import { EmptyState, ErrorState, SkeletonLines } from '@/ui/display/empty-state';
import { Button } from '@/ui/display/button';
import { PageHeader } from '@/ui/layout/page';
import { useApp } from '../shell/app-context';
import { useErrorText } from '../shell/error-text';
import { useTextOf } from '../i18n/i18n';
import type { Resource } from '@/contract/resource';
import { isArray, isObject, sameValue, type Json, type JsonObject, type Path } from '@/record/json';
import { RequestError } from '../data/request-error';
import type { Screen } from '../shell/screen';
import { fieldRight } from '../session/field-rights';
import { mayWrite, type Me } from '../session/session';
import type { RecordChecks } from './checks/record-checks';
import { useRecordChecks } from './checks/use-record-checks';
import { textOf } from './engine/number-text';
import { RecordContext } from './engine/record-context';
import { useRecordForm } from './engine/use-record-form';
import { useFormText } from './texts';
import { RecordAsOf, RecordPage } from './record-page';
import { recordQuery } from '../data/record-query';
import { useKeepTyping, useKeptTyping, type KeptTyping, type TypingPlace } from './save/keep-typing';
import styles from './record-form.module.css';
import { copyOf, newRecord, withoutOwn } from './engine/validate';

interface FormParts {
  readonly screen: Screen;
  /** Initial values of a new record that the contract leaves open and that are nearly always the same. */
  readonly initialValues?: JsonObject;
  /** Shown beside the form, above the facts. */
  readonly side?: ReactNode;
  /** The same for a new record, instead of it. */
  readonly newSide?: ReactNode;
  /** `form`: the form suggests a new record's code by itself, such as by department. */
  readonly codeBy?: 'form';
  /** Label of the button that saves a new record, if it does more than save: "Invite". */
  readonly createLabel?: string | undefined;
  /**
   * Receives the created record and shows it in place of its page, because its response holds something that is shown
   * once and stored nowhere.
   */
  readonly onCreated?: ((record: JsonObject) => void) | undefined;
  /** The ids of all sections that the form can show, in the order in which they stand on the page. */
  readonly sections: readonly string[];
  /** What is checked besides the contract. */
  readonly checks?: RecordChecks;
  /** The `Section`s. */
  readonly children: ReactNode;
}

/**
 * The form of a record: reads it, keeps typed values, saves it, and merges concurrent changes. `children` are
 * `Section`s of bound fields; "Other fields" and the facts are added to every form.
 */
export function RecordForm({ id, ...parts }: FormParts & { id: string | null }) {
  const copied = new URLSearchParams(useLocation().search).get('copy');
  const [asOf] = useQueryState('as_of', parseAsIsoDateTime);
  const moment = asOf?.toISOString() ?? null;
  const place = usePlace(parts.screen.contract.name, id);
  const typed = useKeptTyping(moment === null ? place : null);
  if (typed === undefined) return <Loading />;
  const kept = { ...parts, typed, place: moment === null ? place : null };
  if (id !== null) return <StoredRecord key={`${id} ${moment}`} id={id} asOf={moment} {...kept} />;
  return copied === null ? <NewRecord {...kept} /> : <CopiedRecord from={copied} {...kept} />;
}

/** What was typed before a reload, and where it is kept. */
interface Kept {
  readonly typed: KeptTyping | null;
  readonly place: TypingPlace | null;
}

/** Returns where the typed input of a record is kept; of a new one by its address, which says what it is made from. */
function usePlace(resource: string, id: string | null): TypingPlace {
  const { identity } = useApp().current;
  const { search } = useLocation();
  return { name: `${resource}/${id ?? `new${search}`}`, identity };
}

const Loading = () => (
  <div className={styles.loading}>
    <SkeletonLines lines={10} />
  </div>
);

function NewRecord(props: FormParts & Kept & { source?: JsonObject }) {
  const { source, initialValues, checks, typed, place, ...parts } = props;
  const { me } = useApp().current;
  const { contract, code, unique = [] } = parts.screen;
  const initial = { ...newRecord(contract), ...(source ? {} : initialValues) };
  const base = givenBy(me, contract, initial);
  const isDuplicate = source !== undefined && source['company_id'] === me?.company.id;
  const values = source && givenBy(me, contract, { ...base, ...copyOf(contract, source) });
  const form = useRecordForm({
    resource: contract,
    base: typed?.base ?? base,
    etag: null,
    isNew: true,
    readOnly: !mayWrite(me, contract.access),
    // A copy of a parent's record has its code on purpose.
    checks: useRecordChecks(contract, checks, source && !isDuplicate ? textOf(source['id']) : null),
    current:
      typed?.current ??
      (values && isDuplicate ? withoutOwn(values, base, code ? [code, ...unique] : unique) : values),
  });
  useKeepTyping(form, place);
  return (
    <RecordContext value={form}>
      <RecordPage id={null} asOf={null} given={source ? undefined : initialValues} {...parts} />
    </RecordContext>
  );
}

/** A new record with the values of another one, such as a parent company's. */
function CopiedRecord({ from, ...parts }: FormParts & Kept & { from: string }) {
  return (
    <ReadRecord
      id={from}
      asOf={null}
      screen={parts.screen}
      render={({ record }) => <NewRecord source={record} {...parts} />}
    />
  );
}

function StoredRecord({ id, asOf, ...parts }: FormParts & Kept & { id: string; asOf: string | null }) {
  return (
    <ReadRecord
      id={id}
      asOf={asOf}
      screen={parts.screen}
      render={(read) => <StoredRecordForm id={id} asOf={asOf} {...read} {...parts} />}
    />
  );
}

function ReadRecord(props: {
  id: string;
  asOf: string | null;
  screen: Screen;
  render: (read: { record: JsonObject; etag: string | null }) => ReactNode;
}) {
  const { id, asOf, screen, render } = props;
  const { client } = useApp().current;
  const query = useQuery(recordQuery(client, screen.contract, id, asOf));
  const say = useFormText();
  const sayOf = useTextOf(screen.contract.name);
  const textOfError = useErrorText();
  // What arrives is rendered in between: a form takes longer than a frame, and the page answers meanwhile.
  const data = useDeferredValue(query.data, undefined);
  if (data) return render(data);
  if (query.error) {
    const isMissing = query.error instanceof RequestError && query.error.status === 404;
    const list = sayOf('title');
    return (
      <>
        <PageHeader title={list} ruled />
        {asOf !== null && <RecordAsOf asOf={asOf} />}
        {isMissing ? (
          <EmptyState
            title={say(asOf === null ? 'notThere' : 'notThereThen')}
            actions={<Button href={screen.path}>{say('toList', { list })}</Button>}
          />
        ) : (
          <ErrorState
            title={say('notRead')}
            text={textOfError(query.error)}
            retry={say('tryAgain')}
            onRetry={() => void query.refetch()}
          />
        )}
      </>
    );
  }
  return <Loading />;
}

function StoredRecordForm(
  props: FormParts & Kept & { id: string; asOf: string | null; record: JsonObject; etag: string | null },
) {
  const { id, asOf, record, etag, checks, typed, place, ...parts } = props;
  if (!isEditable(record)) throw new Error('data is no object');
  const { me } = useApp().current;
  const { contract } = parts.screen;
  const form = useRecordForm({
    resource: contract,
    // What was typed began with the version that was there then: saving it finds a newer one, as without the reload.
    base: typed?.base ?? record,
    etag: typed ? typed.etag : etag,
    current: typed?.current,
    isNew: false,
    readOnly: asOf !== null || !mayWrite(me, contract.access) || isOwnedByAncestor(me, record),
    checks: useRecordChecks(contract, checks, id),
  });
  useKeepTyping(form, place);
  // A newer version replaces the shown one while nothing was typed; otherwise saving finds it.
  useEffect(() => {
    const { base, changes } = form.get();
    if (changes.length === 0 && !sameValue(base, record)) form.rebase(record, etag, record);
  }, [form, record, etag]);
  return (
    <RecordContext value={form}>
      <RecordPage id={id} asOf={asOf} {...parts} />
    </RecordContext>
  );
}

/**
 * Returns a new record without what the caller's role may not give: the service stores its own values there, and refuses the default of a
 * form as well.
 */
const givenBy = (me: Me | null, { name }: Resource, record: JsonObject): JsonObject => {
  const without = (tree: JsonObject, at: Path): JsonObject =>
    Object.fromEntries(
      Object.entries(tree).flatMap(([key, value]): [string, Json][] => {
        const path = [...at, key];
        if (fieldRight(me, name, path) !== 'change') return [];
        if (isObject(value)) return [[key, without(value, path)]];
        return [
          [
            key,
            isArray(value)
              ? value.map((one, n) => (isObject(one) ? without(one, [...path, String(n)]) : one))
              : value,
          ],
        ];
      }),
    );
  return me?.hidden?.length || me?.read_only?.length ? without(record, []) : record;
};

/** Returns whether `data` is an object or missing: editing one of its fields would overwrite any other value. */
const isEditable = ({ data }: JsonObject): boolean => data === undefined || data === null || isObject(data);

/**
 * Returns whether a record belongs to an ancestor company: readable, never writable (docs/design.md#company-scope).
 */
const isOwnedByAncestor = (me: Me | null, record: JsonObject): boolean => {
  const owner = record['company_id'];
  return me !== null && typeof owner === 'string' && owner !== me.company.id;
};
