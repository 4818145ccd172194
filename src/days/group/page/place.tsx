import { useNavigate } from 'react-router';
import { fromMenu, switchPath } from '@/app/shell/leave-paths';
import { useApp } from '@/app/shell/app-context';
import { usePageText } from '@/app/i18n/i18n';
import { cx } from '@/ui/style/cx';
import type { GroupMember, GroupSummary } from '../schema';
import { texts } from './texts';
import styles from './group.module.css';

/** Something in a company: switches to the company, unless it is the current one, and opens an address there. */
export function Place(props: {
  company: Pick<GroupMember, 'acting_as'>;
  to: string;
  text: string;
  /** The accessible name, where the text alone does not say what opens. */
  label?: string;
  look?: 'company' | 'location' | undefined;
}) {
  const { company, to, text, label, look } = props;
  const navigate = useNavigate();
  const { me } = useApp().current;
  const open = () =>
    company.acting_as === me?.acting_as
      ? void navigate(to)
      : void navigate(switchPath(company.acting_as), { state: { ...fromMenu.state, next: to } });
  const own = look ? styles[look] : styles.link;
  return (
    <>
      <button type="button" className={cx(styles.place, own)} aria-label={label} onClick={open}>
        {text}
      </button>
      {/* Buttons are not on paper. */}
      <span className={cx(styles.paper, own)}>{text}</span>
    </>
  );
}

/** The name of a company, or of one of its locations: opens its days of the period. */
export function DaysOf(props: {
  company: GroupMember;
  location?: { readonly id: string; readonly name: string } | null;
  period: Pick<GroupSummary, 'from' | 'to'>;
}) {
  const { company, location = null, period } = props;
  const say = usePageText('businessday/group', texts);
  const name = location?.name ?? company.name;
  const place = location ? `location_id=${location.id}&` : '';
  return (
    <Place
      company={company}
      to={`/business-days?${place}date_from=${period.from}&date_until=${period.to}`}
      text={name}
      label={say('open', { name })}
      look={location === null ? 'company' : 'location'}
    />
  );
}
