/** Countries with a template for a new company: currency, taxes, tenders, rounding of cash, and a chart of accounts to begin from. */
export const templateCountries = ['FI', 'SE', 'NO', 'DE'] as const;
export type TemplateCountry = (typeof templateCountries)[number];
