import { RequestError } from '@/app/data/request-error';
import { usePageText } from '@/app/i18n/i18n';
import { Button } from '@/ui/display/button';
import { EmptyState } from '@/ui/display/empty-state';
import { reportTexts } from '../report/report-texts';

/** Returns the currencies to choose from, as the service's error names them. */
export const currenciesIn = (error: Error | null): string[] =>
  error instanceof RequestError
    ? (error.problem?.errors ?? []).flatMap(({ code, detail }) =>
        code === 'several_currencies' ? [detail] : [],
      )
    : [];

/** Offers the currencies of days that are in several. */
export function ChooseCurrency(props: { currencies: readonly string[]; onChoose: (code: string) => void }) {
  const say = usePageText('businessday/report', reportTexts);
  return (
    <EmptyState
      title={say('summary.currencies')}
      text={say('summary.chooseCurrency')}
      actions={props.currencies.map((code) => (
        <Button key={code} onClick={() => props.onChoose(code)}>
          {code}
        </Button>
      ))}
    />
  );
}
