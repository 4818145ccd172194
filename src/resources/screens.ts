import type { Screen } from '@/core/app/screen';
import type { contracts } from './contracts';
import { customerScreen } from './customer/screen';
import { dptScreen } from './dpt/screen';
import { grpScreen } from './grp/screen';
import { pluScreen } from './plu/screen';
import { pricelistScreen } from './pricelist/screen';
import { supplierScreen } from './supplier/screen';
import { taxScreen } from './tax/screen';

/** Every screen by its resource; the navigation shows them in this order within their group. */
export const screens = {
  plu: pluScreen,
  dpt: dptScreen,
  grp: grpScreen,
  pricelist: pricelistScreen,
  supplier: supplierScreen,
  customer: customerScreen,
  tax: taxScreen,
} satisfies Record<keyof typeof contracts, Screen>;
