import type { CustomResource, ExtraRoutes } from '@/server/http/http-env';
import { passkeyAddresses } from '@/server/auth/passkey/routes';
import { securityAddresses } from '@/server/auth/second-factor-routes';
import { sessionAddresses } from '@/server/auth/session-list';
import { backupAddress } from '@/server/ops/backup/schedule/backup-routes';
import { liveAddress } from '@/server/live/live-routes';
import { meAddress } from '@/server/http/me';
import { sharedViewAddresses } from '@/server/http/shared-views';
import { apikeyRoutes, keyAddresses } from './apikey/apikey.server';
import { tillAddresses } from './apikey/tills.server';
import { acknowledgementAddresses } from '@/days/acknowledge/routes.server';
import { bookAddresses } from '@/days/books/server/routes.server';
import { groupAddresses } from '@/days/group/server/routes.server';
import { reportAddresses } from '@/days/report/server/report.server';
import { zReportAddresses } from '@/days/z-report/routes.server';
import { changesetAddresses } from './changeset/changeset.server';
import { company } from './company/contract';
import { companyMailAddresses } from './company/mails/mails.server';
import { companyRoutes } from './company/company.server';
import { firstHourAddress } from './company/first-hour.server';
import { apikey } from './apikey/contract';
import { marginAddresses } from '@/days/month/margin/routes.server';
import { monthPaperAddresses } from '@/days/month/paper/routes.server';
import { monthListAddresses } from '@/days/month/server/list-routes.server';
import { monthAddresses } from '@/days/month/server/routes.server';
import { voucherAddresses } from '@/days/voucher/server/routes.server';
import type { CustomResourceName } from './contracts';
import { identityproviderAddresses } from './identityprovider/identityprovider.server';
import { providerPeopleAddresses } from './identityprovider/people.server';
import { customerAddresses } from './customer/customer.server';
import { event } from './event/contract';
import { eventHorizonAddress, eventRoutes } from './event/event.server';
import { fieldChangeAddresses } from './event/field-changes.server';
import { recentChangesAddress } from './event/recent-changes.server';
import { lowestPriceAddresses } from './plu/lowest-price/server/lowest-price.server';
import { lowestPriceSheetAddresses } from './plu/lowest-price/server/sheet-routes.server';
import { tagAddresses } from './plu/tags.server';
import { questionAddresses } from './question/server/routes.server';
import { reportmailAddresses } from './reportmail/mails.server';
import { salesHistoryAddresses } from '@/days/sales-history/server/routes.server';
import { securityevent } from './securityevent/contract';
import { securityeventRoutes } from './securityevent/securityevent.server';
import { userSessionAddresses } from './user/user-sessions.server';
import { invitationAddresses } from './user/user.server';
import { webhookAddresses } from './webhook/webhook.server';

/** The routes of each resource that the generic routes do not serve; the compiler requires one for each. */
export const routes = {
  company: { resource: company, make: companyRoutes },
  apikey: { resource: apikey, make: apikeyRoutes },
  event: { resource: event, make: eventRoutes },
  securityevent: { resource: securityevent, make: securityeventRoutes },
} satisfies Record<CustomResourceName, CustomResource>;

/** Routes under `/api/secure` that belong to no single resource. */
export const extraRoutes: readonly ExtraRoutes[] = [
  meAddress,
  firstHourAddress,
  sessionAddresses,
  securityAddresses,
  passkeyAddresses,
  identityproviderAddresses,
  providerPeopleAddresses,
  keyAddresses,
  tillAddresses,
  webhookAddresses,
  sharedViewAddresses,
  backupAddress,
  invitationAddresses,
  userSessionAddresses,
  acknowledgementAddresses,
  reportAddresses,
  groupAddresses,
  voucherAddresses,
  zReportAddresses,
  monthAddresses,
  monthListAddresses,
  marginAddresses,
  monthPaperAddresses,
  questionAddresses,
  reportmailAddresses,
  companyMailAddresses,
  bookAddresses,
  customerAddresses,
  changesetAddresses,
  fieldChangeAddresses,
  eventHorizonAddress,
  tagAddresses,
  recentChangesAddress,
  lowestPriceAddresses,
  lowestPriceSheetAddresses,
  salesHistoryAddresses,
  liveAddress,
];
