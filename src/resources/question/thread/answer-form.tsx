import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Controller, useForm } from 'react-hook-form';
import { useIdempotencyKey } from '@/core/app/data/idempotency-key';
import { useApp } from '@/core/app/shell/app-context';
import { useErrorText } from '@/core/app/shell/error-text';
import { usePageText } from '@/core/app/i18n/i18n';
import { Banner } from '@/core/ui/display/banner';
import { Button } from '@/core/ui/display/button';
import { controlled } from '@/core/ui/fields/field';
import { TextAreaField } from '@/core/ui/fields/text-field';
import { texts } from './texts';
import styles from './thread.module.css';

/** Form for one answer to the question at `path`. A failed write is shown above it, and what was typed stays. */
export function AnswerForm({ path, children }: { path: string; children: ReactNode }) {
  const say = usePageText('question/thread', texts);
  const errorText = useErrorText();
  const { client } = useApp().current;
  const idempotencyKey = useIdempotencyKey();
  const { control, handleSubmit, reset } = useForm({ defaultValues: { text: '' } });
  const answering = useMutation({
    mutationKey: ['question', 'answer'],
    mutationFn: ({ text }: { text: string }) => {
      const body = JSON.stringify({ text: text.trim() });
      return client.post(`${path}/answer`, body, { idempotencyKey: idempotencyKey(body) });
    },
    onSuccess: () => reset(),
  });
  const submit = handleSubmit((values) => answering.mutate(values));
  return (
    <form className={styles.form} onSubmit={(event) => void submit(event)} noValidate>
      {answering.error && <Banner kind="danger">{errorText(answering.error)}</Banner>}
      <Controller
        control={control}
        name="text"
        rules={{ validate: (text) => text.trim() !== '' || say('answer.missing') }}
        render={(field) => <TextAreaField {...controlled(field)} label={say('answer')} rows={3} />}
      />
      <div className={styles.buttons}>
        {children}
        <Button size="sm" type="submit" busy={answering.isPending}>
          {say('answer.do')}
        </Button>
      </div>
    </form>
  );
}
