/** As many as a client sends at once for bulk work, and one that waits behind them. */
const HANDS = 12;

/** Works through things, several at once. @throws the first error, once all hands have stopped; nothing where it is aborted */
export async function inHands<T>(
  things: readonly T[],
  signal: AbortSignal,
  work: (thing: T) => Promise<void>,
): Promise<void> {
  let next = 0;
  let isOver = false;
  const hand = async () => {
    while (!isOver && !signal.aborted) {
      const thing = things[next++];
      if (thing === undefined) return;
      try {
        await work(thing);
      } catch (error) {
        isOver = true;
        throw error;
      }
    }
  };
  const hands = await Promise.allSettled(Array.from({ length: HANDS }, hand));
  for (const one of hands) if (one.status === "rejected") throw one.reason;
}
