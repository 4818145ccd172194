import type { Say } from '@/app/i18n/i18n';
import { roles } from '@/contract/role';
import { texts as logTexts } from './log-texts';

/** Returns the text of an entry's detail: how somebody signed in, what a link is for, or roles; a route stays as it is. */
export const detailText = (detail: string, tell: (key: string) => string, say: Say): string =>
  `detail.${detail}` in logTexts.en
    ? tell(`detail.${detail}`)
    : detail
        .split(' → ')
        .map((part) => {
          const role = roles.find((name) => name === part);
          return role ? say(`role.${role}`) : part;
        })
        .join(' → ');
