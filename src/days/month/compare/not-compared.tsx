import type { UseQueryResult } from '@tanstack/react-query';
import { usePageText } from '@/app/i18n/i18n';
import { Button } from '@/ui/display/button';
import { compareTexts } from './compare-texts';

/** Says that what is compared could not be read, and reads again what was not; nothing if all was. */
export function NotCompared(props: {
  queries: readonly Pick<UseQueryResult, 'isError' | 'refetch'>[];
  text: 'notCompared' | 'daysNotCompared';
}) {
  const { queries, text } = props;
  const say = usePageText('businessday/month/compare', compareTexts);
  const failed = queries.filter(({ isError }) => isError);
  if (failed.length === 0) return null;
  return (
    <p>
      {say(text)}{' '}
      <Button
        size="xs"
        onClick={() => {
          for (const { refetch } of failed) void refetch();
        }}
      >
        {say('again')}
      </Button>
    </p>
  );
}
