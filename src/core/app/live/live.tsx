import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useApp } from '../shell/app-context';

/** Follows what others change, once for the window. A server that is not ours tells nothing, and is not asked. */
export function Live() {
  const { current, changeFeed } = useApp();
  const queries = useQueryClient();
  const { client, me } = current;
  const from = me?.live;
  useEffect(() => {
    if (from === undefined) return undefined;
    let stop = () => {};
    let isOver = false;
    // What is shown first does not need it.
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
