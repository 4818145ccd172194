import { Banner } from '@/ui/display/banner';
import { Facts } from '@/ui/display/facts';
import { Link } from '@/ui/layout/link';
import { SideSection } from '@/ui/layout/split-view';
import { useTexts } from '../i18n/i18n';
import type { Screen } from '../shell/screen';
import { useUsage, type Usage } from '../data/usage';
import { useFormat } from '../i18n/use-format';
import { useRecord } from './engine/record-context';
import { useFormText } from './texts';
import { textOf } from './engine/number-text';

/** Where a record is used: the number of active records in each list, with a link to them. */
export function WhereUsed({ screen }: { screen: Screen }) {
  const say = useFormText();
  const usage = useOwnUsage(screen);
  if (usage.length === 0) return null;
  return (
    <SideSection title={say('used.title')}>
      <UsageFacts usage={usage} />
    </SideSection>
  );
}

/** Warning before a record in use is deactivated: the switch is off and not saved yet. */
export function UsedBanner({ screen }: { screen: Screen }) {
  const say = useFormText();
  const isLeaving = useRecord(({ base, current }) => base['active'] !== false && current['active'] === false);
  const used = useOwnUsage(screen).filter(({ count }) => count !== 0);
  if (!isLeaving || used.length === 0) return null;
  return (
    <Banner kind="attention">
      {say('used.before')}
      <UsageFacts usage={used} />
    </Banner>
  );
}

function useOwnUsage(screen: Screen): readonly Usage[] {
  const id = useRecord(({ base, isNew }) => (isNew ? '' : textOf(base['id'])));
  return useUsage(screen, id === '' ? [] : [id]);
}

function UsageFacts({ usage }: { usage: readonly Usage[] }) {
  const say = useFormText();
  const titles = useTexts();
  const format = useFormat();
  const facts = usage.map(({ screen, count, failed, href }) => ({
    label: titles(screen.contract.name)('title'),
    value:
      count === null ? (
        say(failed ? 'used.unknown' : 'used.counting')
      ) : count === 0 ? (
        <span className="muted">{say('used.none')}</span>
      ) : (
        <Link href={href} className="link">
          {say('used.count', { shown: format.count(count) })}
        </Link>
      ),
  }));
  return <Facts facts={facts} />;
}
