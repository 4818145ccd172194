import { Plus } from 'lucide-react';
import { lazy, Suspense, useRef, useState, type ReactNode } from 'react';
import { useApp } from '../shell/app-context';
import { useDocumentTitle } from '../shell/document-title';
import { useTextOf } from '../i18n/i18n';
import type { Screen } from '../shell/screen';
import { mayCreate, mayWrite } from '../session/session';
import { Button } from '../../ui/display/button';
import { PageHeader } from '../../ui/layout/page';
import type { GridHandle } from './grid';
import { ListBody } from './rows/list-body';
import { useListState } from './list-state';
import { ListTools, type Counts } from './list-tools';
import { useColumns } from './columns/use-columns';
import { useDensity } from './rows/use-density';
import { useFormAhead } from './use-form-ahead';
import { useOwnerFilter } from './filters/use-owner-filter';

/** Banner for a list as of a moment, in its own chunk. */
const AsOf = lazy(async () => ({ default: (await import('../shell/as-of')).AsOf }));

/**
 * The page of a resource's list: search, filters, grid, and a foot with the actions on selected rows. `actions`
 * replace the "New" button in the header.
 */
export function ListPage({ screen: declared, actions }: { screen: Screen; actions?: ReactNode }) {
  const screen = useOwnerFilter(declared);
  const { contract } = screen;
  const { current, genericServer } = useApp();
  const sayOf = useTextOf(contract.name);
  const state = useListState(screen);
  const density = useDensity();
  const grid = useRef<GridHandle>(null);
  const [isChoosingMoment, setIsChoosingMoment] = useState(false);
  const [counts, setCounts] = useState<Counts>({ total: null, all: null });
  useDocumentTitle(sayOf('title'));
  useFormAhead(declared, counts.total !== null);

  // Only our own service can show a list as of a moment.
  const asOf = genericServer ? undefined : state.query.asOf;
  const canWrite = mayWrite(current.me, contract.access) && asOf === undefined;
  const columns = useColumns(screen, state.query.sort, canWrite && screen.deactivates !== false);
  const canCreate = mayCreate(current.me, contract.access) && asOf === undefined;
  const newHref = screen.form && canCreate ? `${screen.path}/new` : null;
  return (
    <>
      <PageHeader
        title={sayOf('title')}
        actions={
          actions ??
          (newHref && (
            <Button kind="primary" icon={Plus} href={newHref}>
              {sayOf('new')}
            </Button>
          ))
        }
      />
      <ListTools
        {...{ screen, state, columns, density, counts, grid }}
        onChooseMoment={() => setIsChoosingMoment(true)}
      />
      {(asOf !== undefined || isChoosingMoment) && (
        <Suspense>
          <AsOf
            asOf={asOf ?? null}
            choosing={isChoosingMoment}
            onChoosing={setIsChoosingMoment}
            onChange={state.showAsOf}
          />
        </Suspense>
      )}
      {genericServer && <genericServer.ListNotice screen={screen} />}
      <ListBody
        {...{ screen, state, columns, density, grid, asOf, canWrite, newHref }}
        onCounts={setCounts}
      />
    </>
  );
}
