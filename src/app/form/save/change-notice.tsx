import { useIsMutating, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { Banner } from '@/ui/display/banner';
import { Button } from '@/ui/display/button';
import { useApp } from '../../shell/app-context';
import type { LiveChange } from '../../live/change-feed';
import { changesBetween } from '@/record/diff';
import { useDescribe } from '../engine/describe';
import { useRecord, useRecordContext } from '../engine/record-context';
import { useFormText } from '../texts';
import { textOf } from '../engine/number-text';
import styles from '../record-form.module.css';
import { recordQuery } from '../../data/record-query';
import { readRecord } from './stored-record';
import type { Saving } from './use-save';

const maxLabels = 4;
/** Fields that the service writes with every change. */
const serverWritten = new Set(['version', 'modified_at', 'data.modified_at']);

/**
 * Notice that somebody else has changed the open record: who and what, with a button that loads the new version or
 * merges it with typed changes. The form does not change before the user decides.
 */
export function ChangeNoticeLine({
  id,
  saving,
  hasTyped,
}: {
  id: string;
  saving: Saving;
  hasTyped: boolean;
}) {
  const say = useFormText();
  const describe = useDescribe();
  const form = useRecordContext();
  const queries = useQueryClient();
  const { client } = useApp().current;
  const latest = useLatestChange(form.resource.name, id);
  const base = useRecord((state) => state.base);
  const saves = useIsMutating({ mutationKey: [form.resource.name] });
  const version = Number(textOf(base['version']));
  const isNewer = latest !== null && (latest.version === null || latest.version > version);
  const newest = useQuery({
    queryKey: [form.resource.name, 'newest', id, latest?.count],
    queryFn: ({ signal }) => readRecord(client, form.resource, id, signal),
    enabled: isNewer,
    structuralSharing: false,
    staleTime: Infinity,
    gcTime: 0,
  }).data;
  const isShown =
    isNewer && newest && Number(textOf(newest.record['version'])) > version && saves === 0 && !saving.stale;
  const load = () => {
    if (!newest) return;
    if (hasTyped) {
      saving.startMerge(newest.record, newest.etag);
      return;
    }
    queries.setQueryData(recordQuery(client, form.resource, id).queryKey, newest);
    form.rebase(newest.record, newest.etag, newest.record);
  };
  return (
    <output className={styles.news}>
      {isShown && (
        <Banner
          kind="note"
          action={<Button onClick={load}>{say(hasTyped ? 'news.review' : 'news.load')}</Button>}
        >
          {sentence()}
        </Banner>
      )}
    </output>
  );

  function sentence(): string {
    const who = latest?.who ?? say('news.someone');
    const changes = changesBetween(base, newest?.record ?? base).filter(
      ({ path }) => !serverWritten.has(path.join('.')),
    );
    const labels = [...new Set(changes.map(({ path }) => describe.label(path)))];
    if (labels.length === 0) return say('news.changed', { who });
    const named = labels.slice(0, maxLabels).join(', ');
    const left = labels.length - maxLabels;
    const what = left > 0 ? `${named} ${say('history.more', { count: left })}` : named;
    return say('news.changedWhat', { who, what });
  }
}

/** The latest live change of a record; `seen` counts the changes. `version` is null if unknown. */
interface LatestChange {
  readonly version: number | null;
  readonly who: string | null;
  readonly count: number;
}

function useLatestChange(resource: string, id: string): LatestChange | null {
  const { changeFeed } = useApp();
  const [latest, setLatest] = useState<LatestChange | null>(null);
  useEffect(
    () =>
      changeFeed.subscribe((notice) => {
        if (notice === 'missed')
          setLatest((was) => ({ version: null, who: null, count: (was?.count ?? 0) + 1 }));
        else if (isOf(notice)) setLatest((was) => next(was, notice));
      }),
    // eslint-disable-next-line react/exhaustive-deps -- isOf is made of these two
    [changeFeed, resource, id],
  );
  return latest;

  function isOf(change: LiveChange): boolean {
    return change.resource === resource && change.id.toLowerCase() === id.toLowerCase();
  }
}

/** A change may be received twice, and an older one after a newer one. */
const next = (was: LatestChange | null, { version, who }: LiveChange): LatestChange | null =>
  was !== null && was.version !== null && version !== null && version <= was.version
    ? was
    : { version, who, count: (was?.count ?? 0) + 1 };
