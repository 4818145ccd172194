import { allows } from '@/contract/role';
import { ChevronDown, ChevronUp, Printer, X } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { useApp, useRecordLabel } from '@/app/shell/app-context';
import { usePageText } from '@/app/i18n/i18n';
import { hrefOf } from '@/app/shell/screen';
import { useFormat } from '@/app/i18n/use-format';
import { Banner } from '@/ui/display/banner';
import { PanelHead } from '@/ui/layout/side-panel';
import { Button, ButtonGroup, IconButton } from '@/ui/display/button';
import { Facts } from '@/ui/display/facts';
import { Link } from '@/ui/layout/link';
import { printAlone } from '@/ui/style/printing';
import { ReasonDialog } from '@/app/form/fields/reason-dialog';
import { businessday } from '@/resources/businessday/contract';
import { customer } from '@/resources/customer/contract';
import { sales } from '@/resources/sales/contract';
import type { Receipt } from './receipt';
import { ReceiptPaper } from './receipt-paper';
import { receiptTexts } from './receipt-texts';
import { formatClock, localDayOf } from './receipt-time';
import styles from './receipt.module.css';

/** Panel of one receipt beside a table: its faults, the printed receipt, and the facts about it. */
export function ReceiptPanel(props: {
  receipt: Receipt;
  timeZone: string | undefined;
  /** The faults of the receipt, if it has any. */
  fault?: ReactNode;
  /** Opens the previous and the next receipt of the table; null at an end. */
  steps?: { previous: (() => void) | null; next: (() => void) | null } | undefined;
  onClose: () => void;
  /** Further content, below the facts. */
  children?: ReactNode;
}) {
  const { receipt, timeZone, fault, steps, onClose, children } = props;
  const say = usePageText('sales/receipt', receiptTexts);
  return (
    <>
      <PanelHead title={say('receipt', { number: receipt.receipt_num })}>
        {steps && (
          <ButtonGroup label={say('steps')}>
            <Step icon={ChevronUp} label={say('previous')} go={steps.previous} />
            <Step icon={ChevronDown} label={say('next')} go={steps.next} />
          </ButtonGroup>
        )}
        <IconButton size="xs" icon={Printer} label={say('print')} onClick={printAlone} />
        <IconButton size="xs" icon={X} label={say('close')} onClick={onClose} />
      </PanelHead>
      <div className={styles.desk}>
        {fault && <Banner kind="attention">{fault}</Banner>}
        {!receipt.active && <Removed receipt={receipt} />}
        <div data-receipt>
          <ReceiptPaper receipt={receipt} timeZone={timeZone} />
        </div>
        <div className={styles.facts}>
          <ReceiptFacts receipt={receipt} timeZone={timeZone} />
        </div>
        {children}
        <Remove receipt={receipt} />
      </div>
    </>
  );
}

/** Note that says who removed the receipt, when and why. */
function Removed({ receipt: { removed } }: { receipt: Receipt }) {
  const say = usePageText('sales/receipt', receiptTexts);
  const format = useFormat();
  if (!removed) return <Banner kind="note">{say('deactivated')}</Banner>;
  const when = format.momentLong(removed.at);
  return (
    <Banner kind="note">
      {removed.by ? say('removed.by', { when, who: removed.by }) : say('removed.when', { when })}
      {removed.reason && ` ${removed.reason}`}
    </Banner>
  );
}

/**
 * Button that removes the receipt, for roles that may change receipts, while the business day is open. Only on our own
 * service.
 */
function Remove({ receipt }: { receipt: Receipt }) {
  const say = usePageText('sales/receipt', receiptTexts);
  const { current } = useApp();
  const day = useRecordLabel(businessday, receipt.businessday_id);
  const [asking, setAsking] = useState(false);
  const may = current.me !== null && allows(current.me, sales.access.update);
  if (!may || !receipt.active || day?.status !== 'open') return null;
  return (
    <div className={styles.remove}>
      <Button size="sm" onClick={() => setAsking(true)}>
        {say('remove.do')}
      </Button>
      {asking && <RemoveDialog receipt={receipt} onClose={() => setAsking(false)} />}
    </div>
  );
}

function Step(props: { icon: typeof ChevronUp; label: string; go: (() => void) | null }) {
  const { icon, label, go } = props;
  return (
    <IconButton kind="default" size="xs" icon={icon} label={label} disabled={!go} onClick={go ?? undefined} />
  );
}

function ReceiptFacts({ receipt, timeZone }: { receipt: Receipt; timeZone: string | undefined }) {
  const say = usePageText('sales/receipt', receiptTexts);
  const format = useFormat();
  const { screens } = useApp();
  const who = useRecordLabel(customer, receipt.customer_id);
  const day = useRecordLabel(businessday, receipt.businessday_id);
  const late = useRecordLabel(businessday, receipt.late_for);
  const clock = (moment: string) =>
    say('clock', { clock: formatClock(moment, format.locale, timeZone, true) });
  const linked = (resource: string, id: string, text: string) => {
    const screen = screens[resource];
    const href = screen ? hrefOf(screen, id) : null;
    return href === null ? (
      text
    ) : (
      <Link href={href} className="link">
        {text}
      </Link>
    );
  };
  const facts: { label: string; value: ReactNode }[] = [];
  const add = (label: string, value: ReactNode) => facts.push({ label: say(label), value });
  if (receipt.cashier) add('cashier', receipt.cashier);
  if (receipt.customer_id) add('customer', linked('customer', receipt.customer_id, who?.name || '…'));
  if (day) add('businessday', linked('businessday', receipt.businessday_id, format.day(day.date)));
  add('completed', clock(receipt.completed_at));
  const { created_at, completed_at } = receipt;
  const isSameDay = localDayOf(created_at, timeZone) === localDayOf(completed_at, timeZone);
  if (created_at) add('received', isSameDay ? clock(created_at) : format.momentLong(created_at));
  if (receipt.reason) add('reason', receipt.reason);
  if (late) add('late', say('lateFor', { day: format.day(late.date) }));
  return <Facts facts={facts} />;
}

/** Dialog that removes a receipt of an open day: deactivates it and stores the reason in `removed_reason`. */
function RemoveDialog({ receipt, onClose }: { receipt: Receipt; onClose: () => void }) {
  const say = usePageText('sales/receipt', receiptTexts);
  const { client } = useApp().current;
  return (
    <ReasonDialog
      texts={{
        title: say('remove.title', { number: receipt.receipt_num }),
        subtitle: say('remove.text'),
        label: say('remove.reason'),
        missing: say('remove.missing'),
        cancel: say('remove.cancel'),
        confirm: say('remove.do'),
      }}
      mutationKey={[sales.name, 'remove']}
      send={(reason) =>
        client.put(sales.name, receipt.id, JSON.stringify({ active: false, removed_reason: reason }))
      }
      isDestructive
      onClose={onClose}
    />
  );
}
