import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useApp } from '../shell/app-context';

/** How long after a sign-in the change stream is opened, in milliseconds. */
const liveDelay = 1000;

/**
 * Follows the changes by others, once per window. Generic servers have no change stream and are not asked for
 * one.
 */
export function Live() {
  const { current, changeFeed } = useApp();
  const queries = useQueryClient();
  const { client, me } = current;
  const position = me?.live;
  useEffect(() => {
    if (position === undefined) return undefined;
    let stop = () => {};
    let isEnded = false;
    // The first rows come first; nothing is missed meanwhile, because the stream begins at `position`.
    const timer = setTimeout(() => {
      void import('./follow').then(({ followLive }) => {
        if (!isEnded) stop = followLive({ client, queries, changeFeed, position });
      });
    }, liveDelay);
    return () => {
      isEnded = true;
      clearTimeout(timer);
      stop();
    };
  }, [client, queries, changeFeed, position]);
  return null;
}
