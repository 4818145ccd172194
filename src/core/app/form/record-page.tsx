import { parseAsIsoDateTime, useQueryState } from 'nuqs';
import { lazy, Suspense, useEffect, useRef, useState, useSyncExternalStore, type ReactNode } from 'react';
import { useNavigate } from 'react-router';
import { SectionNav, type Section } from '../../ui/layout/section-nav';
import { SplitView } from '../../ui/layout/split-view';
import { useApp } from '../shell/app-context';
import type { JsonObject } from '../record/json';
import type { Screen } from '../shell/screen';
import { AdditionalFields } from './fields/additional-fields';
import { RecordFacts } from './facts';
import { FormBanners } from './save/form-banners';
import { useProblems, useRecord, useRecordContext } from './engine/record-context';
import { useFormText } from './texts';
import { RecordHistory } from './history/history';
import { LeaveGuard } from './save/leave-guard';
import { MergeDialog } from './merge/merge-dialog';
import { ChangeNoticeLine } from './save/change-notice';
import { OtherFields } from './fields/other-fields';
import { saveKey, RecordHead } from './record-head';
import styles from './record-form.module.css';
import { createSectionList, SectionListContext } from './section-list';
import { textOf } from './engine/number-text';
import { WhereUsed } from './where-used';
import { useSave, type Saving } from './save/use-save';

/** All versions of the record, to be compared and put back: loaded when they are asked for. */
const Versions = lazy(async () => ({ default: (await import('./history/versions')).Versions }));

/** For a record as it was at a moment. */
const AsOf = lazy(async () => ({ default: (await import('../shell/as-of')).AsOf }));

// For servers that send fields of their own.
const AsItCame = lazy(async () => ({ default: (await import('./fields/raw-record')).RawRecord }));

/** A record's page: its head, its sections, what stands beside them, and what can come up while saving. */
export function RecordPage(props: {
  screen: Screen;
  id: string | null;
  /** The moment as of which it is shown; null as it stands. */
  asOf: string | null;
  side?: ReactNode;
  /** What saving a new record is called, where it does more than that. */
  create?: string | undefined;
  onCreated?: ((record: JsonObject) => void) | undefined;
  children: ReactNode;
}) {
  const { screen, id, asOf, side, create, onCreated, children } = props;
  const say = useFormText();
  const form = useRecordContext();
  const navigate = useNavigate();
  const { genericServer } = useApp();
  const going = useRef(false);
  const saving = useSave(form, id, {
    isKept: onCreated === undefined,
    created(newId, made) {
      going.current = true;
      if (onCreated) onCreated(made);
      else void navigate(`${screen.path}/${encodeURIComponent(newId)}`, { replace: true });
    },
  });
  const [sections] = useState(createSectionList);
  const isNew = useRecord((state) => state.isNew);
  const unsaved = useRecord((state) => state.changes.length + (state.hasInvalidJson ? 1 : 0));
  const record = useRecord((state) => state.base);
  const [comparing, setComparing] = useState(false);
  useSaveKey(saving);
  return (
    <SectionListContext value={sections}>
      <div className={styles.page}>
        <RecordHead screen={screen} saving={saving} create={create} />
        <Sections list={sections} />
        {id !== null && asOf === null && <ChangeNoticeLine id={id} saving={saving} typed={unsaved > 0} />}
        {asOf === null ? <FormBanners saving={saving} screen={screen} /> : <RecordAsOf asOf={asOf} />}
        <SplitView
          sideLabel={say('about')}
          side={
            isNew ? undefined : (
              <>
                {side}
                {asOf === null && <WhereUsed screen={screen} />}
                <RecordHistory resource={screen.contract.name} onAll={() => setComparing(true)} />
                <RecordFacts />
              </>
            )
          }
        >
          <form noValidate autoComplete="off" onSubmit={(event) => event.preventDefault()}>
            {children}
            <AdditionalFields />
            <OtherFields />
            {genericServer && !isNew && (
              <Suspense>
                <AsItCame />
              </Suspense>
            )}
          </form>
        </SplitView>
      </div>
      {/* Not in what stands beside the form: that goes when the window becomes narrow. */}
      {comparing && (
        <Suspense>
          <Versions
            resource={screen.contract.name}
            id={textOf(record['id'])}
            saving={saving}
            onClose={() => setComparing(false)}
          />
        </Suspense>
      )}
      <LeaveGuard count={unsaved} free={() => going.current} />
      {saving.stale && saving.decided && (
        <MergeDialog
          opened={saving.stale.open}
          name={textOf(record['name'])}
          base={record}
          theirs={saving.stale.record}
          decided={saving.decided}
          busy={saving.busy}
          saveKey={saveKey}
          onChoose={saving.choose}
          onAll={saving.chooseAll}
          onBack={saving.closeMerge}
          onSave={saving.saveMerged}
        />
      )}
    </SectionListContext>
  );
}

/** That the record is shown as it was, and the way back. */
function RecordAsOf({ asOf }: { asOf: string }) {
  const [, setAsOf] = useQueryState(
    'as_of',
    parseAsIsoDateTime.withOptions({ history: 'push', shallow: false }),
  );
  const [choosing, setChoosing] = useState(false);
  return (
    <Suspense>
      <AsOf
        asOf={asOf}
        choosing={choosing}
        onChoosing={setChoosing}
        onChange={(moment) => void setAsOf(moment === null ? null : new Date(moment))}
      />
    </Suspense>
  );
}

function Sections({ list }: { list: ReturnType<typeof createSectionList> }) {
  const say = useFormText();
  const form = useRecordContext();
  const entries = useSyncExternalStore(list.subscribe, list.get);
  const wrong = new Set(useProblems().flatMap(({ pointer }) => form.fields.fieldAt(pointer)?.section ?? []));
  const sections = entries.map(({ id, title, attention }): Section => {
    const mark = wrong.has(id)
      ? { color: 'danger' as const, label: say('sectionWrong') }
      : attention
        ? { color: 'attention' as const, label: attention }
        : undefined;
    return { id, label: title, mark };
  });
  if (sections.length < 2) return null;
  return <SectionNav label={say('sections')} sections={sections} />;
}

/** Ctrl S, or ⌘ S: saves the form, or the merge that is open. */
function useSaveKey(saving: Saving): void {
  const latest = useRef(saving);
  useEffect(() => {
    latest.current = saving;
  });
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (
        event.key.toLowerCase() !== 's' ||
        !(event.ctrlKey || event.metaKey) ||
        event.altKey ||
        event.shiftKey
      )
        return;
      event.preventDefault();
      const typing = document.activeElement;
      // A control that hands its value over when it is left does so first.
      if (typing instanceof HTMLElement) typing.blur();
      setTimeout(() => {
        if (typing instanceof HTMLElement && typing.isConnected) typing.focus();
        if (latest.current.stale?.open) latest.current.saveMerged();
        else latest.current.save();
      });
    };
    window.addEventListener('keydown', press);
    return () => window.removeEventListener('keydown', press);
  }, []);
}
