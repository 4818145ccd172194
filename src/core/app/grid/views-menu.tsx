import { Bookmark } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { Button } from '../../ui/display/button';
import { Menu, type MenuEntry } from '../../ui/overlays/menu';
import { useApp } from '../shell/app-context';
import { useText } from '../i18n/i18n';
import type { Screen } from '../shell/screen';
import { viewsFrom, type View } from './columns/column-preferences';
import type { Columns } from './columns/use-columns';
import type { Density } from './rows/use-density';

const ViewDialog = lazy(async () => ({ default: (await import('./view-dialog')).ViewDialog }));

/** Menu with the saved views of a list and the row density. */
export function ViewsMenu(props: { screen: Screen; columns: Columns; density: Density }) {
  const { screen, columns, density } = props;
  const { preferences } = useApp();
  const say = useText();
  const navigate = useNavigate();
  const { search } = useLocation();
  const name = `${screen.contract.name}/views`;
  const [views, setViews] = useState<readonly View[]>(() => viewsFrom(preferences.read(name)));
  const [naming, setNaming] = useState(false);
  const put = (next: readonly View[]) => {
    setViews(next);
    preferences.write(name, next);
  };
  const now = search.replace(/^\?/, '');
  const activeView = views.find((view) => view.search === now);
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
    { kind: 'rule' },
    { kind: 'heading', label: say('density.title') },
    { label: say('density.comfortable'), chosen: !density.isCompact, onClick: () => density.select(false) },
    { label: say('density.compact'), chosen: density.isCompact, onClick: () => density.select(true) },
  ];
  return (
    <>
      <Menu entries={entries} position="bottom-end" width={220}>
        <Button icon={Bookmark}>{activeView?.name ?? say('view.button')}</Button>
      </Menu>
      {naming && (
        <Suspense>
          <ViewDialog
            taken={views.map((view) => view.name)}
            onSave={(named) => {
              const rest = viewsFrom(preferences.read(name)).filter((view) => view.name !== named);
              put([...rest, { name: named, search: now, columns: columns.preferences }]);
              setNaming(false);
            }}
            onClose={() => setNaming(false)}
          />
        </Suspense>
      )}
    </>
  );
}
