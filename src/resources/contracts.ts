import { account } from './account/contract';
import { apikey } from './apikey/contract';
import { businessday } from './businessday/contract';
import { changeset } from './changeset/contract';
import { company } from './company/contract';
import { customer } from './customer/contract';
import { discount } from './discount/contract';
import { dpt } from './dpt/contract';
import { event } from './event/contract';
import { grp } from './grp/contract';
import { identityprovider } from './identityprovider/contract';
import { location } from './location/contract';
import { plu } from './plu/contract';
import { pos } from './pos/contract';
import { pricelist } from './pricelist/contract';
import { question } from './question/contract';
import { reportmail } from './reportmail/contract';
import { role } from './role/contract';
import { sales } from './sales/contract';
import { securityevent } from './securityevent/contract';
import { supplier } from './supplier/contract';
import { tax } from './tax/contract';
import { tender } from './tender/contract';
import { user } from './user/contract';
import { webhook } from './webhook/contract';

/** The contract of every resource under `/api/secure/`, by its name on the wire. */
export const contracts = {
  plu,
  dpt,
  grp,
  tax,
  pricelist,
  supplier,
  discount,
  customer,
  tender,
  account,
  reportmail,
  location,
  pos,
  businessday,
  sales,
  question,
  changeset,
  company,
  user,
  role,
  apikey,
  identityprovider,
  webhook,
  event,
  securityevent,
} as const;

/** The name of a resource. */
export type ResourceName = keyof typeof contracts;

/** Resources with routes of their own (routes.ts) instead of the generic ones. */
export type CustomResourceName = 'company' | 'apikey' | 'event' | 'securityevent';
