import { parseAsIsoDateTime, useQueryState } from 'nuqs';
import {
  useEffect,
  useRef,
  useState,
  useSyncExternalStore,
  useLayoutEffect,
  useMemo,
  type ReactNode,
  type RefObject,
} from 'react';
import { useNavigate } from 'react-router';
import type { JsonObject } from '@/record/json';
import { SectionNav, type Section } from '@/ui/layout/section-nav';
import { isFocusLost } from '@/ui/state/kept-focus';
import { SplitView } from '@/ui/layout/split-view';
import { useApp } from '../shell/app-context';
import { neededFor, type Screen } from '../shell/screen';
import { may, type Me } from '../session/session';
import { hasFullHistory } from '@/contract/resource';
import { AdditionalFields } from './fields/additional-fields';
import { RecordFacts } from './facts';
import { FormBanners } from './save/form-banners';
import { RecordContext, useProblems, useRecord, useRecordContext } from './engine/record-context';
import { doubtCode } from './checks/record-checks';
import { useFormText } from './texts';
import { RecordHistory } from './history/history';
import { LeaveGuard } from './save/leave-guard';
import { MergeDialog } from './merge/merge-dialog';
import { ChangeNoticeLine } from './save/change-notice';
import { NextCode } from './next-code';
import { OtherFields } from './fields/other-fields';
import { saveKey, RecordHead } from './record-head';
import { createSectionList, SectionListContext } from './section-list';
import { ReasonSectionContext } from './read-only';
import { focusFirstField, controlAt } from './engine/focus';
import { textOf } from './engine/number-text';
import { WhereUsed } from './where-used';
import { useSave, type Saving } from './save/use-save';
import { onPrinting, useIsPrinting } from '@/ui/style/printing';
import type { RecordForm } from './engine/use-record-form';
import styles from './record-form.module.css';
import { keysForForm } from '@/ui/state/keys-meanwhile';
import { lazy } from '@/ui/state/lazy';

const scroller = () => document.querySelector('[data-scroll]:has(form[data-record])');

/**
 * Returns the form as paper shows it: plain values instead of controls, whole and without what only a screen has. When
 * it is printed, the page is where it was, with the focus in the same field.
 */
function useFormOnPaper(form: RecordForm): RecordForm {
  const before = useRef<{ field: string; scroll: number } | null>(null);
  // Before the effect of `useIsPrinting`, which takes the controls away.
  useEffect(() => {
    const remember = () => {
      const { activeElement: active } = document;
      const field = active?.closest('form[data-record]') ? (active.getAttribute('name') ?? '') : '';
      before.current ??= { field, scroll: scroller()?.scrollTop ?? 0 };
    };
    return onPrinting(remember, () => {});
  }, []);
  const isPrinting = useIsPrinting();
  useLayoutEffect(() => {
    if (isPrinting || before.current === null) return;
    const { field, scroll } = before.current;
    before.current = null;
    if (field !== '') controlAt(field)?.focus({ preventScroll: true });
    scroller()?.scrollTo(0, scroll);
  }, [isPrinting]);
  return useMemo(
    () => (isPrinting && !form.readOnly ? { ...form, readOnly: true } : form),
    [isPrinting, form],
  );
}

/** The comparison of all versions, loaded when it is opened. */
const Versions = lazy(async () => ({ default: (await import('./history/versions')).Versions }));

/** Who gave a field its value. */
const FormWhoseChange = lazy(async () => ({
  default: (await import('../whose-change/form-whose-change')).FormWhoseChange,
}));

/** What change sets would make of the record. */
const PlannedChanges = lazy(async () => ({
  default: (await import('../changes/planned-changes')).PlannedChanges,
}));

/** Banner for a record as of a moment. */
const AsOf = lazy(async () => ({ default: (await import('../shell/as-of')).AsOf }));

// Other servers send fields that no contract knows.
const RawRecord = lazy(async () => ({ default: (await import('./fields/raw-record')).RawRecord }));

/** Ids of the sections that every form can show, after its own. */
const commonSections = ['additional', 'other', 'as-it-came'];

/** The page of a record: header, sections, side panel, and the dialogs and banners of saving. */
export function RecordPage(props: {
  screen: Screen;
  id: string | null;
  /** The moment as of which the record is shown; null for the present. */
  asOf: string | null;
  side?: ReactNode;
  newSide?: ReactNode;
  codeBy?: 'form';
  /** What the form itself fills of a new record: the focus begins behind it. */
  given?: JsonObject | undefined;
  /** The ids of the form's own sections, in their order. */
  sections: readonly string[];
  /** Label of the button that saves a new record, if it does more than save. */
  createLabel?: string | undefined;
  onCreated?: ((record: JsonObject) => void) | undefined;
  children: ReactNode;
}) {
  const { screen, id, asOf, side, newSide, codeBy, given, createLabel, onCreated, children } = props;
  const say = useFormText();
  const form = useRecordContext();
  const shown = useFormOnPaper(form);
  const navigate = useNavigate();
  const { current, screens } = useApp();
  const { can } = current.server;
  const mayPlan = can.changeSets && hasPlans(screen, screens['changeset'], current.me);
  const isNavigating = useRef(false);
  const saving = useSave(form, id, {
    isCached: onCreated === undefined,
    created(newId, record) {
      isNavigating.current = true;
      if (onCreated) onCreated(record);
      else void navigate(`${screen.path}/${encodeURIComponent(newId)}`, { replace: true });
    },
  });
  const [sections] = useState(() => createSectionList([...props.sections, ...commonSections]));
  const isNew = useRecord((state) => state.isNew);
  const unsaved = useRecord((state) => state.changes.length + (state.hasInvalidJson ? 1 : 0));
  const record = useRecord((state) => state.base);
  const [comparing, setComparing] = useState(false);
  const leaveBy = (then: () => void) => {
    isNavigating.current = true;
    then();
  };
  useSaveKey(saving);
  const page = useFocusAtStart(isNew, given);
  return (
    <SectionListContext value={sections}>
      <RecordContext value={shown}>
        <div ref={page} className={styles.page}>
          <RecordHead screen={screen} saving={saving} createLabel={createLabel} />
          <Sections list={sections} />
          {id !== null && asOf === null && (
            <ChangeNoticeLine id={id} saving={saving} hasTyped={unsaved > 0} />
          )}
          {asOf === null ? <FormBanners saving={saving} screen={screen} /> : <RecordAsOf asOf={asOf} />}
          <SplitView
            isPlain={form.readOnly}
            sideLabel={say('about')}
            side={
              isNew ? (
                newSide
              ) : (
                <>
                  {side}
                  {id !== null && asOf === null && mayPlan && <PlannedChanges id={id} />}
                  {asOf === null && <WhereUsed screen={screen} />}
                  <RecordHistory resource={screen.contract} onAll={() => setComparing(true)} />
                  <RecordFacts />
                </>
              )
            }
          >
            <form data-record noValidate autoComplete="off" onSubmit={(event) => event.preventDefault()}>
              {isNew && screen.code && codeBy === undefined && <NextCode field={screen.code} />}
              <ReasonSectionContext value={asOf === null ? (props.sections[0] ?? '') : ''}>
                {children}
              </ReasonSectionContext>
              <AdditionalFields />
              <OtherFields />
              {!can.knownFields && !isNew && <RawRecord />}
            </form>
          </SplitView>
        </div>
        {!isNew && asOf === null && <FormWhoseChange within={page} />}
      </RecordContext>
      {/* Outside of the side panel, which is removed when the window becomes narrow. */}
      {comparing && (
        <Versions
          resource={screen.contract.name}
          id={textOf(record['id'])}
          saving={saving}
          onClose={() => setComparing(false)}
        />
      )}
      <LeaveGuard
        count={unsaved}
        mayLeave={() => isNavigating.current}
        // What is shown once after the creation must be seen.
        save={onCreated ? null : (then) => saving.saveThen(() => leaveBy(then))}
      />
      {saving.stale && saving.decided && (
        <MergeDialog
          opened={saving.stale.isOpen}
          name={textOf(record['name'])}
          base={record}
          theirs={saving.stale.record}
          decided={saving.decided}
          busy={saving.isBusy}
          saveKey={saveKey}
          onChoose={saving.decide}
          onAll={saving.decideAll}
          onBack={saving.closeMerge}
          onSave={saving.saveMerged}
        />
      )}
    </SectionListContext>
  );
}

/** Returns whether change sets may change the records of a screen, and the user may read them. */
const hasPlans = ({ contract }: Screen, sets: Screen | undefined, me: Me | null): boolean =>
  sets !== undefined && hasFullHistory(contract) && !contract.generatesIds && may(me, neededFor(sets));

/** Banner that the record is shown as of a moment, with the way back to the present. */
export function RecordAsOf({ asOf }: { asOf: string }) {
  const [, setAsOf] = useQueryState(
    'as_of',
    parseAsIsoDateTime.withOptions({ history: 'push', shallow: false }),
  );
  const [isChoosing, setIsChoosing] = useState(false);
  return (
    <AsOf
      asOf={asOf}
      choosing={isChoosing}
      onChoosing={setIsChoosing}
      onChange={(moment) => void setAsOf(moment === null ? null : new Date(moment))}
    />
  );
}

function Sections({ list }: { list: ReturnType<typeof createSectionList> }) {
  const say = useFormText();
  const form = useRecordContext();
  const entries = useSyncExternalStore(list.subscribe, list.get);
  const problems = useProblems();
  const sectionsOf = (isDoubt: boolean) =>
    new Set(
      problems
        .filter(({ code }) => (code === doubtCode) === isDoubt)
        .flatMap(({ pointer }) => form.fields.fieldAt(pointer)?.section ?? []),
    );
  const [wrong, doubtful] = [sectionsOf(false), sectionsOf(true)];
  const sections = entries.map(({ id, title, attention: waiting }): Section => {
    const attention = doubtful.has(id) ? say('sectionDoubtful') : waiting;
    const mark = wrong.has(id)
      ? { color: 'danger' as const, label: say('sectionWrong') }
      : attention
        ? { color: 'attention' as const, label: attention }
        : undefined;
    return { id, label: title, mark };
  });
  if (sections.length < 2) return null;
  return (
    <SectionNav
      label={say('sections')}
      sections={sections}
      place={(at, count) => say('sectionOf', { at, count })}
    />
  );
}

/**
 * Focuses the first field of a new record that was not `given`, with its value selected, or the heading of a stored one, when
 * its page is shown: who comes from a list goes on where the record begins, with what was typed while its code loaded. What
 * somebody focused meanwhile stays.
 */
function useFocusAtStart(isNew: boolean, given: JsonObject | undefined): RefObject<HTMLDivElement | null> {
  const page = useRef<HTMLDivElement>(null);
  const start = useRef({ isNew, given });
  useEffect(() => {
    const typed = keysForForm();
    const isElsewhere = () => !isFocusLost() && document.activeElement?.tagName !== 'A';
    if (typed === '' && isElsewhere()) return undefined;
    if (start.current.isNew) {
      focusFirstField(typed, start.current.given);
      return undefined;
    }
    // A focus lays the page out: with its next frame, and not now and then again.
    const frame = requestAnimationFrame(() => {
      if (!isElsewhere()) page.current?.querySelector<HTMLElement>('h1')?.focus({ preventScroll: true });
    });
    return () => cancelAnimationFrame(frame);
  }, []);
  return page;
}

/** Ctrl S or ⌘ S: saves the form, or the merge if one is open. */
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
      // Some controls write their value when they lose the focus.
      if (typing instanceof HTMLElement) typing.blur();
      setTimeout(() => {
        if (typing instanceof HTMLElement && typing.isConnected) typing.focus();
        if (latest.current.stale?.isOpen) latest.current.saveMerged();
        else latest.current.save();
      });
    };
    window.addEventListener('keydown', press);
    return () => window.removeEventListener('keydown', press);
  }, []);
}
