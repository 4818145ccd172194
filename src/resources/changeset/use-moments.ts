import { useText } from '@/app/i18n/i18n';
import { useFormat } from '@/app/i18n/use-format';

/** Returns the words for a moment within a sentence ("today 14:32"), and where there is little room ("14:32"). */
export function useMoments() {
  const say = useText();
  const format = useFormat();
  const today = `${say('time.today')} `;
  const replaced = (at: string | null | undefined, by: string) => {
    const text = format.moment(at);
    return text.startsWith(today) ? by + text.slice(today.length) : text;
  };
  return {
    inSentence: (at: string | null | undefined) => replaced(at, today.toLowerCase()),
    brief: (at: string | null | undefined) => replaced(at, ''),
  };
}
