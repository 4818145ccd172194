import { expect, test } from './support/fixtures';
import { startEmpty } from './support/service';

test('the link of a new start that is pasted over a used one, in the same tab, is opened', async ({
  browser,
}) => {
  const service = await startEmpty();
  try {
    const context = await browser.newContext({ locale: 'en-GB', baseURL: service.address });
    const page = await context.newPage();
    await page.goto('/invitation#b.used-already');
    await expect(page.getByText('This link was used')).toBeVisible();
    await page.goto(service.firstLink);
    await page.getByLabel('Your name', { exact: true }).fill('Ida Aalto');
    await context.close();
  } finally {
    await service.stop();
  }
});
