import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useApp } from '@/core/app/app-context';
import { useErrorText } from '@/core/app/error-text';
import { usePageText } from '@/core/app/i18n';
import { Banner } from '@/core/ui/banner';
import { Button } from '@/core/ui/button';
import { Modal } from '@/core/ui/modal';
import { TextAreaField } from '@/core/ui/text-field';
import { sales } from './contract';
import type { Receipt } from './receipt';
import { receiptTexts } from './receipt-texts';

/** Removing a receipt of an open day: it is deactivated, with the reason that stands beside it from then on. */
export function RemoveDialog({ receipt, onClose }: { receipt: Receipt; onClose: () => void }) {
  const say = usePageText('sales/receipt', receiptTexts);
  const { client } = useApp().current;
  const queries = useQueryClient();
  const errorText = useErrorText();
  const [reason, setReason] = useState('');
  const [missing, setMissing] = useState(false);
  const remove = useMutation({
    mutationKey: [sales.name, 'remove'],
    mutationFn: () =>
      client.put(sales.name, receipt.id, JSON.stringify({ active: false, removed_reason: reason.trim() })),
    onSuccess: onClose,
    // What its day comes to has changed, too.
    onSettled: () => void queries.invalidateQueries({ queryKey: ['businessday'] }),
  });
  const confirm = () => {
    setMissing(reason.trim() === '');
    if (reason.trim() !== '') remove.mutate();
  };
  return (
    <Modal
      opened
      asks
      onClose={onClose}
      dismissible={reason === '' && !remove.isPending}
      title={say('remove.title', { number: receipt.receipt_num })}
      subtitle={say('remove.text')}
      footer={
        <>
          <span className="grow" />
          <Button size="md" disabled={remove.isPending} onClick={onClose}>
            {say('remove.cancel')}
          </Button>
          <Button size="md" kind="danger" busy={remove.isPending} onClick={confirm}>
            {say('remove.do')}
          </Button>
        </>
      }
    >
      {remove.error && <Banner kind="danger">{errorText(remove.error)}</Banner>}
      <TextAreaField
        label={say('remove.reason')}
        value={reason}
        onChange={(typed) => {
          setReason(typed);
          setMissing(false);
        }}
        rows={3}
        required
        error={missing ? say('remove.missing') : undefined}
      />
    </Modal>
  );
}
