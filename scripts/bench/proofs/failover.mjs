/** @param {{ rounds: number }} parts @returns {Promise<string[]>} */
export async function proveFailover({ rounds }) {
  return [`${rounds}`];
}
