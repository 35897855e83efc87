/** Something that a webhook is to be sent, in its place in the webhook's line. */
export interface Place {
  /** The number under which it is written down. */
  readonly id: number;
  readonly guid: string;
}

/** Each webhook's line: one thing is sent after the other. */
export function createLines() {
  const lines = new Map<number, Place[]>();
  return {
    add(hookId: number, place: Place): void {
      const line = lines.get(hookId) ?? [];
      lines.set(hookId, line);
      line.push(place);
    },
    first: (hookId: number): Place | undefined => lines.get(hookId)?.[0],
    /** The first of a line is done with. */
    leave(hookId: number, place: Place): void {
      const line = lines.get(hookId);
      // The line may have been given up meanwhile.
      if (line?.[0] !== place) return;
      line.shift();
      if (line.length === 0) lines.delete(hookId);
    },
    giveUp: (hookId: number) => lines.delete(hookId),
    clear: () => lines.clear(),
  };
}
