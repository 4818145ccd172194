import { useMutation, useQuery } from '@tanstack/react-query';
import { useEffect, type ReactNode } from 'react';
import { Controller, useForm } from 'react-hook-form';
import { useIdempotencyKey } from '@/app/data/idempotency-key';
import { useApp } from '@/app/shell/app-context';
import { useErrorText } from '@/app/shell/error-text';
import { usePageText } from '@/app/i18n/i18n';
import { Banner } from '@/ui/display/banner';
import { Button } from '@/ui/display/button';
import { SelectField } from '@/ui/fields/choices/select-field';
import { controlled } from '@/ui/fields/field';
import { TextAreaField } from '@/ui/fields/text-field';
import { askablePeople } from './question-query';
import { texts } from './texts';
import styles from './thread.module.css';

/** What a question is about: a day, and of it a receipt, or a check or figure by its name. */
export interface Subject {
  readonly businessday_id: string;
  readonly sales_id: string | null;
  readonly subject: string;
}

/**
 * Form that asks a question: to whom, and what. A failed write is shown above it, and what was typed stays.
 *
 * @param about the choice of what it is about, where there is one
 * @param draft what it begins with: the text, and the roles of whom it is asked, the first of whom somebody has
 * @param onAsked called with the id of the new question
 */
export function AskForm(props: {
  of: Subject;
  about?: ReactNode;
  draft?: { readonly to: readonly string[]; readonly text: string } | undefined;
  onAsked: (id: string) => void;
  children?: ReactNode;
}) {
  const { of, about, draft, onAsked, children } = props;
  const say = usePageText('question/thread', texts);
  const errorText = useErrorText();
  const { client } = useApp().current;
  const people = useQuery(askablePeople(client));
  const idempotencyKey = useIdempotencyKey();
  const { control, getValues, handleSubmit, setValue } = useForm({
    defaultValues: { asked_of: '', text: draft?.text ?? '' },
  });
  const first = draft?.to.flatMap((role) => people.data?.find((person) => person.role === role) ?? [])[0]?.id;
  useEffect(() => {
    if (first !== undefined && getValues('asked_of') === '') setValue('asked_of', first);
  }, [first, getValues, setValue]);
  const asking = useMutation({
    mutationKey: ['question', 'ask'],
    mutationFn: async ({ asked_of, text }: { asked_of: string; text: string }) => {
      const body = JSON.stringify({ ...of, asked_of, text: text.trim() });
      return client.post('question', body, { idempotencyKey: idempotencyKey(body) });
    },
    onSuccess: ({ text }) => onAsked(String(Object(JSON.parse(text)).id)),
  });
  const submit = handleSubmit((values) => asking.mutate(values));
  const error = asking.error ?? people.error;
  return (
    <form className={styles.form} onSubmit={(event) => void submit(event)} noValidate>
      {error && <Banner kind="danger">{errorText(error)}</Banner>}
      {about}
      <Controller
        control={control}
        name="asked_of"
        rules={{ required: say('asked_of.missing') }}
        render={(field) => (
          <SelectField
            {...controlled(field)}
            label={say('asked_of')}
            placeholder={say('asked_of.choose')}
            searchable
            options={(people.data ?? []).map(({ id, name }) => ({ value: id, label: name }))}
          />
        )}
      />
      <Controller
        control={control}
        name="text"
        rules={{ validate: (text) => text.trim() !== '' || say('text.missing') }}
        render={(field) => <TextAreaField {...controlled(field)} label={say('text')} rows={4} />}
      />
      <div className={styles.buttons}>
        {children}
        <Button size="sm" type="submit" busy={asking.isPending}>
          {say('ask.do')}
        </Button>
      </div>
    </form>
  );
}
