import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { useLocation } from 'react-router';
import { Banner } from '@/ui/display/banner';
import { Button } from '@/ui/display/button';
import { useApp } from '../../shell/app-context';
import { valueAt } from '@/record/json';
import { recordQuery } from '../../data/record-query';
import { RequestError } from '../../data/request-error';
import { pathOf } from '@/contract/pointer';
import { useText, type Say } from '../../i18n/i18n';
import { textOf } from '../engine/number-text';
import { useDescribe } from '../engine/describe';
import { useProblems, useRecord, useRecordContext } from '../engine/record-context';
import { useFormText, type SayForm } from '../texts';
import styles from '../record-form.module.css';
import type { Screen } from '../../shell/screen';
import type { Saving } from './use-save';
import { UsedBanner } from '../where-used';

/** Messages without a field: why the form is read-only, why a save failed, what was stored differently. */
export function FormBanners({ saving, screen }: { saving: Saving; screen: Screen }) {
  const say = useFormText();
  const sayOf = useText();
  const { can } = useApp().current.server;
  const isNew = useRecord((state) => state.isNew);
  const { failure, stale, deviations } = saving;
  useLineBack(failure?.kind === 'offline', saving.clearMessages);
  return (
    <div className={styles.banners}>
      <CopyLine screen={screen} />
      <UsedBanner screen={screen} />
      {failure && (
        <Banner kind="danger" action={<Button onClick={saving.save}>{say('tryAgain')}</Button>}>
          {failureText(failure, say, sayOf, isNew)}{' '}
          {!can.idempotencyKeys && isNew && mayBeStored(failure) && say('failed.perhapsNew')}
        </Banner>
      )}
      <UnplacedProblems />
      {stale && !stale.isOpen && (
        <Banner kind="attention" action={<Button onClick={saving.openMerge}>{say('merge.open')}</Button>}>
          {say('merge.waiting')}
        </Banner>
      )}
      {deviations.length > 0 && <DeviationList saving={saving} />}
    </div>
  );
}

/** Milliseconds between two questions whether the service answers again. */
const askAgain = 5000;

/** Calls `onBack` once the service answers again, whatever it answers, while `isDown`. */
function useLineBack(isDown: boolean, onBack: () => void): void {
  const { client } = useApp().current;
  const { resource } = useRecordContext();
  const back = useEffectEvent(onBack);
  useEffect(() => {
    if (!isDown) return undefined;
    const stopping = new AbortController();
    const { signal } = stopping;
    const ask = () =>
      void client
        .list(resource.name, { pageSize: 1 }, signal)
        .then(back, (error: unknown) => error instanceof RequestError && error.status > 0 && back());
    const timer = setInterval(ask, askAgain);
    window.addEventListener('online', ask, { signal });
    return () => {
      clearInterval(timer);
      stopping.abort();
    };
  }, [isDown, client, resource]);
}

/** Note on a new record that began as a copy of another one. */
function CopyLine({ screen }: { screen: Screen }) {
  const say = useFormText();
  const { client, me } = useApp().current;
  const isNew = useRecord((state) => state.isNew);
  const from = new URLSearchParams(useLocation().search).get('copy');
  const query = recordQuery(client, screen.contract, from ?? '', null);
  const { data } = useQuery({ ...query, enabled: isNew && from !== null });
  if (!isNew || from === null || !data) return null;
  const isOwn = data.record['company_id'] === me?.company.id;
  return (
    <Banner kind="note">
      {say(isOwn ? 'copy.again' : 'copy.new', { name: textOf(data.record['name']) })}
    </Banner>
  );
}

/** Problems at places without a control. */
function UnplacedProblems() {
  const form = useRecordContext();
  const describe = useDescribe();
  const say = useFormText();
  const rest = useProblems().filter(({ pointer }) => form.fields.fieldAt(pointer) === undefined);
  if (rest.length === 0) return null;
  return (
    <Banner kind="danger">
      {say('failed.refused')}
      <ul className={styles.list}>
        {rest.map(({ pointer, detail }) => (
          <li key={pointer}>
            {describe.label(pathOf(pointer)) || pointer}: {detail}
          </li>
        ))}
      </ul>
    </Banner>
  );
}

function DeviationList({ saving }: { saving: Saving }) {
  const say = useFormText();
  const describe = useDescribe();
  const base = useRecord((state) => state.base);
  return (
    <Banner
      kind="attention"
      action={<Button onClick={saving.clearMessages}>{say('unlike.understood')}</Button>}
    >
      {say('unlike.one')}
      <ul className={styles.list}>
        {saving.deviations.map(({ path, was }) => (
          <li key={path.join('/')}>
            {say('unlike.line', {
              label: describe.label(path),
              now: describe.value(path, valueAt(base, path)) || say('empty'),
              was: describe.value(path, was) || say('empty'),
            })}
          </li>
        ))}
      </ul>
    </Banner>
  );
}

/** Returns the message for a save that failed or whose outcome is unknown. */
function failureText(failure: RequestError, say: SayForm, sayOf: Say, isNew: boolean): string {
  const request = failure.requestId ? say('requestId', { id: failure.requestId }) : '';
  const detail = failure.problem?.detail ? say('failed.saidSo', { detail: failure.problem.detail }) : '';
  const sentences = (() => {
    if (failure.kind === 'offline' || failure.kind === 'aborted')
      return [say('failed.offline'), failure.isCrossOrigin ? sayOf('error.elsewhere') : ''];
    if (failure.kind === 'unverified') return [say(isNew ? 'failed.unverifiedNew' : 'failed.unverified')];
    if (failure.kind === 'ignored') return [say('failed.ignored')];
    if (failure.kind === 'timeout') return [say('failed.timeout')];
    if (failure.kind === 'notJson' && failure.status < 400) return [say('failed.notJson')];
    if (failure.problem?.code === 'owned_by_parent') return [say('failed.owned')];
    if (failure.status === 403) return [say('failed.forbidden')];
    if (failure.status === 404) return [say('failed.gone')];
    if (failure.status === 429 || failure.status === 503)
      return [
        say('failed.later'),
        failure.retryAfter ? sayOf('error.wait', { count: failure.retryAfter }) : '',
        request,
      ];
    return [say('failed.answer', { status: failure.status }), detail, request];
  })();
  return sentences.filter(Boolean).join(' ');
}

/**
 * Returns whether a generic server, which has no idempotency keys, may have stored a request without a usable
 * response.
 */
const mayBeStored = ({ kind, status }: RequestError): boolean =>
  kind === 'offline' || kind === 'timeout' || (kind === 'notJson' && status < 400) || status >= 500;
