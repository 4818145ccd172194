import { Copy } from 'lucide-react';
import { useLocation } from 'react-router';
import { useSyncExternalStore } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { valueAt } from '@/record/json';
import { Tag } from '@/ui/display/badge';
import { RecordHeader } from '@/ui/layout/record-header';
import { useApp } from '../shell/app-context';
import { useDocumentTitle } from '../shell/document-title';
import { useTextOf } from '../i18n/i18n';
import type { Screen } from '../shell/screen';
import type { Row } from '../data/row';
import { useRecordField } from './engine/use-record-field';
import { focusField, focusFirstError, focusFirstField } from './engine/focus';
import { useProblems, useRecord, useRecordContext } from './engine/record-context';
import { doubtCode } from './checks/record-checks';
import { useFormText } from './texts';
import { mayWrite } from '../session/session';
import { useParentOwner, useReadOnlyReason } from './read-only';
import { textOf } from './engine/number-text';
import type { Saving } from './save/use-save';
import { pathOf } from '@/contract/pointer';
import type { RowPage } from '../data/row-source';

/** The records before and after a record in the list that was viewed last. */
interface Neighbours {
  readonly previous: Row | undefined;
  readonly next: Row | undefined;
}

/**
 * Returns the neighbours of a record from the cached pages of the list that was viewed last. Undefined if the record
 * was not opened from a list.
 */
function useNeighbours(screen: Screen, id: string | null): Neighbours | undefined {
  const pages = useQueryClient()
    .getQueryCache()
    .findAll({ queryKey: [screen.contract.name, 'page'] })
    .filter((query) => query.state.data !== undefined)
    .sort((a, b) => b.state.dataUpdatedAt - a.state.dataUpdatedAt)
    .map((query) => {
      const [, , list, page] = query.queryKey;
      return { list: JSON.stringify(list), page: Number(page), rows: rowsOf(query.state.data) };
    });
  const currentPage = pages.find(({ rows }) => rows.some((row) => row.id === id));
  if (!currentPage) return undefined;
  const position = currentPage.rows.findIndex((row) => row.id === id);
  const rowsOfPage = (page: number) =>
    pages.find((other) => other.list === currentPage.list && other.page === page)?.rows ?? [];
  return {
    previous:
      currentPage.rows[position - 1] ??
      (position === 0 ? rowsOfPage(currentPage.page - 1).at(-1) : undefined),
    next: currentPage.rows[position + 1] ?? rowsOfPage(currentPage.page + 1)[0],
  };
}

// The queries under this key are the list's pages (`queries.ts`).
const rowsOf = (data: unknown): readonly Row[] => (data as RowPage).rows;

const isMac = typeof navigator !== 'undefined' && navigator.platform.startsWith('Mac');

/** Display name of the key that saves. */
export const saveKey = isMac ? '⌘ S' : 'Ctrl S';

/** Header of a record's form: its name and state, unsaved changes, errors, and the buttons. */
export function RecordHead(props: { screen: Screen; saving: Saving; createLabel?: string | undefined }) {
  const { screen, saving, createLabel } = props;
  const say = useFormText();
  const text = useTextOf(screen.contract.name);
  const { me } = useApp().current;
  const form = useRecordContext();
  const { pathname } = useLocation();
  const state = useRecord((now) => now);
  const { base, isNew, changes } = state;
  const name = useRecord((state) => textOf(state.current['name']));
  const title = name || (isNew ? text('new') : say('untitled'));
  useDocumentTitle(`${title} · ${text('title')}`);
  const active = useRecordField({
    path: activePath,
    label: say('active'),
    kind: 'choice',
    show: (value) => say(value === false ? 'no' : 'yes'),
  });
  const code = screen.code ? textOf(valueAt(base, screen.code.split('.'))) : '';
  const problems = useProblems();
  const wrong = new Set(problems.map(({ pointer }) => pointer)).size;
  const isDoubtful = wrong > 0 && problems.every(({ code }) => code === doubtCode);
  const missing = useMissingFields();
  const isTyped = changes.length > 0 || state.hasInvalidJson;
  const isOn = active.value !== false;
  const parent = useParentOwner();
  const reason = useReadOnlyReason();
  const mayCopy = !isNew && screen.duplicates !== false && mayWrite(me, screen.contract.access);
  const copyHref = `${screen.path}/new?copy=${encodeURIComponent(textOf(base['id']))}`;
  const neighbours = useNeighbours(screen, isNew ? null : textOf(base['id']));
  const step = (key: 'previous' | 'next') => {
    const row = neighbours?.[key];
    const label = row ? say(`step.${key}`, { name: textOfName(row) }) : say(`step.no.${key}`);
    return row ? { label, href: `${screen.path}/${encodeURIComponent(row.id)}` } : { label };
  };
  return (
    <RecordHeader
      steps={neighbours && { label: say('steps'), previous: step('previous'), next: step('next') }}
      crumb={pathname === screen.path ? undefined : { label: text('title'), href: screen.path }}
      title={title}
      skip={{ label: say('skipToForm'), onClick: () => focusFirstField() }}
      code={code || undefined}
      tag={
        isNew ? (
          <Tag>{say('notSaved')}</Tag>
        ) : parent ? (
          <Tag kind="group" title={reason}>
            {parent.name ?? say('facts.ownerParent')}
          </Tag>
        ) : undefined
      }
      active={
        screen.deactivates === false
          ? undefined
          : {
              checked: isOn,
              label: say(isOn ? 'active' : 'deactivated'),
              onChange: (on) => active.set(on),
              disabled: form.readOnly,
            }
      }
      action={
        mayCopy
          ? {
              icon: Copy,
              label: say(parent ? 'copy.do' : 'copy.duplicate'),
              href: copyHref,
              isMain: parent !== undefined,
            }
          : undefined
      }
      needed={
        missing.length > 0
          ? {
              label: say('stillNeeded'),
              fields: missing.map(({ pointer, label }) => ({
                label,
                onClick: () => focusField(pointer),
              })),
            }
          : undefined
      }
      changes={changes.length > 0 && !isNew ? say('changes', { count: changes.length }) : undefined}
      note={saving.unchanged === state ? say('nothingToSave') : undefined}
      errors={
        wrong > 0
          ? {
              label: say(isDoubtful ? 'toConfirm' : 'toCorrect', { count: wrong }),
              isQuestion: isDoubtful,
              onClick: () => focusFirstError(form),
            }
          : undefined
      }
      discard={
        form.readOnly
          ? undefined
          : {
              label: say('discard'),
              disabled: !isTyped && wrong === 0,
              onClick: () => {
                form.discard();
                saving.clearMessages();
              },
            }
      }
      save={
        form.readOnly
          ? undefined
          : {
              label: isDoubtful ? say('saveAnyway') : (isNew && createLabel) || say('save'),
              busyLabel: say('saving'),
              kbd: saveKey,
              busy: saving.isBusy,
              disabled: !isNew && !isTyped && wrong === 0,
              onClick: saving.save,
            }
      }
    />
  );
}

const activePath: readonly string[] = ['active'];

const textOfName = (row: Row): string => (typeof row['name'] === 'string' ? row['name'] : row.id);

/** A field that a new record cannot be saved without, and that is empty. */
interface MissingField {
  readonly pointer: string;
  readonly label: string;
}

/** Returns what a new record still needs, in the order of the page; nothing for a stored one. */
function useMissingFields(): readonly MissingField[] {
  const { fields, readOnly } = useRecordContext();
  const isNew = useRecord((state) => state.isNew);
  const current = useRecord((state) => state.current);
  // Fields come and go with their sections.
  useSyncExternalStore(fields.subscribe, fields.version);
  if (!isNew || readOnly) return [];
  return fields.required().filter(({ pointer }) => textOf(valueAt(current, pathOf(pointer))).trim() === '');
}
