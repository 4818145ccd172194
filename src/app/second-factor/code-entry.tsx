import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { isAppCode } from '@/contract/second-factor';
import { CodeCells } from '@/ui/fields/code-cells';
import { TextField } from '@/ui/fields/text-field';
import { isGivenUp } from '../session/given-up';
import { RequestError } from '../data/request-error';
import { useErrorText } from '../shell/error-text';
import { useLazyTexts } from '../i18n/lazy-texts';
import { texts } from './texts';

/** A code that is typed and sent, and what came of it. */
export interface CodeEntryState {
  readonly code: string;
  /** A recovery code is asked for in place of one of the app. */
  readonly isRecovery: boolean;
  /** What is wrong with the code, at its field. */
  readonly wrong: string | undefined;
  /** What else went wrong: for a banner. */
  readonly failed: string | undefined;
  /** `code` of the service's refusal. */
  readonly refusal: string;
  readonly busy: boolean;
  readonly change: (code: string) => void;
  readonly choose: (isRecovery: boolean) => void;
  /** Sends the code; the one that was just typed in full need not be rendered yet. */
  readonly submit: (code?: string) => void;
}

/** Returns the texts of the second factor. */
export const useSecondFactorText = () => useLazyTexts('second-factor', texts);

/**
 * State of one code that a person types (`CodeEntry` shows it): `send` sends it, `onDone` gets the answer. A refused code
 * stays in its field, with what is wrong.
 *
 * @param action names the mutation, `[session, action]`, after which what the session's pages show is read again
 */
export function useCodeEntry<Answer>(
  action: string,
  send: (code: string) => Promise<Answer>,
  onDone: (answer: Answer) => void,
): CodeEntryState {
  const say = useSecondFactorText();
  const textOfError = useErrorText();
  const [code, setCode] = useState('');
  const [isRecovery, setIsRecovery] = useState(false);
  const [missing, setMissing] = useState<string>();
  const sending = useMutation({
    mutationKey: ['session', action],
    // Codes do not stay in the mutation cache.
    gcTime: 0,
    mutationFn: send,
    onSuccess: onDone,
  });
  const { error } = sending;
  const problem = error instanceof RequestError ? error.problem : null;
  const isWrong = problem?.code === 'wrong_code';
  const failed =
    error === null || isWrong || isGivenUp(error)
      ? undefined
      : problem?.status === 429
        ? say('code.tooMany')
        : textOfError(error);
  const clear = () => {
    setMissing(undefined);
    if (error) sending.reset();
  };
  return {
    code,
    isRecovery,
    wrong: isWrong ? say(isRecovery ? 'code.recoveryWrong' : 'code.wrong') : missing,
    failed,
    refusal: problem?.code ?? '',
    busy: sending.isPending,
    change(next) {
      clear();
      setCode(next);
    },
    choose(next) {
      clear();
      setCode('');
      setIsRecovery(next);
    },
    submit(typed = code) {
      if (sending.isPending) return;
      const isThere = isRecovery ? typed.trim().length >= 6 : isAppCode(typed);
      setMissing(isThere ? undefined : say(isRecovery ? 'code.recoveryMissing' : 'code.short'));
      if (isThere) sending.mutate(typed.trim());
    },
  };
}

/** Field for a code of the app, in six cells, or for a recovery code. */
export function CodeEntry(props: {
  entry: CodeEntryState;
  /** In place of "Six-digit code". */
  label?: string;
  wide?: boolean;
  help?: string | undefined;
}) {
  const { entry, label, wide = false, help } = props;
  const say = useSecondFactorText();
  if (entry.isRecovery)
    return (
      <TextField
        key="recovery"
        large={wide}
        // eslint-disable-next-line jsx-a11y/no-autofocus -- chosen in place of the cells
        autoFocus
        label={say('code.recovery')}
        help={say('code.recoveryHelp')}
        error={entry.wrong}
        placeholder="XXXX-XXXX-XXXX-XXXX"
        value={entry.code}
        onChange={entry.change}
      />
    );
  return (
    <CodeCells
      key="app"
      // eslint-disable-next-line jsx-a11y/no-autofocus -- the page or dialog is this one field
      autoFocus
      wide={wide}
      label={label ?? say('code.label')}
      help={help}
      error={entry.wrong}
      value={entry.code}
      onChange={entry.change}
      onComplete={entry.submit}
    />
  );
}
