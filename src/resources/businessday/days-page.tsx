import { Sigma } from 'lucide-react';
import { useSearchParams } from 'react-router';
import { ListPage } from '@/core/app/grid/list-page';
import { useTextOf } from '@/core/app/i18n';
import type { Screen } from '@/core/app/screen';
import { Button } from '@/core/ui/button';

/** The list of business days; what its filters find can be summed up on a page of its own. */
export function List({ screen }: { screen: Screen }) {
  return <ListPage screen={screen} actions={<DayActions screen={screen} />} />;
}

/** What can be done with days as a whole stands here, before what is primary. */
function DayActions({ screen }: { screen: Screen }) {
  const say = useTextOf('businessday');
  const [params] = useSearchParams();
  const of = new URLSearchParams();
  for (const [ours, theirs] of [
    ['location_id', 'location_id'],
    ['date_from', 'from'],
    ['date_until', 'to'],
  ] as const) {
    const value = params.get(ours);
    if (value) of.set(theirs, value);
  }
  return (
    <Button icon={Sigma} href={`${screen.path}/summary?${of.toString()}`}>
      {say('sumUp')}
    </Button>
  );
}
