/**
 * Returns which service answers `/api` at this page's origin, according to the page itself
 * (`core/server/http/site/static.ts`): our own, another server behind its proxy, or none, for the static build.
 */
export const apiServerOfPage = (): 'own' | 'upstream' | 'none' => {
  const content = document.querySelector<HTMLMetaElement>('meta[name="tillhouse-api"]')?.content;
  return content === 'own' || content === 'upstream' ? content : 'none';
};
