import type { Screen } from '@/core/app/screen';
import type { ResourceName } from './contracts';
import { customerScreen } from './customer/screen';
import { discountScreen } from './discount/screen';
import { dptScreen } from './dpt/screen';
import { eventScreen } from './event/screen';
import { grpScreen } from './grp/screen';
import { locationScreen } from './location/screen';
import { pluScreen } from './plu/screen';
import { posScreen } from './pos/screen';
import { pricelistScreen } from './pricelist/screen';
import { supplierScreen } from './supplier/screen';
import { taxScreen } from './tax/screen';
import { tenderScreen } from './tender/screen';

/** Resources that are on the wire and have no screen yet. */
type WithoutScreen = 'company' | 'user' | 'apikey' | 'businessday' | 'sales';

/** Every screen by its resource; the navigation shows them in this order within their group. */
export const screens = {
  plu: pluScreen,
  dpt: dptScreen,
  grp: grpScreen,
  pricelist: pricelistScreen,
  supplier: supplierScreen,
  discount: discountScreen,
  customer: customerScreen,
  location: locationScreen,
  pos: posScreen,
  tender: tenderScreen,
  tax: taxScreen,
  event: eventScreen,
} satisfies Record<Exclude<ResourceName, WithoutScreen>, Screen>;
