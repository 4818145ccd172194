import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import { useApp } from '@/core/app/shell/app-context';
import { useErrorText } from '@/core/app/shell/error-text';
import { ReasonField, type Reason } from '@/core/app/form/fields/reason-field';
import { usePageText } from '@/core/app/i18n/i18n';
import { Banner } from '@/core/ui/display/banner';
import { Button } from '@/core/ui/display/button';
import { Modal } from '@/core/ui/overlays/modal';
import { sales } from '../contract';
import type { Receipt } from './receipt';
import { receiptTexts } from './receipt-texts';

/** Removing a receipt of an open day: it is deactivated, with the reason that stands beside it from then on. */
export function RemoveDialog({ receipt, onClose }: { receipt: Receipt; onClose: () => void }) {
  const say = usePageText('sales/receipt', receiptTexts);
  const { client } = useApp().current;
  const queries = useQueryClient();
  const errorText = useErrorText();
  const { control, formState, handleSubmit } = useForm<Reason>({ defaultValues: { reason: '' } });
  const remove = useMutation({
    mutationKey: [sales.name, 'remove'],
    mutationFn: ({ reason }: Reason) =>
      client.put(sales.name, receipt.id, JSON.stringify({ active: false, removed_reason: reason.trim() })),
    onSuccess: onClose,
    // What its day comes to has changed, too.
    onSettled: () => void queries.invalidateQueries({ queryKey: ['businessday'] }),
  });
  const confirm = handleSubmit((typed) => remove.mutate(typed));
  return (
    <Modal
      opened
      asksForInput
      onClose={onClose}
      dismissible={!formState.isDirty && !remove.isPending}
      title={say('remove.title', { number: receipt.receipt_num })}
      subtitle={say('remove.text')}
      footer={
        <>
          <span className="grow" />
          <Button size="md" disabled={remove.isPending} onClick={onClose}>
            {say('remove.cancel')}
          </Button>
          <Button size="md" kind="danger" busy={remove.isPending} onClick={() => void confirm()}>
            {say('remove.do')}
          </Button>
        </>
      }
    >
      {remove.error && <Banner kind="danger">{errorText(remove.error)}</Banner>}
      <ReasonField control={control} label={say('remove.reason')} missing={say('remove.missing')} />
    </Modal>
  );
}
