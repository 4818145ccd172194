import type { Table } from '@/server/db/table';
import type { ResourceName, CustomResourceName } from './contracts';
import { accountTable } from './account/table';
import { businessdayTable } from './businessday/table';
import { changesetTable } from './changeset/table';
import { customerTable } from './customer/table';
import { discountTable } from './discount/table';
import { dptTable } from './dpt/table';
import { grpTable } from './grp/table';
import { identityproviderTable } from './identityprovider/table';
import { roleTable } from './role/table';
import { locationTable } from './location/table';
import { pluTable } from './plu/table';
import { posTable } from './pos/table';
import { pricelistTable } from './pricelist/table';
import { questionTable } from './question/table';
import { reportmailTable } from './reportmail/table';
import { salesTable } from './sales/table';
import { supplierTable } from './supplier/table';
import { taxTable } from './tax/table';
import { tenderTable } from './tender/table';
import { userTable } from './user/table';
import { webhookTable } from './webhook/table';

/** The table of each resource that the generic routes serve; the compiler requires one for each contract. */
export const tables = {
  plu: pluTable,
  dpt: dptTable,
  grp: grpTable,
  tax: taxTable,
  pricelist: pricelistTable,
  supplier: supplierTable,
  discount: discountTable,
  customer: customerTable,
  tender: tenderTable,
  account: accountTable,
  reportmail: reportmailTable,
  location: locationTable,
  pos: posTable,
  changeset: changesetTable,
  user: userTable,
  identityprovider: identityproviderTable,
  role: roleTable,
  webhook: webhookTable,
  businessday: businessdayTable,
  sales: salesTable,
  question: questionTable,
} satisfies Record<Exclude<ResourceName, CustomResourceName>, Table>;
