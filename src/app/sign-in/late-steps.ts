import { lazy } from '@/ui/state/lazy';

/** Second step of a sign-in, loaded for those who are asked for a code: the sign-in page comes with the first page. */
export const CodeStep = lazy(async () => ({
  default: (await import('../second-factor/code-step')).CodeStep,
}));

/** Query options for the sign-in in two steps, loaded where a provider is known: until it is there the form stays. */
export const emailFirstQuery = {
  queryKey: ['email-first'],
  queryFn: async () => (await import('./email-first')).EmailFirst,
  staleTime: Infinity,
};

/** Sign-in by a provider, loaded where an invitation's company has one, for the same reason. */
export const ProviderSignIn = lazy(async () => ({
  default: (await import('./provider-sign-in')).ProviderSignIn,
}));

/** Sign-in by a passkey, loaded where the service takes them, for the same reason. */
export const PasskeySignIn = lazy(async () => ({
  default: (await import('../second-factor/passkey-sign-in')).PasskeySignIn,
}));

/** The page of the link that makes the first company, and what says where that link is: nobody needs them twice. */
export const FirstCompanyPage = lazy(async () => ({
  default: (await import('./first-company-page')).FirstCompanyPage,
}));
export const NoCompany = lazy(async () => ({
  default: (await import('./first-company-page')).NoCompany,
}));
