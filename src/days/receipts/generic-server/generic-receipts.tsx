import { useQuery } from '@tanstack/react-query';
import { useMemo, useRef, type RefObject } from 'react';
import type { GenericServer } from '@/app/generic-server/parts';
import { PartGuard } from '@/app/generic-server/guards';
import { useListState, type ListState } from '@/app/grid/list-state';
import { usePageText, useText, useTextOf } from '@/app/i18n/i18n';
import { JsonViewer } from '@/app/json-viewer/json-viewer';
import type { Screen } from '@/app/shell/screen';
import type { Row } from '@/app/data/row';
import { Banner } from '@/ui/display/banner';
import { PanelHead } from '@/ui/layout/side-panel';
import { EmptyState, SkeletonLines } from '@/ui/display/empty-state';
import { IconButton } from '@/ui/display/button';
import { X } from 'lucide-react';
import { sales } from '@/resources/sales/contract';
import { areReceipts, rawRows, genericReceiptOf, isWanted, clientSideQuery } from './generic-rows';
import { genericTexts } from './generic-texts';
import type { Receipt } from '../receipt';
import { stepsFrom } from '../receipt-steps';
import { ReceiptPanel } from '../receipt-panel';
import { ReceiptTable, type ReceiptTableHandle } from '../receipt-table';
import { receiptTexts } from '../receipt-texts';
import { timeZones } from '../receipt-walk';
import { NothingFound, NotRead } from '../receipts-empty';
import { Reading, ReceiptsFrame, useOpenReceipt } from '../receipts-frame';
import styles from '../receipts-page.module.css';

/**
 * List of the receipts of a generic server (docs/design.md#6-servers-that-this-project-did-not-write): loads the whole
 * list, then searches, filters and sorts it in the browser. Receipts with our fields are shown in the receipt table,
 * others as raw JSON.
 */
export function GenericReceipts({ screen, server }: { screen: Screen; server: GenericServer }) {
  const { source, ListNotice } = server;
  const state = useListState(screen);
  const { query } = state;
  const zones = useQuery(timeZones(source)).data;
  const list = useQuery({
    queryKey: ['sales', 'generic', clientSideQuery(query)],
    queryFn: () => source.all(sales, clientSideQuery(query), {}),
    structuralSharing: false,
  });
  const rows = useMemo(
    () => list.data?.filter((row) => isWanted(row, query, zones?.get(placeOf(row)))),
    [list.data, query, zones],
  );
  const table = useRef<ReceiptTableHandle>(null);
  const scroller = useRef<HTMLDivElement>(null);
  const { openId, show, close } = useOpenReceipt(table);
  return (
    <ReceiptsFrame
      screen={screen}
      state={state}
      total={rows?.length}
      notice={<ListNotice screen={screen} />}
      table={table}
      scroller={scroller}
      onClose={close}
      panel={
        openId !== null && (
          <OpenReceipt
            key={openId}
            id={openId}
            rows={rows ?? []}
            source={source}
            zones={zones}
            onShow={show}
            onClose={close}
          />
        )
      }
    >
      {rows ? (
        <Rows
          rows={rows}
          state={state}
          openId={openId}
          zones={zones}
          table={table}
          scroller={scroller}
          onShow={show}
          onClose={close}
        />
      ) : list.error ? (
        <NotRead error={list.error} retry={() => void list.refetch()} />
      ) : (
        <Reading />
      )}
    </ReceiptsFrame>
  );
}

const placeOf = (row: Row): string => (typeof row['location_id'] === 'string' ? row['location_id'] : '');

type Zones = ReadonlyMap<string, string> | undefined;

function Rows(props: {
  rows: readonly Row[];
  state: ListState;
  openId: string | null;
  zones: Zones;
  table: RefObject<ReceiptTableHandle | null>;
  scroller: RefObject<HTMLDivElement | null>;
  onShow: (id: string) => void;
  onClose: () => void;
}) {
  const { rows, state, openId, zones, table, scroller, onShow, onClose } = props;
  const say = useTextOf('sales');
  const receipts = useMemo(() => rows.map(genericReceiptOf), [rows]);
  if (rows.length === 0) return <NothingFound state={state} />;
  const rawReceipts = <RawReceipts rows={rows} />;
  if (!areReceipts(rows)) return rawReceipts;
  return (
    <PartGuard instead={rawReceipts}>
      <ReceiptTable
        ref={table}
        label={say('title')}
        receipts={receipts}
        scroller={scroller}
        wide
        timeZoneOf={(receipt: Receipt) => zones?.get(receipt.location_id)}
        openId={openId}
        onOpen={({ id }) => onShow(id)}
        onClose={onClose}
        sort={state.query.sort}
        onSort={state.sortBy}
      />
    </PartGuard>
  );
}

function RawReceipts({ rows }: { rows: readonly Row[] }) {
  const say = usePageText('sales/foreign', genericTexts);
  const title = useTextOf('sales')('title');
  const value = useMemo(() => rawRows(rows), [rows]);
  return (
    <div className={styles.raw}>
      <Banner kind="note">{say('otherShape')}</Banner>
      <JsonViewer value={value} label={title} nameOf={useFieldNames()} />
    </div>
  );
}

/** Returns a function that gives the label of one of our fields, or undefined for any other key. */
function useFieldNames(): (key: string) => string | undefined {
  const say = useTextOf('sales');
  return (key) => {
    const label = say(key);
    return label === key ? undefined : label;
  };
}

/** Panel of the open receipt: the fields that we know, and below them the raw record. */
function OpenReceipt(props: {
  id: string;
  rows: readonly Row[];
  source: GenericServer['source'];
  zones: Zones;
  onShow: (id: string) => void;
  onClose: () => void;
}) {
  const { id, rows, source, zones, onShow, onClose } = props;
  const say = usePageText('sales/foreign', genericTexts);
  const sayCore = useText();
  const nameOf = useFieldNames();
  const at = rows.findIndex((row) => row.id === id);
  const single = useQuery({
    queryKey: ['sales', 'foreign-receipt', id],
    queryFn: () => source.recordById(sales, id),
    enabled: at < 0,
    structuralSharing: false,
  });
  const row = rows[at] ?? single.data;
  const value = useMemo(() => (row ? rawRows([row]) : null), [row]);
  if (!row) {
    if (single.error) return <NotRead error={single.error} retry={() => void single.refetch()} />;
    if (single.isPending) return <SkeletonLines lines={10} />;
    return <EmptyState title={sayCore('list.nothingFound')} />;
  }
  const receipt = genericReceiptOf(row);
  const all = (
    <section className={styles.all} aria-label={say('asItCame')}>
      <h3>{say('asItCame')}</h3>
      <JsonViewer value={Array.isArray(value) ? value[0] : null} label={say('asItCame')} nameOf={nameOf} />
    </section>
  );
  return (
    <PartGuard instead={<Unreadable receipt={receipt} onClose={onClose} all={all} />}>
      <ReceiptPanel
        receipt={receipt}
        timeZone={zones?.get(receipt.location_id)}
        steps={stepsFrom(rows, at, onShow)}
        onClose={onClose}
      >
        {all}
      </ReceiptPanel>
    </PartGuard>
  );
}

function Unreadable(props: { receipt: Receipt; onClose: () => void; all: React.ReactNode }) {
  const say = usePageText('sales/receipt', receiptTexts);
  return (
    <>
      <PanelHead title={say('receipt', { number: props.receipt.receipt_num })}>
        <IconButton size="xs" icon={X} label={say('close')} onClick={props.onClose} />
      </PanelHead>
      {props.all}
    </>
  );
}
