/** Languages of the application, as tags of BCP 47. A person's choice is one of them (session.ts). */
export const languageTags = ['en', 'fi'] as const;
