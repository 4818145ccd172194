import { useApp, useRecordLabel } from '@/app/shell/app-context';
import { formatDay } from '@/app/i18n/format';
import { usePageText, type SayOf } from '@/app/i18n/i18n';
import { hrefOf } from '@/app/shell/screen';
import { MoneyIn, useFormat } from '@/app/i18n/use-format';
import type { Format } from '@/app/i18n/formats';
import { cx } from '@/ui/style/cx';
import { Link } from '@/ui/layout/link';
import { location } from '@/resources/location/contract';
import { pos } from '@/resources/pos/contract';
import { isSome, saysQuantity, type Receipt, type ReceiptLine, type ReceiptPayment } from './receipt';
import { receiptTexts } from './receipt-texts';
import { formatClock, localDayOf } from './receipt-time';
import styles from './receipt.module.css';

/** A receipt as the till printed it, in its own currency, with its products as links. */
export function ReceiptPaper(props: { receipt: Receipt; timeZone: string | undefined }) {
  return (
    <MoneyIn currency={props.receipt.currency}>
      <Paper {...props} />
    </MoneyIn>
  );
}

function Paper({ receipt, timeZone }: { receipt: Receipt; timeZone: string | undefined }) {
  const say = usePageText('sales/receipt', receiptTexts);
  const format = useFormat();
  const register = useRecordLabel(pos, receipt.pos_id);
  const day = formatDay(localDayOf(receipt.completed_at, timeZone), 'fi-FI');
  const clock = formatClock(receipt.completed_at, format.locale, timeZone);
  const paid = receipt.tenders;
  return (
    <div className={styles.roll}>
      <div className={styles.paper}>
        <PaperHead receipt={receipt} />
        <hr />
        <Line
          left={`${day} ${say('clock', { clock })}`}
          right={say('receipt', { number: receipt.receipt_num })}
        />
        <Line left={register?.name ?? ''} right={receipt.cashier} quiet />
        {receipt.type !== '' && receipt.type !== 'sale' && (
          <p className={styles.kind}>{wordOf(say, 'type', receipt.type)}</p>
        )}
        {receipt.lines.length > 0 && <hr />}
        {receipt.lines.map((line, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- a line has no other key than its index
          <LineOf key={index} line={line} say={say} format={format} />
        ))}
        <hr />
        <div className={cx(styles.row, styles.total)}>
          <span>{say('paper.total', { currency: receipt.currency })}</span>
          <span className="ledger">{format.money(receipt.total)}</span>
        </div>
        {isSome(receipt.rounding) && (
          <Line left={say('paper.rounding')} right={format.money(receipt.rounding)} quiet />
        )}
        {paid.map((tender, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- a receipt may be paid twice by the same tender
          <Paid key={index} tender={tender} say={say} format={format} />
        ))}
        {receipt.taxes.length > 0 && <Taxes receipt={receipt} say={say} format={format} />}
        <PaperFoot receipt={receipt} />
      </div>
    </div>
  );
}

/** Returns the text of an open enum's value (`type=sale`), or the value itself if it has no text. */
export function wordOf(say: SayOf, field: string, value: string): string {
  const word = say(`${field}=${value}`);
  return word === `${field}=${value}` ? value : word;
}

function PaperHead({ receipt }: { receipt: Receipt }) {
  const place = useRecordLabel(location, receipt.location_id);
  const { street, postal_code, city } = place?.data.address ?? {};
  const written = place?.data.receipt_header ?? [];
  const address = [street, [postal_code, city].filter(Boolean).join(' ')].filter(Boolean).join(', ');
  const name = place?.name ?? '';
  // A header that begins with a line containing the name replaces the name.
  const [first = '', ...others] = written;
  const hasName = first.toLocaleLowerCase().includes(name.toLocaleLowerCase());
  const lines = hasName ? others : written;
  const below = written.length > 0 ? lines : [address, place?.data.business_id ?? ''].filter(Boolean);
  return (
    <>
      <p className={styles.shop}>{hasName ? first : name}</p>
      <p className={styles.center}>{below.join('\n')}</p>
    </>
  );
}

function PaperFoot({ receipt }: { receipt: Receipt }) {
  const lines = useRecordLabel(location, receipt.location_id)?.data.receipt_footer ?? [];
  if (lines.length === 0) return null;
  return (
    <>
      <hr />
      <p className={styles.center}>{lines.join('\n')}</p>
    </>
  );
}

function Line({ left, right, quiet }: { left: string; right: string; quiet?: boolean }) {
  return (
    <div className={cx(styles.row, quiet && styles.quiet)}>
      <span>{left}</span>
      <span>{right}</span>
    </div>
  );
}

interface Say {
  say: SayOf;
  format: Format;
}

function LineOf({ line, say, format }: Say & { line: ReceiptLine }) {
  const { plu } = useApp().screens;
  const href = plu && line.plu_id ? hrefOf(plu, line.plu_id) : null;
  const name = line.name || line.productid || line.ean;
  return (
    <>
      <div className={styles.row}>
        <span>{href === null ? name : <Link href={href}>{name}</Link>}</span>
        <span>{format.money(line.total)}</span>
      </div>
      {saysQuantity(line) && (
        <p className={styles.sub}>
          {format.decimal(line.qty)}
          {line.unit_price && ` × ${format.money(line.unit_price)}`}
        </p>
      )}
      {isSome(line.discount) && (
        <p className={styles.sub}>
          {say('paper.discount')} {format.money(line.discount)}
        </p>
      )}
      {line.kind !== 'sale' && <p className={styles.sub}>{wordOf(say, 'kind', line.kind)}</p>}
    </>
  );
}

function Paid({ tender, say, format }: Say & { tender: ReceiptPayment }) {
  return (
    <>
      <Line left={tender.name} right={format.money(tender.amount)} />
      {isSome(tender.change) && (
        <>
          <div className={cx(styles.row, styles.sub)}>
            <span>{say('paper.tendered')}</span>
            <span>{format.money(tender.tendered)}</span>
          </div>
          <div className={cx(styles.row, styles.sub)}>
            <span>{say('paper.change')}</span>
            <span>{format.money(tender.change)}</span>
          </div>
        </>
      )}
    </>
  );
}

function Taxes({ receipt, say, format }: Say & { receipt: Receipt }) {
  return (
    <>
      <hr />
      <table className={styles.vat} aria-label={say('paper.vat')}>
        <thead>
          <tr>
            {(['vat', 'net', 'tax', 'gross'] as const).map((head) => (
              <th key={head} scope="col">
                {say(`paper.${head}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {receipt.taxes.map((row, index) => (
            // oxlint-disable-next-line react/no-array-index-key -- a faulty receipt may have a rate twice
            <tr key={index}>
              <td>{row.rate === '' ? say('paper.noTax') : `${format.decimal(row.rate)} %`}</td>
              <td>{format.money(row.net)}</td>
              <td>{format.money(row.tax)}</td>
              <td>{format.money(row.gross)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
}
