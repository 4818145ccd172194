import { isolationSuite } from './isolation';

isolationSuite();
