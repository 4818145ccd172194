import { useMutation, useQuery } from '@tanstack/react-query';
import { RequestError } from '../data/request-error';
import { useText } from '../i18n/i18n';
import { request } from '../session/session-wire';
import { useErrorText } from '../shell/error-text';
import { Banner } from '@/ui/display/banner';
import { Button } from '@/ui/display/button';
import { SignInText } from '@/ui/layout/sign-in-page';
import { SignInLayout, useSignInText } from './sign-in-layout';

interface Asked {
  readonly email: string;
  readonly company: string;
  readonly confirmed: boolean;
}

const isAsked = (value: unknown): value is Asked =>
  typeof value === 'object' && value !== null && 'email' in value && 'company' in value;

async function readRecipient(token: string): Promise<Asked> {
  const answer = await request('POST', '/api/recipient', { token });
  if (!isAsked(answer)) throw new Error('The response names no recipient');
  return answer;
}

/** Page on which somebody outside of a company confirms once that its reports may come by mail. */
export function RecipientPage({ token, onDone }: { token: string; onDone: () => void }) {
  const say = useText();
  const saySignIn = useSignInText();
  const textOfError = useErrorText();
  const read = useQuery({
    queryKey: ['recipient', token],
    queryFn: () => readRecipient(token),
    staleTime: Infinity,
  });
  const confirm = useMutation({
    mutationKey: ['recipient', 'confirm'],
    mutationFn: () => request('POST', '/api/recipient/confirm', { token }),
  });
  if (!read.data) {
    if (read.isPending) return <SignInLayout title={saySignIn('invitation.reading')}>{null}</SignInLayout>;
    const isGone = read.error instanceof RequestError && read.error.status === 404;
    return (
      <SignInLayout title={saySignIn('invitation.gone')}>
        <SignInText>{isGone ? saySignIn('recipient.gone') : textOfError(read.error)}</SignInText>
        {!isGone && <Button onClick={() => void read.refetch()}>{say('error.tryAgain')}</Button>}
      </SignInLayout>
    );
  }
  const { email, company, confirmed } = read.data;
  if (confirmed || confirm.isSuccess) {
    return (
      <SignInLayout title={saySignIn('recipient.done')}>
        <SignInText>{saySignIn('recipient.doneText', { email, company })}</SignInText>
        <Button onClick={onDone}>{saySignIn('invitation.signIn')}</Button>
      </SignInLayout>
    );
  }
  return (
    <SignInLayout title={saySignIn('recipient.title', { company })}>
      {confirm.error && <Banner kind="danger">{textOfError(confirm.error)}</Banner>}
      <SignInText>{saySignIn('recipient.text', { email, company })}</SignInText>
      <Button
        kind="primary"
        size="lg"
        wide
        busy={confirm.isPending}
        busyLabel={say('signIn.doing')}
        onClick={() => confirm.mutate()}
      >
        {saySignIn('recipient.do')}
      </Button>
    </SignInLayout>
  );
}
