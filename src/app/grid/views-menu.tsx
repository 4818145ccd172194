import { useMutation, useQuery } from '@tanstack/react-query';
import { Bookmark } from 'lucide-react';
import { useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { Button } from '@/ui/display/button';
import { Menu, type MenuEntry } from '@/ui/overlays/menu';
import { toast } from '@/ui/overlays/toast-store';
import { useApp } from '../shell/app-context';
import { useText } from '../i18n/i18n';
import type { Screen } from '../shell/screen';
import { viewsFrom, type View } from './columns/column-preferences';
import type { Columns } from './columns/use-columns';
import type { Density } from './rows/use-density';
import { lazy } from '@/ui/state/lazy';

const ViewDialog = lazy(async () => ({ default: (await import('./view-dialog')).ViewDialog }));

const loadShared = () => import('./shared-views');

/** Menu with the saved views of a list, those shared in the company, and the row density. */
export function ViewsMenu(props: { screen: Screen; columns: Columns; density: Density }) {
  const { screen, columns, density } = props;
  const { preferences, current } = useApp();
  const say = useText();
  const navigate = useNavigate();
  const { search } = useLocation();
  const name = `${screen.contract.name}/views`;
  const [views, setViews] = useState<readonly View[]>(() => viewsFrom(preferences.read(name)));
  const [naming, setNaming] = useState(false);
  const { client, server } = current;
  const resource = screen.contract.name;
  // Asked for when the menu is wanted: a list is shown without them.
  const [isWanted, setIsWanted] = useState(false);
  const { data: shared = [] } = useQuery({
    queryKey: ['shared_view', resource],
    queryFn: async ({ signal }) => (await loadShared()).readSharedViews(client, resource, signal),
    enabled: isWanted && server.can.sharedViews,
  });
  const put = (next: readonly View[]) => {
    setViews(next);
    preferences.write(name, next);
  };
  const now = search.replace(/^\?/, '');
  const activeView = views.find((view) => view.search === now);
  const activeShared = activeView ? undefined : shared.find((view) => view.search === now);
  const unshare = useMutation({
    mutationKey: ['shared_view', 'end'],
    mutationFn: async (id: string) => (await loadShared()).endSharing(client, id),
    onError: () => toast.failed({ title: say('view.notShared') }),
  });
  const open = (view: View) => {
    columns.restore(view.columns);
    void navigate({ search: view.search });
  };
  const entries: MenuEntry[] = [
    { kind: 'heading', label: say('view.title') },
    ...views.map((view) => ({
      label: view.name,
      chosen: view === activeView,
      onClick: () => open(view),
    })),
    ...(views.length === 0 ? [{ label: say('view.none'), disabled: true }] : []),
    ...(shared.length > 0 ? [{ kind: 'heading' as const, label: say('view.shared') }] : []),
    ...shared.map((view) => ({
      label: view.name,
      detail: view.by,
      chosen: view === activeShared,
      onClick: () => open(view),
    })),
    { label: say('view.save'), onClick: () => setNaming(true) },
    ...(activeView
      ? [
          {
            label: say('view.remove', { name: activeView.name }),
            danger: true,
            onClick: () => put(views.filter((view) => view !== activeView)),
          },
        ]
      : []),
    ...(activeShared?.mine
      ? [
          {
            label: say('view.unshare', { name: activeShared.name }),
            danger: true,
            onClick: () => unshare.mutate(activeShared.id),
          },
        ]
      : []),
    { kind: 'rule' },
    { kind: 'heading', label: say('density.title') },
    { label: say('density.comfortable'), chosen: !density.isCompact, onClick: () => density.select(false) },
    { label: say('density.compact'), chosen: density.isCompact, onClick: () => density.select(true) },
  ];
  return (
    <>
      <Menu entries={entries} position="bottom-end" width={220}>
        <Button icon={Bookmark} title={say('view.button')} onClick={() => setIsWanted(true)}>
          {activeView?.name ?? activeShared?.name ?? say('view.button')}
        </Button>
      </Menu>
      {naming && (
        <ViewDialog
          resource={resource}
          view={{ search: now, columns: columns.preferences }}
          taken={views.map((view) => view.name)}
          onSave={(view) => {
            const rest = viewsFrom(preferences.read(name)).filter((one) => one.name !== view.name);
            put([...rest, view]);
          }}
          onClose={() => setNaming(false)}
        />
      )}
    </>
  );
}
