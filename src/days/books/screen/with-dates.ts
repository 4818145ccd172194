/** Returns a text of the service in which dates (`2026-10-31`) stand as the person reads them. */
export const withDates = (text: string, day: (date: string) => string): string =>
  text.replaceAll(/\b\d{4}-\d{2}-\d{2}\b/g, (date) => day(date));
