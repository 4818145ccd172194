import type { Say } from '@/app/i18n/i18n';
import { roles } from '@/contract/role';
import { texts as logTexts } from './log-texts';

/** What is shown besides a password or a link, as the log names it behind that: `password app`. */
const secondFactor = / (?:app|recovery_code|remembered|passkey)$/;

/** Returns the text of an entry's detail: how somebody signed in, what a link is for, or roles; a route stays as it is. */
export const detailText = (detail: string, tell: (key: string) => string, say: Say): string =>
  `detail.${detail}` in logTexts.en
    ? tell(`detail.${detail}`)
    : secondFactor.test(detail)
      ? // A passkey is both: `passkey passkey`.
        [...new Set(detail.split(' '))]
          .map((part, at) => tell(at === 0 ? `detail.${part}` : `second.${part}`))
          .join(', ')
      : detail
          .split(' → ')
          .map((part) => {
            const role = roles.find((name) => name === part);
            return role ? say(`role.${role}`) : part;
          })
          .join(' → ');
