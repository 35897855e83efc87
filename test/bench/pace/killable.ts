/**
 * Creates a function that wraps those through which a process reaches anything else. Once the process is killed, nothing
 * gets into and out of it any more. Requests that were already sent still take effect.
 */
export function createKillable(killed: AbortSignal) {
  const never = new Promise<never>(() => {});
  const blockIfKilled = () => (killed.aborted ? never : undefined);
  return <Args extends unknown[], Result>(operation: (...args: Args) => Promise<Result>) =>
    (...args: Args): Promise<Result> =>
      killed.aborted ? never : operation(...args).finally(blockIfKilled);
}
