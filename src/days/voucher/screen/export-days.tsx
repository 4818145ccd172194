import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { usePageText } from '@/app/i18n/i18n';
import { useApp } from '@/app/shell/app-context';
import { useErrorText } from '@/app/shell/error-text';
import { Banner } from '@/ui/display/banner';
import { Button } from '@/ui/display/button';
import { Modal } from '@/ui/overlays/modal';
import { mayExport } from '../../closing/day-roles';
import type { SentVoucher } from '../schema';
import { takeNumbers } from './voucher-query';
import { voucherTexts } from './voucher-texts';

/** Button that exports the days of the vouchers that wait for it, with the next numbers, after it was said what that means. */
export function ExportDays({ vouchers, by }: { vouchers: readonly SentVoucher[]; by: 'day' | 'all' }) {
  const say = usePageText('businessday/voucher', voucherTexts);
  const errorText = useErrorText();
  const { client, me } = useApp().current;
  const [isAsking, setIsAsking] = useState(false);
  // Without rows there is no next number.
  const ready = vouchers.filter(
    ({ number, days }) => number === null && days.every(({ status }) => status === 'closed'),
  );
  const without = ready.filter(({ next_number }) => next_number === null);
  const count = ready.reduce((sum, { days }) => sum + days.length, 0);
  const take = useMutation({
    mutationKey: ['businessday', 'export'],
    mutationFn: () =>
      takeNumbers(
        client,
        ready.map(({ days }) => days.map(({ id }) => id)),
        by,
      ),
    onSuccess: () => setIsAsking(false),
  });
  if (!mayExport(me, 'closed') || count === 0) return null;
  const label = say('exportThem', { count });
  return (
    <>
      <Button kind="primary" onClick={() => setIsAsking(true)}>
        {label}
      </Button>
      <Modal
        opened={isAsking}
        onClose={() => setIsAsking(false)}
        title={say('exportTitle')}
        subtitle={say('exportText')}
        footer={
          <>
            <span className="grow" />
            <Button onClick={() => setIsAsking(false)}>{say('cancel')}</Button>
            <Button kind="primary" busy={take.isPending} onClick={() => take.mutate()}>
              {label}
            </Button>
          </>
        }
      >
        {take.error && <Banner kind="danger">{errorText(take.error)}</Banner>}
        <ul>
          {rangesOf(ready).map(({ name, first, last }) => (
            <li key={`${name} ${first}`}>
              {name}: <span className="nowrap">{first}</span>
              {last !== first && (
                <>
                  {' – '}
                  <span className="nowrap">{last}</span>
                </>
              )}
            </li>
          ))}
          {without.length > 0 && (
            <li>{say('unnumbered', { count: without.reduce((sum, { days }) => sum + days.length, 0) })}</li>
          )}
        </ul>
      </Modal>
    </>
  );
}

/** Returns the first and the last number that each location will get, by location. */
function rangesOf(vouchers: readonly SentVoucher[]) {
  const numbered = vouchers.filter(({ next_number }) => next_number !== null);
  const names = [...new Set(numbered.map(({ location }) => location.name))];
  return names.map((name) => {
    const own = numbered.filter(({ location }) => location.name === name);
    return { name, first: own[0]?.next_number, last: own.at(-1)?.next_number };
  });
}
