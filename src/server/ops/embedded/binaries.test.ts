import { expect, test } from 'vitest';
import { findBinaries } from './binaries';

test('a platform without binaries is told to use DATABASE_URL', async () => {
  await expect(findBinaries('sunos', 'x64')).rejects.toThrow(
    /no embedded PostgreSQL for sunos on x64.*DATABASE_URL/,
  );
});
