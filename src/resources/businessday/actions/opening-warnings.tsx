import { usePageText } from '@/core/app/i18n/i18n';
import type { Screen } from '@/core/app/shell/screen';
import { useFormat } from '@/core/app/i18n/use-format';
import { Banner } from '@/core/ui/display/banner';
import { Link } from '@/core/ui/layout/link';
import { dayTexts } from './day-texts';
import type { BeforeOpening } from './opening';

/**
 * Warnings about days that a new one may overlap. If the service refuses a second day, the page asks for confirmation.
 */
export function OpeningWarnings({
  before,
  date,
  screen,
}: {
  before: BeforeOpening;
  date: string;
  screen: Screen;
}) {
  const say = usePageText('businessday/day', dayTexts);
  const format = useFormat();
  const found = before.days.filter((day) => day.date === date || day.status === 'open').slice(0, 3);
  return found.map((day) => (
    <Banner
      key={day.id}
      kind="attention"
      action={
        <Link className="link" href={`${screen.path}/${day.id}`}>
          {say('open.look')}
        </Link>
      }
    >
      {say(day.date === date ? 'open.same' : 'open.still', { date: format.day(day.date) })}
    </Banner>
  ));
}
