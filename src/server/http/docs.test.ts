import { expect, it } from 'vitest';
import { docsRoutes } from './docs';

it('is made of files of ours, under a policy that lets no script of a page run', async () => {
  const routes = docsRoutes();
  const page = await routes.request('/api/docs');
  expect(page.headers.get('content-security-policy')).toContain("script-src 'self';");
  const text = await page.text();
  expect(text).not.toMatch(/https?:|<script>|<script [^>]*>[^<]/);
  const addresses = [...text.matchAll(/(?:src|href)="(\/api\/[^"]+)"/g)].map(([, address = '']) => address);
  expect(addresses).toHaveLength(3);
  for (const address of addresses) {
    const answer = await routes.request(address);
    expect([address, answer.status]).toEqual([address, 200]);
    expect((await answer.text()).length).toBeGreaterThan(100);
  }
  expect((await routes.request('/api/docs/package.json')).status).toBe(404);
});
