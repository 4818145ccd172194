import { infiniteQueryOptions, useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { isServerOwned } from '../engine/validate';
import { pointerOf } from '@/contract/pointer';
import type { Resource } from '@/contract/resource';
import { ErrorState, SkeletonLines } from '@/ui/display/empty-state';
import { Button } from '@/ui/display/button';
import { Checkbox } from '@/ui/fields/choices/choice';
import { Modal } from '@/ui/overlays/modal';
import { SelectField } from '@/ui/fields/choices/select-field';
import { EarlierRemoved } from '../../log/event-horizon';
import { useApp } from '../../shell/app-context';
import type { Client } from '../../data/client';
import { useErrorText } from '../../shell/error-text';
import { changesBetween, sameText } from '@/record/diff';
import { isArray, isObject, parseRecord, type Json, type JsonObject } from '@/record/json';
import { useFormat } from '../../i18n/use-format';
import { useDescribe } from '../engine/describe';
import { useRecord, useRecordContext } from '../engine/record-context';
import { useFormText } from '../texts';
import { textOf } from '../engine/number-text';
import { withServerFields, withValues } from './restore-version';
import type { Saving } from '../save/use-save';
import styles from './versions.module.css';

/** A version of a record, from its event. */
interface Version {
  readonly version: string;
  readonly record: JsonObject;
  readonly at: Json | undefined;
  readonly who: string;
}

const stepSize = 50;

const versionsQuery = (client: Client, resource: string, id: string) =>
  infiniteQueryOptions({
    queryKey: [resource, 'versions', id],
    queryFn: async ({ pageParam, signal }) => {
      const path = `/api/secure/event?entity=${resource}&entity_id=${id}&sort=-at&limit=${stepSize}`;
      const answer = parseRecord(await client.text(path + (pageParam && `&cursor=${pageParam}`), signal));
      const { data, next_cursor: next, has_more: more } = answer;
      return {
        events: isArray(data) ? data.filter(isObject) : [],
        next: more === true && typeof next === 'string' ? next : null,
      };
    },
    initialPageParam: '',
    getNextPageParam: (last) => last.next,
  });

/** Returns the versions in the events, newest first, without erased ones and those that changed nothing. */
function versionsOf(events: readonly JsonObject[]): Version[] {
  const byVersion = new Map<string, Version>();
  // If several events have the same version, the earliest created it.
  for (const { after, at, who } of events.toReversed()) {
    if (!isObject(after)) continue;
    const version = textOf(after['version']);
    if (!byVersion.has(version)) byVersion.set(version, { version, record: after, at, who: textOf(who) });
  }
  return [...byVersion.values()].toReversed();
}

/**
 * Dialog with all versions of a record: compares any two, and restores single fields or a whole version as an
 * ordinary save.
 */
export function Versions(props: { resource: string; id: string; saving: Saving; onClose: () => void }) {
  const { resource, id, saving, onClose } = props;
  const { client } = useApp().current;
  const say = useFormText();
  const errorText = useErrorText();
  const query = useInfiniteQuery(versionsQuery(client, resource, id));
  const name = useRecord((state) => textOf(state.base['name']));
  const versions = versionsOf(query.data?.pages.flatMap((page) => page.events) ?? []);
  if (query.data && versions.length > 0)
    return (
      <VersionComparison
        name={name}
        versions={versions}
        saving={saving}
        onClose={onClose}
        onMore={query.hasNextPage ? () => void query.fetchNextPage() : null}
        loading={query.isFetchingNextPage}
      />
    );
  return (
    <Modal opened onClose={onClose} title={say('versions.title', { name })}>
      {query.data ? (
        <p>{say('versions.none')}</p>
      ) : query.error ? (
        <ErrorState
          title={say('versions.notRead')}
          text={errorText(query.error)}
          retry={say('tryAgain')}
          onRetry={() => void query.refetch()}
        />
      ) : (
        <SkeletonLines lines={6} />
      )}
    </Modal>
  );
}

function VersionComparison(props: {
  name: string;
  versions: readonly Version[];
  saving: Saving;
  onClose: () => void;
  onMore: (() => void) | null;
  loading: boolean;
}) {
  const { name, versions, saving, onClose, onMore, loading } = props;
  const say = useFormText();
  const format = useFormat();
  const form = useRecordContext();
  const base = useRecord((state) => state.base);
  const unsaved = useRecord((state) => state.changes.length > 0);
  const now: Version = { version: textOf(base['version']), record: base, at: base['modified_at'], who: '' };
  const others = versions.filter(({ version }) => version !== now.version);
  // Defaults to the newest two. The cached list may be older than the last save and is read again.
  const [chosenFrom, setFrom] = useState<string | null>(null);
  const [chosenTo, setTo] = useState<string | null>(null);
  const from = chosenFrom ?? others[0]?.version ?? now.version;
  const to = chosenTo ?? now.version;
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const all = [now, ...others];
  const byNumber = (number: string) => all.find(({ version }) => version === number) ?? now;
  const older = byNumber(from);
  const compared = differences(form.resource, older.record, byNumber(to).record);
  const picked = compared.filter(({ path }) => chosen.has(pointerOf(path)));
  const options = all.map(({ version, at, who }) => ({
    value: version,
    label:
      version === now.version
        ? say('versions.now', { version })
        : say('versions.option', { version, when: format.moment(at), who: who || say('history.unknown') }),
  }));
  const selectVersion = (setOne: (version: string) => void) => (version: string) => {
    setOne(version);
    setChosen(new Set());
  };
  const restore = (record: JsonObject) => {
    onClose();
    saving.restore(record);
  };
  const canRestore = !form.readOnly && !unsaved && from !== now.version;
  return (
    <Modal
      opened
      onClose={onClose}
      title={say('versions.title', { name })}
      subtitle={say('versions.text')}
      width={900}
      footer={
        form.readOnly ? undefined : (
          <>
            <span className="muted">{unsaved && say('versions.unsaved')}</span>
            <span className="grow" />
            <Button
              size="md"
              disabled={!canRestore || picked.length === 0}
              onClick={() =>
                restore(
                  withValues(
                    base,
                    picked.map(({ path }) => path),
                    older.record,
                  ),
                )
              }
            >
              {say('versions.back', { count: picked.length })}
            </Button>
            <Button
              kind="primary"
              size="md"
              disabled={!canRestore}
              onClick={() => restore(withServerFields(form.resource, base, older.record))}
            >
              {say('versions.whole', { version: from })}
            </Button>
          </>
        )
      }
    >
      <div className={styles.choice}>
        <SelectField
          name="version"
          label={say('versions.from')}
          value={from}
          options={options}
          onChange={selectVersion(setFrom)}
        />
        <SelectField
          name="compared"
          label={say('versions.to')}
          value={to}
          options={options}
          onChange={selectVersion(setTo)}
        />
        {from !== now.version && (
          <Button size="md" href={`?as_of=${textOf(older.at)}`}>
            {say('versions.asOf')}
          </Button>
        )}
        {onMore && (
          <Button size="md" busy={loading} onClick={onMore}>
            {say('versions.more')}
          </Button>
        )}
      </div>
      <Differences
        rows={compared}
        heads={[from, to]}
        chosen={chosen}
        onChoose={
          canRestore
            ? (pointer, on) => {
                const next = new Set(chosen);
                if (on) next.add(pointer);
                else next.delete(pointer);
                setChosen(next);
                // Fixes the compared version, so that what is restored is what the user saw.
                setFrom(from);
                setTo(to);
              }
            : null
        }
      />
      {!onMore && byNumber('1').version !== '1' && <EarlierRemoved />}
    </Modal>
  );
}

function Differences(props: {
  rows: ReturnType<typeof differences>;
  heads: readonly [string, string];
  chosen: ReadonlySet<string>;
  onChoose: ((pointer: string, on: boolean) => void) | null;
}) {
  const { rows, heads, chosen, onChoose } = props;
  const say = useFormText();
  const describe = useDescribe();
  if (rows.length === 0) return <p className="muted">{say('versions.same')}</p>;
  return (
    <table className={styles.table} aria-label={say('versions.difference')}>
      <thead>
        <tr>
          <th scope="col">{say('versions.field')}</th>
          {heads.map((version, n) => (
            <th key={n === 0 ? 'from' : 'to'} scope="col">
              {say('versions.head', { version })}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ path, was, now }) => {
          const pointer = pointerOf(path);
          const label = describe.label(path);
          const read = (value: Json | undefined) =>
            describe.value(path, value) || <span className="muted">{say('empty')}</span>;
          return (
            <tr key={pointer}>
              <th scope="row">
                {onChoose ? (
                  <Checkbox
                    checked={chosen.has(pointer)}
                    onChange={(on) => onChoose(pointer, on)}
                    aria-label={say('versions.choose', { label })}
                    label={label}
                  />
                ) : (
                  label
                )}
              </th>
              <td>{read(was)}</td>
              <td>{read(now)}</td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}

/** Returns the differences between two versions, without server-owned fields. */
const differences = (resource: Resource, from: JsonObject, to: JsonObject) =>
  changesBetween(from, to, [], sameText).filter(({ path }) => !isServerOwned(resource, path));
