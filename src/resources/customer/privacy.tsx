import { acts, allows } from '@/contract/role';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Download, Eraser } from 'lucide-react';
import { useState } from 'react';
import { z } from 'zod';
import { download } from '@/app/export/download';
import { useApp } from '@/app/shell/app-context';
import { useErrorText } from '@/app/shell/error-text';
import { useRecord, useRecordContext, useResourceText } from '@/app/form/engine/record-context';
import { textOf } from '@/app/form/engine/number-text';
import { Banner } from '@/ui/display/banner';
import { Button } from '@/ui/display/button';
import { Modal } from '@/ui/overlays/modal';
import { SideSection } from '@/ui/layout/split-view';
import styles from './privacy.module.css';

/**
 * Panel for data protection requests (security.md): export of everything that is stored about the customer, and
 * erasure.
 */
export function PersonalData() {
  const { client, me } = useApp().current;
  const say = useResourceText();
  const errorText = useErrorText();
  const { readOnly } = useRecordContext();
  const id = useRecord((state) => textOf(state.base['id']));
  const isErased = useRecord((state) => state.base['name'] === '' && state.base['active'] === false);
  const unsaved = useRecord((state) => state.changes.length > 0);
  const [isConfirming, setAsking] = useState(false);
  const exporting = useMutation({
    mutationFn: () => client.text(`/api/secure/customer/${id}/export`),
    onSuccess: (text) => download(`customer-${id}.json`, new Blob([text], { type: 'application/json' })),
  });
  // What is known of a customer is of all locations.
  if (me === null || !allows(me, acts.exportCustomers) || me.locations) return null;
  return (
    <SideSection title={say('law.title')}>
      <div className={styles.buttons}>
        <Button icon={Download} busy={exporting.isPending} onClick={() => exporting.mutate()}>
          {say('law.export')}
        </Button>
        {allows(me, acts.eraseCustomers) && !readOnly && (
          <Button
            icon={Eraser}
            disabled={unsaved}
            title={unsaved ? say('law.unsaved') : undefined}
            onClick={() => setAsking(true)}
          >
            {say('law.erase')}
          </Button>
        )}
      </div>
      {exporting.error && (
        <Banner kind="danger">
          {say('law.exportFailed')} {errorText(exporting.error)}
        </Banner>
      )}
      {isErased && (
        <ul className={styles.says}>
          <Receipts id={id} />
        </ul>
      )}
      {isConfirming && <Ask id={id} onClose={() => setAsking(false)} />}
    </SideSection>
  );
}

const report = z.object({
  stays: z.array(
    z.object({
      what: z.string(),
      records: z.int(),
      copies: z.array(z.object({ pointer: z.string(), records: z.int() })),
    }),
  ),
});

/** How many receipts of the customer stay after an erasure, and where a till wrote text of its own into them. */
function Receipts({ id }: { id: string }) {
  const { client } = useApp().current;
  const say = useResourceText();
  const { data } = useQuery({
    queryKey: ['customer', 'erasure', id],
    queryFn: async ({ signal }) =>
      report.parse(await client.json(`/api/secure/customer/${id}/erasure`, signal)),
  });
  const receipts = data?.stays.find(({ what }) => what === 'sales');
  if (!receipts) return null;
  const where = receipts.copies.map(({ pointer }) => pointer).join(', ');
  return (
    <>
      <li>{say('law.receipts', { count: receipts.records })}</li>
      {where !== '' && <li>{say('law.copies', { where })}</li>}
    </>
  );
}

function Ask({ id, onClose }: { id: string; onClose: () => void }) {
  const { client } = useApp().current;
  const say = useResourceText();
  const errorText = useErrorText();
  const name = useRecord((state) => textOf(state.base['name']));
  const erasing = useMutation({
    mutationKey: ['customer', 'erase'],
    mutationFn: () => client.post(`customer/${id}/erase`, ''),
    onSuccess: onClose,
  });
  return (
    <Modal
      opened
      onClose={onClose}
      title={say('law.ask', { name })}
      subtitle={say('law.forGood')}
      dismissible={!erasing.isPending}
      footer={
        <>
          <span className="grow" />
          <Button onClick={onClose}>{say('law.cancel')}</Button>
          <Button
            kind="danger"
            busy={erasing.isPending}
            busyLabel={say('law.doing')}
            onClick={() => erasing.mutate()}
          >
            {say('law.do')}
          </Button>
        </>
      }
    >
      {erasing.error && (
        <Banner kind="danger">
          {say('law.failed')} {errorText(erasing.error)}
        </Banner>
      )}
      <ul className={styles.says}>
        <li>{say('law.gone')}</li>
        <li>{say('law.answers')}</li>
        <li>{say('law.off')}</li>
        <li>{say('law.stays')}</li>
        <Receipts id={id} />
      </ul>
    </Modal>
  );
}
