import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useApp } from '../shell/app-context';

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
    // Loaded lazily: the first screen does not need it.
    void import('./follow').then(({ followLive }) => {
      if (!isEnded) stop = followLive({ client, queries, changeFeed, position });
    });
    return () => {
      isEnded = true;
      stop();
    };
  }, [client, queries, changeFeed, position]);
  return null;
}
