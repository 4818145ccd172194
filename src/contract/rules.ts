import type { Access, Grant } from './role';

/** What each operation needs: `GET /api/secure/plu/:id` → a right. Without a rule nobody may. */
export type Rules = Readonly<Record<string, Grant>>;

/** Returns the rules of resources, from the access that each declares. */
export function rulesOf(resources: readonly { readonly name: string; readonly access: Access }[]): Rules {
  return Object.fromEntries(
    resources.flatMap(({ name, access }) => {
      const address = `/api/secure/${name}`;
      return [
        [`GET ${address}`, access.read],
        [`GET ${address}/:id`, access.read],
        [`POST ${address}`, access.create],
        [`PUT ${address}/:id`, access.update],
      ];
    }),
  );
}
