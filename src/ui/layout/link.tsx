import { createContext, createElement, useContext, type ComponentProps, type ComponentType } from 'react';

/** The component behind `Link`, with the props of an anchor. The application provides one that uses its router. */
export type LinkComponent = ComponentType<ComponentProps<'a'>>;

function PlainAnchor({ children, ...rest }: ComponentProps<'a'>) {
  return <a {...rest}>{children}</a>;
}

/** Provided by `UiProvider`; a plain anchor by default. */
export const LinkContext = createContext<LinkComponent>(PlainAnchor);

/**
 * Returns the address of a page as it was last seen, with its search and filters: where a breadcrumb leads. The application
 * provides it.
 */
export const LastSeenContext = createContext((href: string): string => href);

/** Unstyled link; add the class `link` inside text. */
export function Link(props: ComponentProps<'a'>) {
  return createElement(useContext(LinkContext), props);
}
