import { useState } from 'react';
import { usePageText } from '@/app/i18n/i18n';
import { useFormat } from '@/app/i18n/use-format';
import { mayCreate, mayWrite } from '@/app/session/session';
import { useApp } from '@/app/shell/app-context';
import { Button } from '@/ui/display/button';
import { Link } from '@/ui/layout/link';
import { account } from '@/resources/account/contract';
import { company } from '@/resources/company/contract';
import { location } from '@/resources/location/contract';
import { placeOf } from '../../voucher/screen/lacks';
import { rowText } from '../../voucher/screen/row-text';
import { voucherTexts } from '../../voucher/screen/voucher-texts';
import { mayExport } from '../../closing/day-roles';
import type { BookLack } from '../schema';
import styles from './books.module.css';
import { booksTexts } from './books-texts';
import type { MendingPlaces } from './mending-places';
import { withDates } from './with-dates';

/** The most things of a list that are shown before it is opened. */
const most = 5;

/** What a file lacks, each with the way to the place where it is mended. */
export function LackList(props: { lacks: readonly BookLack[]; label: string; places: MendingPlaces }) {
  const { label, places } = props;
  const say = usePageText('businessday/books', booksTexts);
  const [isWhole, setIsWhole] = useState(false);
  const unnumbered = props.lacks.filter(({ at }) => at === 'numbering');
  const lacks = props.lacks.filter(({ at }) => at !== 'numbering');
  const shown = isWhole ? lacks : lacks.slice(0, most);
  return (
    <ul className={styles.lacks} aria-label={label}>
      {unnumbered.length > 0 && <Unnumbered lacks={unnumbered} places={places} />}
      {shown.map((lack) => (
        <LackItem key={JSON.stringify(lack)} lack={lack} choice={places.choice} />
      ))}
      {shown.length < lacks.length && (
        <li>
          <Button kind="quiet" onClick={() => setIsWhole(true)}>
            {say('more', { count: lacks.length - shown.length })}
          </Button>
        </li>
      )}
    </ul>
  );
}

/** Says how many vouchers have no number, and leads to where they get one: one thing to do, not one for each day. */
function Unnumbered({ lacks, places }: { lacks: readonly BookLack[]; places: MendingPlaces }) {
  const say = usePageText('businessday/books', booksTexts);
  const format = useFormat();
  const { me } = useApp().current;
  const name = withDates(lacks[0]?.name ?? '', format.day);
  const mayNumber = mayExport(me, 'closed');
  const place = mayNumber ? places.numbering([...new Set(lacks.flatMap(({ id }) => id ?? []))]) : null;
  return (
    <li>
      <span>{say('lack=voucher_number', { count: lacks.length, name })}</span>
      {place === null ? (
        <span className="meta">{say(mayNumber ? 'mend=here' : 'mend=accountant.numbers')}</span>
      ) : (
        <Link href={place} className="link">
          {say('mend=numbering')}
        </Link>
      )}
    </li>
  );
}

function LackItem({ lack, choice }: { lack: BookLack; choice: string | null }) {
  const say = usePageText('businessday/books', booksTexts);
  const sayVoucher = usePageText('businessday/voucher', voucherTexts);
  const format = useFormat();
  const { me } = useApp().current;
  const name = lack.lack
    ? rowText(lack.lack, sayVoucher, (rate) => format.decimal(rate))
    : lack.code === 'vat_code'
      ? lack.name.replace(/^[\d.]+/, (rate) => format.decimal(rate))
      : withDates(lack.name, format.day);
  const isSeveral = lack.lack?.reason === 'several';
  const place = placeFor(lack, name, choice, {
    givesAccounts: mayCreate(me, account.access),
    isAdmin: mayWrite(me, company.access),
    editsLocations: mayCreate(me, location.access),
  });
  const label = say(place?.startsWith('/accounts/new') ? 'mend=give' : `mend=${lack.at}`);
  const isOfCompany = lack.at === 'company' || lack.at === 'location';
  // What is there and wrong is not said to be missing.
  const isWrong = isOfCompany && lack.name !== '';
  return (
    <li>
      <span>
        {say(isSeveral ? 'lack=account.several' : isWrong ? `lack=${lack.code}.wrong` : `lack=${lack.code}`, {
          name,
        })}
      </span>
      {place !== null && (
        <Link href={place} className="link" aria-label={`${label}: ${name}`}>
          {label}
        </Link>
      )}
      {place === null && isOfCompany && <span className="meta">{say('mend=admin')}</span>}
      {place === null && lack.at === 'account' && <span className="meta">{say('mend=accountant')}</span>}
    </li>
  );
}

/** Returns where something is mended; null where this person cannot, or where the choice of days is the fault. */
function placeFor(
  { at, id, lack }: BookLack,
  name: string,
  choice: string | null,
  may: { readonly givesAccounts: boolean; readonly isAdmin: boolean; readonly editsLocations: boolean },
): string | null {
  if (at === 'vouchers') return choice;
  if (at === 'businessday') return id === null ? null : `/business-days/${id}`;
  if (at === 'company') return may.isAdmin ? '/company' : null;
  if (at === 'location') return may.editsLocations ? (id === null ? '/locations' : `/locations/${id}`) : null;
  if (at !== 'account' || !may.givesAccounts) return null;
  if (lack === null) return '/accounts';
  return lack.reason === 'several' ? `/accounts?use=${lack.use}` : placeOf(lack, name);
}
