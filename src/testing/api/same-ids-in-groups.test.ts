import { sameIdsInGroupsSuite } from './same-ids-in-groups';

sameIdsInGroupsSuite();
