import { ReasonDialog } from '@/core/app/form/fields/reason-dialog';
import { usePageText } from '@/core/app/i18n/i18n';
import { useApp } from '@/core/app/shell/app-context';
import { sales } from '../contract';
import type { Receipt } from './receipt';
import { receiptTexts } from './receipt-texts';

/** Dialog that removes a receipt of an open day: deactivates it and stores the reason in `removed_reason`. */
export function RemoveDialog({ receipt, onClose }: { receipt: Receipt; onClose: () => void }) {
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
