import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { violations } from './support/axe';
import { copyTemplate } from './support/demo-template';
import { expect, test } from './support/fixtures';
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
  const database = await copyTemplate();
  const service = await start({
    ...database.env,
    TILLHOUSE_DEMO: 'true',
    TILLHOUSE_BACKUP_DIR: folder,
    LOG_LEVEL: 'warn',
  });
  try {
    await page.goto(`${service.address}/company/backups`);
    await page.getByRole('button', { name: /Helmi Korhonen/ }).click();
    await expect(page.getByRole('heading', { name: 'Backups' })).toBeVisible();
    const row = page.getByRole('row').nth(1);
    await expect(row).toContainText('Good', { timeout: 60_000 });
    await expect(row).toContainText(/\d MB/);
    const [file = ''] = await readdir(folder);
    await expect(row).toContainText(file);
    expect(await violations(page)).toEqual([]);
    await page.setViewportSize({ width: 390, height: 844 });
    await expect(row).toContainText('Good');
    expect(await violations(page)).toEqual([]);
    await page.goto(`${service.address}/company`);
    await expect(page.getByText(/Last good one: Today/)).toBeVisible();
  } finally {
    await service.stop();
    await database.remove();
    await rm(folder, { recursive: true, force: true });
  }
});
