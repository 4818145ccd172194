import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { Euro, Printer } from 'lucide-react';
import type { Resource } from '@/contract/resource';
import { SheetBarContext } from '@/app/grid/sheet/sheet-bar';
import { ListPage } from '@/app/grid/list-page';
import { currencyDecimals } from '@/app/i18n/format';
import { useTextOf, usePageText } from '@/app/i18n/i18n';
import { useFormat } from '@/app/i18n/use-format';
import { useApp } from '@/app/shell/app-context';
import { fieldRight } from '@/app/session/field-rights';
import { useErrorText } from '@/app/shell/error-text';
import type { Screen, ScreenColumn } from '@/app/shell/screen';
import type { Row } from '@/app/data/row';
import { ErrorState } from '@/ui/display/empty-state';
import { PageHeader } from '@/ui/layout/page';
import { usePhone } from '@/ui/layout/use-phone';
import { useFieldLabel } from '@/app/grid/columns/grid-head';
import { IconButton, Button } from '@/ui/display/button';
import { Menu, type MenuEntry } from '@/ui/overlays/menu';
import { pricelist } from '../../pricelist/contract';
import { plu } from '../contract';
import { tax } from '../../tax/contract';
import { companyPriceTax, holdsTax } from '../fields/holds-tax';
import { baseField, isPrice, pricesScreen, type PriceList } from './columns';
import type { PriceSurroundings, TaxOf } from './compute';
import { FormulaBar } from './formula-bar';
import { PricesContext, usePrices } from './prices-context';
import { texts } from '../lowest-price/texts';

export { texts } from './texts';

const everyRecord = { q: '', sort: 'name', active: 'all', filters: {} } as const;

/** The matrix of prices: products by price lists, with a bar of formulas. */
export function Page({ screen }: { screen: Screen }) {
  const say = useTextOf('plu');
  const errorText = useErrorText();
  const lists = useEvery(pricelist);
  const taxes = useEvery(tax);
  const failed = [lists, taxes].find(({ error }) => error !== null);
  if (failed)
    return (
      <>
        <PageHeader title={say('data.prices')} />
        <ErrorState
          title={say('prices.notRead')}
          text={errorText(failed.error)}
          retry={say('prices.again')}
          onRetry={() => void failed.refetch()}
        />
      </>
    );
  if (!lists.data || !taxes.data) return <PageHeader title={say('data.prices')} />;
  return <Matrix screen={screen} lists={lists.data} taxes={taxes.data} />;
}

/** Reads all records of a list; another server may not have price lists or taxes, which the interface does not name. */
function useEvery(resource: Resource) {
  const { source, fallback } = useApp();
  return useQuery({
    queryKey: [resource.name, 'every', everyRecord],
    queryFn: async ({ signal }) => {
      try {
        return await source.all(resource, everyRecord, { signal });
      } catch (error) {
        if (fallback?.lists.isServed(resource.name) === false) return [];
        throw error;
      }
    },
  });
}

function Matrix(props: { screen: Screen; lists: readonly Row[]; taxes: readonly Row[] }) {
  const { screen } = props;
  const say = useTextOf('plu');
  const format = useFormat();
  const isPhone = usePhone();
  const { me } = useApp().current;
  const [target, setTarget] = useState(baseField);
  const lists = useMemo(() => activeLists(props.lists), [props.lists]);
  const around = useMemo(
    (): PriceSurroundings => ({
      lists: new Map(lists.map((list) => [list.id.toLowerCase(), list])),
      taxes: new Map(props.taxes.map((row) => [row.id.toLowerCase(), taxOf(row)])),
      currency: format.code,
      placesOf: currencyDecimals,
      companySays: (owner) => companyPriceTax(me, owner),
    }),
    [lists, props.taxes, format.code, me],
  );
  const { matrix, prices } = useMemo(() => {
    const symbolOf = (currency: string) => format.of(currency).currency;
    const active = props.taxes.filter((row) => row.active);
    // Where neither list nor company says it, the taxes do: of a column only if they agree.
    const isWithoutTax = (list: PriceList | null) =>
      (active.length > 0 ? active : [null]).every((one) => !holdsTax(me, { tax: one, list }));
    const options = { target, say, symbolOf, isWithoutTax };
    return {
      matrix: pricesScreen(screen, lists, { ...options, isPhone }),
      prices: pricesScreen(screen, lists, { ...options, isPhone: false }).columns.filter(isPrice),
    };
  }, [screen, lists, props.taxes, me, target, isPhone, format, say]);
  const state = useMemo(() => ({ lists, around, target, setTarget }), [lists, around, target]);
  return (
    <PricesContext value={state}>
      {/* Without the right to change prices there is nothing to calculate. */}
      <SheetBarContext value={fieldRight(me, plu.name, baseField) === 'change' ? FormulaBar : null}>
        <ListPage
          // The columns are those of the lists that there are.
          key={lists.map(({ id }) => id).join(' ')}
          screen={matrix}
          actions={
            <>
              {isPhone && <PhonePrice prices={prices} />}
              <LowestPriceButton />
            </>
          }
        />
      </SheetBarContext>
    </PricesContext>
  );
}

const ranks: Readonly<Record<string, number>> = { base: 0, campaign: 1, customer: 2 };
const rankOf = ({ type }: PriceList): number => ranks[type ?? ''] ?? 1;

/** Returns the active lists: lists for everybody first, then campaigns, then those of customers. */
function activeLists(rows: readonly Row[]): PriceList[] {
  return (rows as unknown as PriceList[])
    .filter(({ active }) => active)
    .toSorted((one, other) => rankOf(one) - rankOf(other) || one.name.localeCompare(other.name));
}

const taxOf = (row: Row): TaxOf => ({
  rate: String(row['rate']),
  included: row.data['included'],
});

/** Menu of the price that the rows of a phone show: there is room for one, and none for formulas. */
function PhonePrice({ prices }: { prices: readonly ScreenColumn[] }) {
  const say = useTextOf('plu');
  const label = useFieldLabel('plu');
  const { target, setTarget } = usePrices();
  const entries: MenuEntry[] = [
    { kind: 'heading', label: say('prices.shown') },
    ...prices.map((column): MenuEntry => ({
      label: label(column),
      chosen: column.key === target,
      onClick: () => setTarget(column.key),
    })),
    { kind: 'rule' },
    { kind: 'heading', label: say('prices.phone') },
  ];
  return (
    <Menu entries={entries} width={260} position="bottom-end">
      <IconButton icon={Euro} label={say('prices.shown')} />
    </Menu>
  );
}

/** Link to the sheet of reduced prices; absent on a server that knows no earlier prices. */
function LowestPriceButton() {
  const { can } = useApp().current.server;
  const say = usePageText('plu/lowest-price', texts);
  if (!can.priceHistory) return null;
  return (
    <Button href="/prices/lowest" icon={Printer}>
      {say('button')}
    </Button>
  );
}
