import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { isObject, parseJson, toPlain, type Json, type JsonObject } from '@/record/json';
import { Banner } from '@/ui/display/banner';
import { Button } from '@/ui/display/button';
import { ErrorState, SkeletonLines } from '@/ui/display/empty-state';
import { PageHeader } from '@/ui/layout/page';
import { RequestError } from '../data/request-error';
import { readRecord } from '../form/save/stored-record';
import { useText, useTextOf } from '../i18n/i18n';
import { useFormat } from '../i18n/use-format';
import { JsonViewer } from '../json-viewer/json-viewer';
import { useApp } from '../shell/app-context';
import { useDocumentTitle } from '../shell/document-title';
import { useErrorText } from '../shell/error-text';
import { nameOf, type Screen } from '../shell/screen';
import { rowOf } from './list-answer';
import styles from './generic-server.module.css';
import { useGenericServerText } from './generic-server-text';

/**
 * Page of a record that may have any shape: all of its fields, and none to edit
 * (docs/design.md#6-servers-that-this-project-did-not-write). `report`: the path of what else the server tells about it.
 */
export function RecordAsItCame(props: {
  screen: Screen;
  id: string;
  report?: string;
  /** Why its form is not shown. */
  notice?: string;
  actions?: ReactNode;
}) {
  const { screen, id, report, notice, actions } = props;
  const say = useGenericServerText();
  const text = useTextOf(screen.contract.name);
  const format = useFormat();
  const record = useStoredRecord(screen, id);
  const title = record.data ? nameOf(screen, rowOf(toPlain(record.data), 0), format) : id;
  useDocumentTitle(title);
  return (
    <>
      <PageHeader
        title={title}
        crumbs={[{ label: text('title'), href: screen.path }]}
        ruled
        actions={
          <>
            <Button href={screen.path}>{say('back')}</Button>
            {actions}
          </>
        }
      />
      {/* Focusable, so that the keyboard can scroll it. */}
      {/* eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <div className={styles.asItCame} tabIndex={0}>
        {notice !== undefined && <Banner kind="attention">{notice}</Banner>}
        <Part screen={screen} label={say('asItCame')} query={record} />
        {report !== undefined && <Report screen={screen} path={report} />}
      </div>
    </>
  );
}

/** Reads a record by its id; if the server has no such request, it is taken from its list. */
function useStoredRecord({ contract }: Screen, id: string) {
  const { source, current } = useApp();
  return useQuery({
    queryKey: [contract.name, 'as-it-came', id],
    queryFn: async ({ signal }): Promise<JsonObject> => {
      try {
        return (await readRecord(current.client, contract, id, signal)).record;
      } catch (error) {
        const row = await source.recordById(contract, id).catch(() => null);
        const listed = row && parseJson(JSON.stringify(row));
        if (isObject(listed)) return listed;
        throw error;
      }
    },
    structuralSharing: false,
  });
}

function Report({ screen, path }: { screen: Screen; path: string }) {
  const { client } = useApp().current;
  const say = useGenericServerText();
  const query = useQuery({
    queryKey: [screen.contract.name, 'as-it-came', path],
    queryFn: async ({ signal }): Promise<Json> => jsonIn((await client.getWithHeaders(path, signal)).text),
    gcTime: 60_000,
    structuralSharing: false,
  });
  return <Part screen={screen} label={say('report')} query={query} />;
}

/** Parses a body, in which numbers keep every digit. An empty one is null; what is no JSON is shown as text. */
function jsonIn(text: string): Json {
  try {
    return text.trim() === '' ? null : parseJson(text);
  } catch {
    return text;
  }
}

function Part(props: {
  screen: Screen;
  label: string;
  query: { data: Json | undefined; error: Error | null; refetch: () => unknown };
}) {
  const { screen, label, query } = props;
  const { data, error } = query;
  const say = useText();
  const text = useTextOf(screen.contract.name);
  const errorText = useErrorText();
  const nameOfKey = (key: string) => {
    const name = text(key);
    return name === key ? undefined : name;
  };
  return (
    <section aria-label={label}>
      <h2>{label}</h2>
      {data !== undefined ? (
        <JsonViewer value={data} label={label} nameOf={nameOfKey} />
      ) : error ? (
        <ErrorState
          title={label}
          text={error instanceof RequestError ? errorText(error) : error.message}
          retry={say('error.tryAgain')}
          onRetry={() => void query.refetch()}
        />
      ) : (
        <SkeletonLines />
      )}
    </section>
  );
}
