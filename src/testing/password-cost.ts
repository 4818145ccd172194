import { setPasswordCost } from '@/core/server/auth/password';

// Tests sign people in by the hundred, and the real cost is there to make that slow. What it is, and that the service
// keeps it when nobody sets another, is proven in password-cost.test.ts, which runs without this file.
setPasswordCost({ N: 2 ** 10, r: 8, p: 1 });
