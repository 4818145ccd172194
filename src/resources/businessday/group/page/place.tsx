import { useNavigate } from 'react-router';
import { fromMenu, switchPath } from '@/core/app/shell/leave-paths';
import { useApp } from '@/core/app/shell/app-context';
import { usePageText } from '@/core/app/i18n/i18n';
import { cx } from '@/core/ui/style/cx';
import type { GroupCompany, GroupSummary } from '../schema';
import { texts } from './texts';
import styles from './group.module.css';

/** The name of a company, or of one of its locations: switches to the company and opens its days of the period. */
export function Place(props: {
  company: GroupCompany;
  location?: { readonly id: string; readonly name: string } | null;
  period: Pick<GroupSummary, 'from' | 'to'>;
}) {
  const { company, location = null, period } = props;
  const say = usePageText('businessday/group', texts);
  const navigate = useNavigate();
  const { me } = useApp().current;
  const name = location?.name ?? company.name;
  const place = location ? `location_id=${location.id}&` : '';
  const days = `/business-days?${place}date_from=${period.from}&date_until=${period.to}`;
  const open = () =>
    company.acting_as === me?.acting_as
      ? void navigate(days)
      : void navigate(switchPath(company.acting_as), { state: { ...fromMenu.state, next: days } });
  const look = location === null ? styles.company : styles.location;
  return (
    <>
      <button
        type="button"
        className={cx(styles.place, look)}
        aria-label={say('open', { name })}
        onClick={open}
      >
        {name}
      </button>
      {/* Buttons are not on paper. */}
      <span className={cx(styles.paper, look)}>{name}</span>
    </>
  );
}
