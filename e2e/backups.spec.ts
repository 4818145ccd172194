import { randomUUID } from 'node:crypto';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { violations } from './support/axe';
import { expect, test } from './support/fixtures';
import { makeDatabase, makeFolder } from './support/place';
import { start } from './support/start';

test('an administrator learns that the service makes no backups by itself, and how to change that', async ({
  signIn,
}) => {
  const page = await signIn('/company/backups', 'Administrator');
  await expect(page.getByText('The service makes no backups by itself')).toBeVisible();
  await expect(page.getByText('TILLHOUSE_BACKUP_DIR')).toBeVisible();
});

test('a service that is told of a folder makes a backup at its start, which its page shows as good', async ({
  page,
}) => {
  test.slow();
  const folder = await mkdtemp(path.join(tmpdir(), 'tillhouse-backups-'));
  // Without the demo company, whose backup would be written and read for half a minute.
  const server = process.env['DATABASE_URL'];
  const database = server ? await makeDatabase(server) : await makeFolder();
  const key = `th_${randomUUID()}`;
  const service = await start({
    ...database.env,
    TILLHOUSE_DEMO: 'false',
    TILLHOUSE_API_KEY: key,
    TILLHOUSE_BACKUP_DIR: folder,
    LOG_LEVEL: 'warn',
  });
  try {
    await page.goto(`${service.address}/company/backups`);
    await page.getByRole('tab', { name: 'API key' }).click();
    await page.getByLabel('API key').fill(key);
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { name: 'Backups' })).toBeVisible();
    const row = page.getByRole('row').nth(1);
    await expect(row).toContainText('Good', { timeout: 60_000 });
    await expect(row).toContainText(/\d [kM]B/);
    const [file = ''] = await readdir(folder);
    await expect(row).toContainText(file);
    expect(await violations(page)).toEqual([]);
    await page.getByRole('button', { name: 'Back up now' }).click();
    await expect(page.getByRole('row')).toHaveCount(3);
    await expect(row).toContainText('Good', { timeout: 60_000 });
    expect(await readdir(folder)).toHaveLength(2);
    await page.setViewportSize({ width: 390, height: 844 });
    await expect(row).toContainText('Good');
    // Nothing of it is cut off at the side.
    const size = await row.getByRole('cell').last().boundingBox();
    expect((size?.x ?? 0) + (size?.width ?? 0)).toBeLessThanOrEqual(374);
    expect(await violations(page)).toEqual([]);
    await page.goto(`${service.address}/company`);
    await expect(page.getByText(/Last good one: Today/)).toBeVisible();
  } finally {
    await service.stop();
    await database.remove();
    await rm(folder, { recursive: true, force: true });
  }
});
