import { Ban, CircleCheck, FolderInput, PencilLine, Tag, Tags, type LucideIcon } from 'lucide-react';
import { useState, useSyncExternalStore } from 'react';
import { BulkAction, BulkNote } from '@/ui/layout/page';
import { Menu } from '@/ui/overlays/menu';
import { useChangeOfMany } from '../../changes/use-change-of-many';
import { useMayCollect } from '../../changes/use-change-sets';
import { useMostAtOnce } from '../../changes/use-most-at-once';
import { usePageText, useText } from '../../i18n/i18n';
import { useApp } from '../../shell/app-context';
import type { Screen } from '../../shell/screen';
import type { Row } from '../../data/row';
import { bulkFields, hasTags, isCollectable, planBulk } from './bulk-plan';
import { texts } from './bulk-texts';
import { isOwnedByParent } from './owned-by-parent';
import { valuesOf, type Selection } from './selection';
import type { Bulk } from './use-bulk';
import { lazy } from '@/ui/state/lazy';

const BulkDialog = lazy(async () => ({ default: (await import('./bulk-dialog')).BulkDialog }));

/** What the dialog asks for. */
export type BulkKind = 'set' | 'addTag' | 'removeTag' | 'move' | 'activate' | 'deactivate';

/** Returns what of the records of a list can be changed besides whether they are active. */
function toolsOf(screen: Screen): readonly { readonly kind: BulkKind; readonly icon: LucideIcon }[] {
  const { contract } = screen;
  const home = contract.fields['dpt_id'];
  return [
    ...(bulkFields(screen).length > 0 ? [{ kind: 'set' as const, icon: PencilLine }] : []),
    ...(hasTags(contract)
      ? [
          { kind: 'addTag' as const, icon: Tag },
          { kind: 'removeTag' as const, icon: Tags },
        ]
      : []),
    // An account may be of one department; it does not lie in it.
    ...(home && home.default !== null ? [{ kind: 'move' as const, icon: FolderInput }] : []),
  ];
}

const wide = '(min-width: 1300px)';
const useIsWide = () =>
  useSyncExternalStore(
    (listener) => {
      const query = matchMedia(wide);
      query.addEventListener('change', listener);
      return () => query.removeEventListener('change', listener);
    },
    () => matchMedia(wide).matches,
  );

/**
 * The actions of the petrol foot that change the selected records: set a field, add and remove a tag, move to a
 * department (in a narrow window one menu), activate and deactivate.
 */
export function BulkTools({
  screen,
  selection,
  bulk,
  onDone,
}: {
  screen: Screen;
  selection: Selection;
  bulk: Bulk;
  onDone: () => void;
}) {
  const say = usePageText('grid/bulk', texts);
  const sayAll = useText();
  const { me } = useApp().current;
  const [kind, setKind] = useState<BulkKind | null>(null);
  const isWide = useIsWide();
  const { contract } = screen;
  const hasSets = useMayCollect([contract]) && isCollectable(contract);
  const records = [...selection.values()];
  const by = useChangeOfMany();
  const mostAtOnce = useMostAtOnce();
  const tools = by !== null && isCollectable(contract) ? toolsOf(screen) : [];
  /**
   * Many records go by a change set, as every other change of many. Fewer are written one by one: a set of few is applied
   * at once, too, but says no more than how many it left, while this names each with why, tries it again and can be stopped,
   * all without leaving the list.
   */
  const setActive = (to: 'activate' | 'deactivate') => {
    const isOwned = (row: Row) => isOwnedByParent(row['company_id'], me?.company.id ?? null);
    const isLarge =
      hasSets &&
      planBulk(contract.name, records.map(valuesOf), { kind: to }, isOwned).items.length > mostAtOnce;
    if (isLarge) setKind(to);
    else bulk.run(records, { active: to === 'activate' });
  };
  return (
    <>
      {isWide &&
        tools.map((tool) => (
          <BulkAction key={tool.kind} icon={tool.icon} onClick={() => setKind(tool.kind)}>
            {say(tool.kind)}
          </BulkAction>
        ))}
      {!isWide && tools.length > 0 && (
        <Menu
          position="top-start"
          entries={tools.map((tool) => ({
            label: say(tool.kind),
            icon: tool.icon,
            onClick: () => setKind(tool.kind),
          }))}
        >
          <BulkAction icon={PencilLine}>{say('change')}</BulkAction>
        </Menu>
      )}
      <BulkAction icon={CircleCheck} onClick={() => setActive('activate')}>
        {sayAll('bulk.activate')}
      </BulkAction>
      <BulkAction icon={Ban} onClick={() => setActive('deactivate')}>
        {sayAll('bulk.deactivate')}
      </BulkAction>
      {by === null && <BulkNote>{say('byItself')}</BulkNote>}
      {kind && (
        <BulkDialog
          screen={screen}
          kind={kind}
          records={records}
          onEdits={by === 'each' ? (edits) => bulk.run(records, { edits }) : null}
          onClose={() => setKind(null)}
          onDone={() => {
            setKind(null);
            onDone();
          }}
        />
      )}
    </>
  );
}
