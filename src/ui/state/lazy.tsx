import { useEffect, useState, type ComponentType } from 'react';

/**
 * Returns a component whose code is loaded when it is first shown; until then it shows `Meanwhile`, or nothing. A failed load is thrown to the nearest
 * error boundary, and tried again when the component is shown again.
 *
 * As `lazy` of React, but without `Suspense`: React holds back what was suspended until 300 ms have passed since any fallback was
 * shown, even an empty one, so that a page with some small parts of its own chunks waits for them one after the other.
 */
export function lazy<Props extends object>(
  load: () => Promise<{ readonly default: ComponentType<Props> }>,
  Meanwhile?: ComponentType<Props>,
): ComponentType<Props> {
  let Loaded: ComponentType<Props> | null = null;
  return function Lazy(props: Props) {
    const [, setState] = useState<'loading' | 'loaded'>(Loaded ? 'loaded' : 'loading');
    useEffect(() => {
      if (Loaded) {
        // Another one may have loaded it since this one was rendered.
        setState('loaded');
        return undefined;
      }
      let isHere = true;
      const begin = () =>
        load().then(
          (part) => {
            Loaded = part.default;
            if (isHere) setState('loaded');
          },
          (reason: unknown) => {
            if (isHere)
              setState(() => {
                throw reason;
              });
          },
        );
      // What the page asks the service for when it is first shown is asked before code that it is shown without.
      const timer = setTimeout(() => void begin());
      return () => {
        isHere = false;
        clearTimeout(timer);
      };
    }, []);
    const Shown = Loaded ?? Meanwhile;
    return Shown ? <Shown {...props} /> : null;
  };
}
