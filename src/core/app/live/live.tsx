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
  const from = me?.live;
  useEffect(() => {
    if (from === undefined) return undefined;
    let stop = () => {};
    let isOver = false;
    // Loaded lazily: the first screen does not need it.
    void import('./follow').then(({ followLive }) => {
      if (!isOver) stop = followLive({ client, queries, desk: changeFeed, from });
    });
    return () => {
      isOver = true;
      stop();
    };
  }, [client, queries, changeFeed, from]);
  return null;
}
