import { useMutation, useQuery } from '@tanstack/react-query';
import { mailsSchema } from '@/contract/mail/mails';
import { useTextOf } from '@/app/i18n/i18n';
import { sendsMailQuery } from '@/app/session/features';
import { useApp } from '@/app/shell/app-context';
import { useErrorText } from '@/app/shell/error-text';
import { Banner } from '@/ui/display/banner';
import { mailedSchema } from './mailed';

/** Whether the service sends mail; false until that is known. */
export const useSendsMail = (): boolean => useQuery(sendsMailQuery).data ?? false;

/** Mutation that sends the one-time link of a membership to its e-mail. */
export function useMailLink(id: string) {
  const { client } = useApp().current;
  return useMutation({
    mutationKey: ['user', 'invitation'],
    mutationFn: async () => {
      const { text } = await client.post(`user/${encodeURIComponent(id)}/invitation/mail`, '');
      return mailedSchema.parse(JSON.parse(text));
    },
  });
}

/** Says to which e-mail a link is on its way, or why it is not. */
export function MailedLink({ sending }: { sending: ReturnType<typeof useMailLink> }) {
  const say = useTextOf('user');
  const textOfError = useErrorText();
  if (sending.error) {
    return (
      <Banner kind="danger">
        {say('mail.failed')}: {textOfError(sending.error)}
      </Banner>
    );
  }
  if (!sending.data) return null;
  return <Banner kind="note">{say('mail.sent', { email: sending.data.email })}</Banner>;
}

/** Says why the last mail with a link was not sent, if it was not. */
export function UnsentMail({ id }: { id: string }) {
  const say = useTextOf('user');
  const { client } = useApp().current;
  const sendsMail = useSendsMail();
  const { data } = useQuery({
    queryKey: ['user', 'invitation', 'mails', id],
    queryFn: async ({ signal }) =>
      mailsSchema.parse(
        await client.json(`/api/secure/user/${encodeURIComponent(id)}/invitation/mail`, signal),
      ),
    enabled: sendsMail,
  });
  const [last] = data ?? [];
  if (!last || last.problem === null) return null;
  return (
    <Banner kind="attention">
      {say(last.state === 'waiting' ? 'mail.waits' : 'mail.unsent', { email: last.recipient })} {last.problem}
    </Banner>
  );
}
