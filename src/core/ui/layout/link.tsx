import { createContext, createElement, useContext, type ComponentProps, type ComponentType } from 'react';

/** What a link is made of: an anchor's own props. The application gives one that asks its router. */
export type LinkComponent = ComponentType<ComponentProps<'a'>>;

function PlainAnchor({ children, ...rest }: ComponentProps<'a'>) {
  return <a {...rest}>{children}</a>;
}

/** Provided by `UiProvider`; a plain anchor where nobody provides one. */
export const LinkContext = createContext<LinkComponent>(PlainAnchor);

/** A link without a look of its own; add the class `link` for one inside text. */
export function Link(props: ComponentProps<'a'>) {
  return createElement(useContext(LinkContext), props);
}
