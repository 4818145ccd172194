/** Counts requests by resource and outcome, to show what the proof has reached. */
export function newTally() {
  /** @type {Map<string, { written: number, read: number, refused: Map<string, number> }>} */
  const rows = new Map();
  /** @type {Map<string, { sent: number, accepted: number }>} */
  const kinds = new Map();
  let written = 0;
  let sent = 0;
  return {
    get sent() {
      return sent;
    },
    get written() {
      return written;
    },
    /** @param {import('./world.mjs').Sent} request @param {import('../ask.mjs').Answer} answer */
    add({ kind, method, resource }, { status, json }) {
      sent += 1;
      const row = rows.get(resource) ?? { written: 0, read: 0, refused: new Map() };
      rows.set(resource, row);
      const of = kinds.get(kind) ?? { sent: 0, accepted: 0 };
      kinds.set(kind, of);
      of.sent += 1;
      const isAccepted = status < 400;
      if (isAccepted) of.accepted += 1;
      const isWrite = method === 'POST' || method === 'PUT';
      if (isAccepted && isWrite) {
        row.written += 1;
        written += 1;
      } else if (isAccepted) row.read += 1;
      else {
        const reason = `${status} ${json?.code ?? ''}`.trim();
        row.refused.set(reason, (row.refused.get(reason) ?? 0) + 1);
      }
    },
    lines() {
      const reasons = (/** @type {Map<string, number>} */ refused) =>
        [...refused]
          .toSorted(([, one], [, other]) => other - one)
          .map(([reason, count]) => `${reason} ×${count}`);
      const table = [...rows]
        .toSorted(([, one], [, other]) => other.written - one.written || other.read - one.read)
        .map(([resource, { written: count, read, refused }]) => {
          const total = [...refused.values()].reduce((sum, value) => sum + value, 0);
          return `${resource.padEnd(18)} ${String(count).padStart(6)} ${String(read).padStart(6)} ${String(total).padStart(6)}  ${reasons(refused).slice(0, 8).join(', ')}`;
        });
      const split = [...kinds]
        .map(([kind, { sent: all, accepted }]) => `${kind} ${accepted} of ${all}`)
        .join(', ');
      return [
        `${'resource'.padEnd(18)} writes  reads refused  why`,
        ...table,
        `accepted by kind: ${split}; accepted writes: ${written} of ${sent} (${((100 * written) / Math.max(1, sent)).toFixed(1)} %)`,
      ];
    },
  };
}
