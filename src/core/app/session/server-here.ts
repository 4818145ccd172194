/**
 * Whose `/api` stands at the address of this page, as the page itself says (`core/server/http/static.ts`): our own
 * service, another server that it passes requests through to, or, for the static build alone, nobody's.
 */
export const serverHere = (): 'own' | 'upstream' | 'none' => {
  const said = document.querySelector<HTMLMetaElement>('meta[name="tillhouse-api"]')?.content;
  return said === 'own' || said === 'upstream' ? said : 'none';
};
