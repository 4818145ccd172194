import { core, group, patch } from '@/testing/scim';
import { violations } from './support/axe';
import { press } from './support/by-keyboard';
import { expect, testByName as test } from './support/fixtures';
import { unique, withId } from './support/persons';
import { provide } from './support/provider';

test('a provider sends people by the token of its page: who is here already is linked there, and whom it deactivates is out', async ({
  page: admin,
  baseURL,
  wire,
  browser,
  signIn,
}) => {
  const api = await wire('Administrator');
  const {
    id,
    name: provided,
    domain,
    provider,
    end,
  } = await provide(api, baseURL, 'Okta', { roles: { manager: ['Stores'] } });
  try {
    const names = [unique('Liisa'), unique('Outi'), unique('Jari')];
    const emailOf = (n: number) => `person.${n}@${domain}`;
    for (const n of [0, 1])
      await api('POST', '/api/secure/user', {
        json: { name: `${names[n]} before`, email: emailOf(n), role: 'accountant' },
      });

    await signIn(`/sign-in-providers/${id}`, 'Administrator', 'en');
    const other = await browser.newContext({ baseURL: baseURL ?? '' });
    const page = await other.newPage();
    await press(admin, admin.getByRole('button', { name: 'Make a token' }));
    const token = await admin.getByLabel('Token', { exact: true }).inputValue();
    expect(await admin.getByLabel('Address (SCIM 2.0)').inputValue()).toBe(`${baseURL}/api/scim/v2`);

    const send = (method: string, path: string, body: object) =>
      page.request.fetch(`${baseURL}/api/scim/v2${path}`, {
        method,
        headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/scim+json' },
        data: JSON.stringify(body),
      });
    const sent = await Promise.all(
      names.map(async (displayName, n) => {
        const user = {
          schemas: [core],
          externalId: `person-${n}`,
          userName: emailOf(n),
          displayName,
          active: true,
        };
        return withId.parse(await (await send('POST', '/Users', user)).json()).id;
      }),
    );
    await send('POST', '/Groups', {
      schemas: [group],
      displayName: 'Stores',
      members: sent.map((value) => ({ value })),
    });

    // The token is shown once.
    await admin.reload();
    await expect(admin.getByText(/^Token made: .* Last used:/)).toBeVisible();
    await expect(admin.getByLabel('Token', { exact: true })).toHaveCount(0);
    await expect(admin.getByText(`${names[2]}, Manager`)).toBeVisible();
    await admin.setViewportSize({ width: 390, height: 844 });
    await admin.getByRole('button', { name: 'Link all 2' }).click();
    const dialog = admin.getByRole('dialog');
    await expect(dialog.getByText(`Here: ${names[0]} before, Accountant`)).toBeVisible();
    expect(await violations(admin)).toEqual([]);
    await dialog.getByRole('button', { name: 'Link all 2' }).click();
    await expect(admin.getByText(`${names[0]}, Manager`)).toBeVisible();
    await admin.setViewportSize({ width: 1440, height: 900 });

    // They sign in by what both know, and are out as soon as the provider deactivates them.
    const [name = '', , last = ''] = names;
    await provider.tell({ sub: 'person-0', people: { 'person-0': { name, email: emailOf(0) } } });
    await page.goto('/');
    await page.getByLabel('E-mail').fill(emailOf(0));
    await page.getByRole('button', { name: 'Continue', exact: true }).click();
    await page.getByRole('button', { name: `Continue with ${provided}` }).click();
    await expect(page.getByRole('button', { name })).toBeVisible();
    await send('PATCH', `/Users/${sent[0]}`, patch({ op: 'replace', value: { active: false } }));
    await page.goto('/products');
    await expect(page.getByRole('heading', { name: 'Sign in', exact: true })).toBeVisible();
    await admin.reload();
    await expect(admin.getByText('Deactivated by the provider')).toBeVisible();

    // Without its token the provider says nothing any more, and those whom it sent stay.
    await press(admin, admin.getByRole('button', { name: 'End token' }));
    const end = admin.getByRole('dialog', { name: 'End the token?' });
    await press(admin, end.getByRole('button', { name: 'End token' }));
    await expect(admin.getByRole('button', { name: 'Make a token' })).toBeVisible();
    expect((await send('GET', '/Users', {})).status()).toBe(401);
    await expect(admin.getByText(`${last}, Manager`)).toBeVisible();
    await other.close();
  } finally {
    await end();
  }
});
