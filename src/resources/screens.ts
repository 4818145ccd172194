import type { Daily, Screen } from '@/app/shell/screen';
import type { ResourceName } from './contracts';
import { accountScreen } from './account/screen';
import { apikeyScreen } from './apikey/screen';
import { businessdayScreen } from './businessday/screen';
import { changesetScreen } from './changeset/screen';
import { companyScreen } from './company/screen';
import { customerScreen } from './customer/screen';
import { discountScreen } from './discount/screen';
import { dptScreen } from './dpt/screen';
import { eventScreen } from './event/screen';
import { grpScreen } from './grp/screen';
import { identityproviderScreen } from './identityprovider/screen';
import { locationScreen } from './location/screen';
import { pluScreen } from './plu/screen';
import { posScreen } from './pos/screen';
import { pricelistScreen } from './pricelist/screen';
import { questionScreen } from './question/screen';
import { reportmailScreen } from './reportmail/screen';
import { roleScreen } from './role/screen';
import { salesScreen } from './sales/screen';
import { securityeventScreen } from './securityevent/screen';
import { supplierScreen } from './supplier/screen';
import { taxScreen } from './tax/screen';
import { tenderScreen } from './tender/screen';
import { userScreen } from './user/screen';
import { webhookScreen } from './webhook/screen';

/** The screen of every resource, in the order of the navigation within each group. */
export const screens = {
  plu: pluScreen,
  pricelist: pricelistScreen,
  dpt: dptScreen,
  grp: grpScreen,
  supplier: supplierScreen,
  discount: discountScreen,
  changeset: changesetScreen,
  customer: customerScreen,
  businessday: businessdayScreen,
  sales: salesScreen,
  question: questionScreen,
  location: locationScreen,
  pos: posScreen,
  tender: tenderScreen,
  tax: taxScreen,
  account: accountScreen,
  reportmail: reportmailScreen,
  user: userScreen,
  role: roleScreen,
  apikey: apikeyScreen,
  identityprovider: identityproviderScreen,
  webhook: webhookScreen,
  event: eventScreen,
  securityevent: securityeventScreen,
  company: companyScreen,
} satisfies Record<ResourceName, Screen>;

/** What each role opens most; on a server without questions or an overview the next ones move up. */
export const daily: Daily = {
  admin: ['/products', '/business-days', '/questions', '/prices', '/customers'],
  manager: ['/products', '/business-days', '/questions', '/prices', '/customers'],
  accountant: ['/business-days', '/months', '/questions', '/receipts'],
  terminal: ['/products', '/business-days', '/customers', '/prices'],
};
