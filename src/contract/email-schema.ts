import { z } from 'zod';
import { canonicalEmail, canonicalPattern, longest, typedEmail } from './email';

const noAddress = 'Must be an e-mail address';

/** Returns the schema of an address in the forms that `read` takes; the problem of another form offers the canonical one. */
const address = (read: (text: string) => string | null) =>
  z.string().check((context) => {
    if (read(context.value) !== null) return;
    const canonical = context.value.length > longest.address ? null : canonicalEmail(context.value);
    context.issues.push({
      code: 'custom',
      input: context.value,
      message: canonical === null ? noAddress : `Write the address as ${canonical}`,
      params: canonical === null ? { rule: 'not_email' } : { rule: 'not_canonical', offer: canonical },
    });
  });

const described = {
  maxLength: longest.address,
  pattern: canonicalPattern.source,
  examples: ['maija.virtanen@example.org', 'pekka@example.org'],
};

/** The schema of an e-mail address that is stored: canonical. */
export const email = () => address((text) => (canonicalEmail(text) === text ? text : null)).meta(described);

/** The schema of an e-mail address that somebody types to sign in; `typedEmail` reads it. */
export const signInEmail = () => address(typedEmail).meta({ examples: described.examples });
