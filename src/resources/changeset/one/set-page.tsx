import { Download, Pencil, Undo2 } from 'lucide-react';
import { parseAsBoolean, parseAsString, parseAsStringEnum, useQueryStates } from 'nuqs';
import { useCallback, useEffect, useMemo, useState, useRef, type FormEvent } from 'react';
import { useParams } from 'react-router';
import type { ChangeSet, SetItem } from '@/app/changes/change-sets';
import { RequestError } from '@/app/data/request-error';
import { useFormTexts, usePageText, useText, useTextOf, useTexts } from '@/app/i18n/i18n';
import { useFormat } from '@/app/i18n/use-format';
import { useApp } from '@/app/shell/app-context';
import { useDocumentTitle } from '@/app/shell/document-title';
import { useErrorText } from '@/app/shell/error-text';
import { itemStates, itemWarnings } from '@/contract/change-set';
import { State } from '@/ui/display/badge';
import { Button, IconButton } from '@/ui/display/button';
import { EmptyState, ErrorState, SkeletonLines } from '@/ui/display/empty-state';
import { PageHeader } from '@/ui/layout/page';
import { SidePanel } from '@/ui/layout/side-panel';
import { toast } from '@/ui/overlays/toast-store';
import { labelOf } from '@/app/record/value-words';
import { pathOf } from '@/contract/pointer';
import { useChangeSet } from '../set-query';
import { stateOf } from '../set-words';
import { texts } from '../texts';
import { useMoments } from '../use-moments';
import { Facets } from './facets';
import { Foot, primaryOf, useNeedsApproval } from './foot';
import { ItemsTable, type WantedPage } from './items-table';
import { OriginLine } from './origin-line';
import { PrintedSet } from './printed-set';
import { RefusedLines, useRefusedLines } from './refused-lines';
import { isChoosable, sectionsOf, type Facet } from './sections';
import { SetOutcomeNotes } from './set-outcome';
import { UndoPanel } from './undo-panel';
import { NewRecordsContext } from './item-words';
import { useItemFiles } from './use-item-files';
import { usePageHeights, useSections, useUndoSum } from './use-items';
import { useMoves, type Moves } from './use-moves';
import { mayAct } from '../may-approve';
import { Banner } from '@/ui/display/banner';
import { TextField } from '@/ui/fields/text-field';
import { Modal } from '@/ui/overlays/modal';
import { useSearchPace } from '@/ui/fields/search-pace';

/** Page of one change set: what it changes, what somebody has to choose, and what is done with it. */
export function Page() {
  const { id = '' } = useParams();
  const title = useTextOf('changeset')('title');
  const say = usePageText('changeset/pages', texts);
  const sayCore = useText();
  const errorText = useErrorText();
  const query = useChangeSet(id);
  useDocumentTitle(query.data?.name ?? title);
  if (query.data) return <SetPage key={id} set={query.data} />;
  const isMissing = query.error instanceof RequestError && query.error.status === 404;
  return (
    <>
      <PageHeader
        title={query.error ? say(isMissing ? 'setMissing' : 'setNotRead') : title}
        ruled
        crumbs={[{ label: title, href: '/changes' }]}
      />
      {query.error ? (
        <ErrorState
          title={say(isMissing ? 'setMissing' : 'setNotRead')}
          text={isMissing ? undefined : errorText(query.error)}
          retry={sayCore('error.tryAgain')}
          onRetry={() => void query.refetch()}
        />
      ) : (
        <SkeletonLines lines={10} />
      )}
    </>
  );
}

const facets: Facet[] = ['all', ...itemStates, ...itemWarnings, 'changed'];
const parsers = {
  show: parseAsStringEnum<Facet>(facets).withDefault('all'),
  field: parseAsString,
  q: parseAsString.withDefault(''),
  undo: parseAsBoolean.withDefault(false),
};

function SetPage({ set }: { set: ChangeSet }) {
  const { screens, current } = useApp();
  const { me } = current;
  const listTitle = useTextOf('changeset')('title');
  const say = usePageText('changeset/pages', texts);
  const sayCore = useText();
  const errorText = useErrorText();
  const format = useFormat();
  const moments = useMoments();
  const moves = useMoves(set);
  const { changeSets } = moves;
  const [{ show, field, q, undo }, change] = useQueryStates(parsers, { shallow: false });
  const [typed, setTyped] = useState(q);
  const searched = useSearchPace(typed.trim());
  const [wanted, setWanted] = useState<readonly WantedPage[]>([]);
  const [isNaming, setIsNaming] = useState(false);
  const specs = useMemo(() => sectionsOf(set, show), [set, show]);
  const filters = { ...(searched !== '' && { q: searched }), ...(field !== null && { field }) };
  const { sections, withheld, isPending, error, retry } = useSections(
    changeSets,
    set.id,
    specs,
    filters,
    wanted,
  );
  const heightsOf = usePageHeights();
  const canUndo = mayAct(set, 'undo', me);
  const sum = useUndoSum(changeSets, set.id, set.status === 'applied').data;
  const needsApproval = useNeedsApproval(set);
  const primary = primaryOf(set, needsApproval, me);
  const refused = useRefusedLines(changeSets, set);
  const files = useItemFiles(changeSets, set.id, set.name);
  const first = sections.flatMap(({ pageAt }) => pageAt(0) ?? []);
  const resources = [...new Set(first.map(({ resource }) => resource))].toSorted().join(',');
  const loadedTexts = useFormTexts(screens, resources);
  const fields = useFields(first);
  const made = useNewNames(first);
  const save = (saving: Promise<void>) =>
    void saving.catch((failed: unknown) => toast.failed({ title: say('failed'), detail: errorText(failed) }));
  const action = primary?.action ?? null;
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      // A key that is held down previews a list, and must not apply what it has come to.
      if (event.key !== 'Enter' || event.repeat || !(event.ctrlKey || event.metaKey) || action === null)
        return;
      if (document.querySelector('[role="dialog"]')) return;
      event.preventDefault();
      moves.move(action);
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  });
  const closePanel = useCallback(() => void change({ undo: null }), [change]);
  const canRemove = mayAct(set, 'remove', me);
  const isNarrowed = show !== 'all' || searched !== '' || field !== null;
  const state = stateOf(set, say, format, me?.company.timezone, moments.inSentence);
  const showAll = () => {
    setTyped('');
    void change({ show: null, field: null, q: null });
  };
  return (
    <>
      <PageHeader
        title={set.name}
        crumbs={[{ label: listTitle, href: '/changes' }]}
        state={
          <>
            <State color={state.color}>{state.text}</State>
            <IconButton size="xs" icon={Pencil} label={say('rename')} onClick={() => setIsNaming(true)} />
          </>
        }
        actions={
          <>
            <Button icon={Download} onClick={() => save(files.saveAll({ ...filters }))}>
              {say('export')}
            </Button>
            {canUndo && (
              <Button
                icon={Undo2}
                aria-expanded={undo}
                onClick={() => void change({ undo: undo ? null : true })}
              >
                {say('undo')}
              </Button>
            )}
          </>
        }
      />
      <div className="no-print">
        <OriginLine set={set} withheld={withheld} />
        <SetOutcomeNotes set={set} moves={moves} />
        {refused && <RefusedLines set={set} page={refused} changeSets={changeSets} onSave={save} />}
      </div>
      <Facets
        set={set}
        changedSince={sum?.stay.records ?? 0}
        facet={show}
        onFacet={(facet) => void change({ show: facet === 'all' ? null : facet })}
        q={typed}
        onSearch={(text) => {
          setTyped(text);
          void change({ q: text === '' ? null : text }, { history: 'replace' });
        }}
        fields={fields}
        field={field}
        onField={(pointer) => void change({ field: pointer })}
      />
      <SidePanel
        label={say('undo.label')}
        onClose={closePanel}
        panel={
          undo &&
          canUndo && (
            <UndoPanel
              set={set}
              moves={moves}
              onClose={closePanel}
              onStay={() => void change({ show: 'changed', undo: null })}
            />
          )
        }
      >
        {sections.length > 0 ? (
          <NewRecordsContext value={made}>
            <ItemsTable
              set={set}
              sections={sections}
              heightsOf={heightsOf}
              texts={loadedTexts}
              onWanted={setWanted}
              actions={{
                choose: isChoosable(set)
                  ? (item, pointer, choice) => moves.choose(choice, item, pointer)
                  : null,
                remove: canRemove ? (item) => moves.remove(item) : null,
              }}
              sectionActions={{
                chooseAll: isChoosable(set) ? (choice) => moves.choose(choice) : null,
                saveRefused: (set.counts['refused'] ?? 0) > 0 ? () => save(files.saveRefused()) : null,
              }}
            />
          </NewRecordsContext>
        ) : error ? (
          <ErrorState
            title={say('itemsNotRead')}
            text={errorText(error)}
            retry={sayCore('error.tryAgain')}
            onRetry={retry}
          />
        ) : isPending ? (
          <SkeletonLines lines={10} />
        ) : isNarrowed ? (
          <EmptyState
            title={say('nothingHere')}
            actions={<Button onClick={showAll}>{say('showAll')}</Button>}
          />
        ) : withheld.length > 0 ? null : (
          <EmptyState title={say('nothingIn')} text={say('nothingInHint')} />
        )}
      </SidePanel>
      <NewRecordsContext value={made}>
        <PrintedSet set={set} params={filters} specs={specs} sections={sections} texts={loadedTexts} />
      </NewRecordsContext>
      <div className="no-print">
        <Foot
          set={set}
          moves={moves}
          primary={primary}
          needsApproval={needsApproval}
          hasRefused={(refused?.total ?? 0) > 0}
        />
      </div>
      {isNaming && <RenameDialog set={set} moves={moves} onClose={() => setIsNaming(false)} />}
    </>
  );
}

/** Returns the fields of the items that are shown, by pointer, with their labels; a filter keeps those seen before. */
function useFields(items: readonly SetItem[]): ReadonlyMap<string, string> {
  const { screens, recordLabels } = useApp();
  const say = usePageText('changeset/pages', texts);
  const sayOf = useTexts();
  const format = useFormat();
  const seen = useRef(new Map<string, string>());
  const fields = new Map<string, string>();
  for (const { resource, cells } of items) for (const { pointer } of cells) fields.set(pointer, resource);
  /* oxlint-disable react/refs -- what was seen only grows, and shows no later than what is being rendered */
  for (const [pointer, resource] of fields) seen.current.set(pointer, resource);
  const pricelist = screens['pricelist']?.contract;
  const nameOf = (id: string) => {
    const name = pricelist && recordLabels.get(pricelist, id)?.['name'];
    return typeof name === 'string' ? name : undefined;
  };
  return new Map(
    [...seen.current].map(([pointer, resource]) => [
      pointer,
      labelOf(pathOf(pointer), {
        resource: screens[resource]?.contract,
        say: sayOf(resource),
        tell: say,
        format,
        nameOf,
      }),
    ]),
  );
  /* oxlint-enable react/refs */
}

/** Returns the names of the records that the set makes, as far as they were shown: what an import makes by name comes before its lines. */
function useNewNames(items: readonly SetItem[]): ReadonlyMap<string, string> {
  const seen = useRef(new Map<string, string>());
  /* oxlint-disable react/refs -- what was seen only grows, and shows no later than what is being rendered */
  for (const { is_new: isNew, record_id: id, label } of items)
    if (isNew && label.name) seen.current.set(id.toLowerCase(), label.name);
  return seen.current;
  /* oxlint-enable react/refs */
}

/** Dialog for the name of a set, which may be changed at any time. */
function RenameDialog(props: { set: ChangeSet; moves: Moves; onClose: () => void }) {
  const { set, moves, onClose } = props;
  const say = usePageText('changeset/pages', texts);
  const errorText = useErrorText();
  const [name, setName] = useState(set.name);
  const { renaming } = moves;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (name.trim() === '' || renaming.isPending) return;
    renaming.mutate(name.trim(), { onSuccess: onClose });
  };
  return (
    <Modal
      opened
      asksForInput
      onClose={onClose}
      title={say('rename')}
      footer={
        <>
          <Button size="md" onClick={onClose}>
            {say('cancel')}
          </Button>
          <Button
            kind="primary"
            size="md"
            type="submit"
            form="rename"
            busy={renaming.isPending}
            disabled={name.trim() === ''}
          >
            {say('rename.do')}
          </Button>
        </>
      }
    >
      <form id="rename" onSubmit={submit}>
        {renaming.error && <Banner kind="danger">{errorText(renaming.error)}</Banner>}
        <TextField name="name" label={say('new.name')} value={name} onChange={setName} maxLength={400} />
      </form>
    </Modal>
  );
}
