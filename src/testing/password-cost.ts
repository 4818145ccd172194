import { setPasswordCost } from '@/server/auth/password/password';

// Tests sign in hundreds of people, and the production cost is meant to make that slow. password-cost.test.ts,
// which runs without this file, proves the production cost and that it is the default.
setPasswordCost({ N: 2 ** 10, r: 8, p: 1 });
