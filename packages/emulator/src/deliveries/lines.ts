import type { Hook } from "../state/hooks.ts";

/** Something that one or several webhooks are to be sent. */
export interface Parcel {
  readonly sequence: number;
  readonly guid: string;
  /** How many are still to be sent it. */
  left: number;
}

/** What one webhook is to be sent, in its place in the webhook's line. */
export interface Place {
  readonly parcel: Parcel;
  readonly installation_id: number | null;
  /** The webhook as it was, for when it is gone with its repository by the time that it is its turn. */
  readonly hook: Hook | undefined;
}

/** Each webhook's line: one thing is sent after the other. */
export function createLines() {
  const lines = new Map<number, Place[]>();

  const isLast = ({ parcel }: Place) => {
    parcel.left -= 1;
    return parcel.left === 0;
  };

  return {
    add(hookId: number, place: Place): void {
      const line = lines.get(hookId) ?? [];
      lines.set(hookId, line);
      line.push(place);
    },
    first: (hookId: number): Place | undefined => lines.get(hookId)?.[0],
    /** The first of a line is done with. @returns whether nobody else is to be sent the same */
    leave(hookId: number, place: Place): boolean {
      const line = lines.get(hookId);
      // The line may have been given up meanwhile.
      if (line?.[0] !== place) return false;
      line.shift();
      if (line.length === 0) lines.delete(hookId);
      return isLast(place);
    },
    /** A line is given up. @returns what nobody else is to be sent either */
    giveUp(hookId: number): Parcel[] {
      const places = lines.get(hookId) ?? [];
      lines.delete(hookId);
      return places.filter(isLast).map(({ parcel }) => parcel);
    },
    clear: () => lines.clear(),
  };
}
