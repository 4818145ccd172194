import { act, cleanup, fireEvent, screen, within } from '@testing-library/react';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { startApplication, type TestApplication } from '@/testing/app/application';
import { samplesFor } from '@/testing/samples';
import { openShop } from '@/testing/shop';

let application: TestApplication;
beforeAll(async () => {
  application = await startApplication();
  const send = await application.service.as('helsinki');
  const shop = await openShop(send, samplesFor(send));
  const day = await shop.openDay();
  const lines = Array.from({ length: 305 }, (_, at) => ({ name: `Product ${at}`, qty: '1', total: '1.00' }));
  const { status } = await send('POST', '/api/secure/sales', {
    json: [
      shop.receipt(day, { total: '305.00', data: { lines, tenders: [{ type: 'cash', amount: '305.00' }] } }),
    ],
  });
  expect(status).toBe(200);
});
afterAll(() => application.close());
afterEach(cleanup);

it('shows and prints as many products as one can look through, and says where the others are', async () => {
  await application.open('/business-days/summary?from=2026-03-01&to=2026-03-01');
  const table = await screen.findByRole('table', { name: 'Products' });
  const count = () => within(table).getAllByRole('row').length - 1;
  expect(count()).toBe(12);
  act(() => void globalThis.dispatchEvent(new Event('beforeprint')));
  expect(count()).toBe(300);
  expect(screen.getByText(/^5 more products/)).toBeTruthy();
  act(() => void globalThis.dispatchEvent(new Event('afterprint')));
  expect(count()).toBe(12);
  fireEvent.click(screen.getByRole('button', { name: 'Show 300 of 305' }));
  expect(count()).toBe(300);
  expect(screen.getByText(/^5 more products/)).toBeTruthy();
});
