import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { onlineManager, QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { afterEach, expect, it } from 'vitest';
import { UiProvider } from '@/ui/layout/provider';
import { testStrings } from '@/testing/app/ui';
import { addTexts, createI18n, Texts } from '../i18n/i18n';
import { hasProvidersQuery } from '../session/features';
import type { Session } from '../session/session';
import { EmailFirst } from './email-first';
import { emailFirstQuery } from './late-steps';
import { OwnSignIn } from './own-sign-in';
import { texts } from './texts';

afterEach(() => {
  cleanup();
  onlineManager.setOnline(true);
});

/** Renders the sign-in of a service that knows a provider, before the second step has been loaded. */
async function show() {
  const client = new QueryClient();
  client.setQueryData(hasProvidersQuery.queryKey, { features: ['single_sign_on'] });
  client.setQueryData(['demo'], []);
  // The second step is there when the test says so.
  onlineManager.setOnline(false);
  const i18n = await createI18n({}, 'en');
  addTexts(i18n, 'sign-in', { texts });
  await act(async () => {
    render(
      <Texts i18n={i18n}>
        <UiProvider strings={testStrings} env="test">
          <QueryClientProvider client={client}>
            <OwnSignIn session={{} as Session} expired={false} />
          </QueryClientProvider>
        </UiProvider>
      </Texts>,
    );
  });
  return { load: () => client.getQueryCache().build(client, emailFirstQuery).setData(EmailFirst) };
}

const password = () => screen.queryByLabelText<HTMLInputElement>('Password');

it('leaves the password field to whoever types in it in the moment in which the second step has come', async () => {
  const { load } = await show();
  // What came is told to the page in a later task: the field is still the one that is typed in.
  await act(async () => {
    load();
    fireEvent.change(password()!, { target: { value: 'correct horse' } });
  });
  expect(password()?.value).toBe('correct horse');
});

it('leaves the password field to whoever is about to type in it, and asks in two steps once they have left it empty', async () => {
  const { load } = await show();
  act(() => password()!.focus());
  await act(async () => {
    load();
    await new Promise((resolve) => setTimeout(resolve, 20));
  });
  expect(password()).not.toBeNull();
  expect(document.activeElement).toBe(password());
  await act(async () => password()!.blur());
  expect(password()).toBeNull();
});
