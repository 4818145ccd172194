import { client, refusal } from './api.mjs';

/**
 * Does what a till does that has nothing yet: pairs by the code, opens the day and sends a receipt.
 *
 * @param {string} url
 * @param {string} code
 */
export async function sellAt(url, code) {
  const paired = await fetch(`${url}/api/pair`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ code, version: 'Till 1' }),
  });
  const { key, pos, location } = await paired.json();
  const send = client(url, key);
  const date = new Date().toISOString().slice(0, 10);
  const day = await send('POST', '/api/secure/businessday', { location_id: location.id, date });
  if (day.status !== 201) throw refusal('POST businessday', day);
  const amount = { gross: '4.50', net: '3.96', tax: '0.54' };
  const receipt = await send('POST', '/api/secure/sales', {
    businessday_id: day.body.id,
    location_id: location.id,
    pos_id: pos.id,
    receipt_num: '1',
    completed_at: new Date().toISOString(),
    cashier: { id: '1', name: 'Ida' },
    currency: 'EUR',
    total: amount.gross,
    total_net: amount.net,
    data: {
      lines: [
        {
          number: 1,
          name: 'Rye loaf',
          qty: '1',
          total: amount.gross,
          net: amount.net,
          tax: amount.tax,
          tax_rate: '13.5',
        },
      ],
      tenders: [{ type: 'card', amount: amount.gross }],
      taxes: [{ rate: '13.5', ...amount }],
    },
  });
  if (receipt.status !== 201) throw refusal('POST sales', receipt);
}
