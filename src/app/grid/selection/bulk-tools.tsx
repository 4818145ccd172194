import { FolderInput, PencilLine, Tag, Tags } from 'lucide-react';
import { lazy, Suspense, useState, useSyncExternalStore } from 'react';
import { BulkAction } from '@/ui/layout/page';
import { Menu } from '@/ui/overlays/menu';
import { usePageText } from '../../i18n/i18n';
import { useApp } from '../../shell/app-context';
import type { Screen } from '../../shell/screen';
import { bulkFields, hasTags, isCollectable } from './bulk-plan';
import { texts } from './bulk-texts';
import type { Selection } from './selection';
import type { Bulk } from './use-bulk';

const BulkDialog = lazy(async () => ({ default: (await import('./bulk-dialog')).BulkDialog }));

/** What the dialog asks for. */
export type BulkKind = 'set' | 'addTag' | 'removeTag' | 'move';

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
 * department; in a narrow window one menu.
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
  const { can } = useApp().current.server;
  const [kind, setKind] = useState<BulkKind | null>(null);
  const isWide = useIsWide();
  const { contract } = screen;
  if (!isCollectable(contract)) return null;
  const records = [...selection.values()];
  const fields = bulkFields(screen);
  const tools = [
    ...(fields.length > 0 ? [{ kind: 'set' as const, icon: PencilLine }] : []),
    ...(hasTags(contract)
      ? [
          { kind: 'addTag' as const, icon: Tag },
          { kind: 'removeTag' as const, icon: Tags },
        ]
      : []),
    ...(contract.fields['dpt_id'] ? [{ kind: 'move' as const, icon: FolderInput }] : []),
  ];
  if (tools.length === 0) return null;
  return (
    <>
      {isWide ? (
        tools.map((tool) => (
          <BulkAction key={tool.kind} icon={tool.icon} onClick={() => setKind(tool.kind)}>
            {say(tool.kind)}
          </BulkAction>
        ))
      ) : (
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
      {kind && (
        <Suspense>
          <BulkDialog
            screen={screen}
            kind={kind}
            records={records}
            onEdits={can.changeSets ? null : (edits) => bulk.run(records, { edits })}
            onClose={() => setKind(null)}
            onDone={() => {
              setKind(null);
              onDone();
            }}
          />
        </Suspense>
      )}
    </>
  );
}
