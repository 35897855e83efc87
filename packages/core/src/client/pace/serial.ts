import { PRIORITIES } from "../chain.ts";
import type { Fields } from "../request/fields.ts";
import type { Entry, SerialKey } from "./job.ts";

/** The key of a call; undefined where any number may go at once. */
export function serialKey(fields: readonly string[], input: Fields): SerialKey | undefined {
  if (fields.length === 0) return undefined;
  return {
    fields: fields.join(),
    // Names don't count by the case of their letters.
    values: fields.map((field) => (input[field] === undefined ? undefined : String(input[field]).toLowerCase())),
  };
}

/** Calls that must not run beside each other, each behind one that comes before it. */
export interface SerialLines {
  /**
   * Puts an entry behind the last one before it that it must not run beside: one under way, a more urgent one, or one that
   * came first.
   * @returns whether there is any
   */
  readonly holds: (entry: Entry) => boolean;
  /** An entry has ended or given up. @returns those behind it that nothing else holds now */
  readonly leave: (entry: Entry) => readonly Entry[];
}

/** Those that agree in every value, in the order in which they came up. */
interface Line {
  readonly key: SerialKey;
  readonly members: Entry[];
}

export function createSerialLines(): SerialLines {
  const lines = new Map<string, Line>();

  function blocker(entry: Entry, own: Line): Entry | undefined {
    const inOwn = own.members.findLast((other) => comesBefore(other, entry));
    if (inOwn) return inOwn;
    for (const line of lines.values()) {
      if (line === own || !clash(line.key, own.key)) continue;
      const other = line.members.findLast((one) => comesBefore(one, entry));
      if (other) return other;
    }
    return undefined;
  }

  function holds(entry: Entry): boolean {
    const { serial } = entry.job;
    if (!serial) return false;
    const name = nameOf(serial);
    const line = lines.get(name) ?? { key: serial, members: [] };
    lines.set(name, line);
    if (!line.members.includes(entry)) line.members.push(entry);
    const other = blocker(entry, line);
    other?.behind.push(entry);
    return other !== undefined;
  }

  return {
    holds,
    leave(entry) {
      const { serial } = entry.job;
      const line = serial && lines.get(nameOf(serial));
      const place = line?.members.indexOf(entry) ?? -1;
      if (!serial || !line || place === -1) return [];
      line.members.splice(place, 1);
      if (line.members.length === 0) lines.delete(nameOf(serial));
      return entry.behind.splice(0).filter((one) => one.state === "behind" && !holds(one));
    },
  };
}

/** The order is the same whenever it is asked for, so that no two wait for each other. */
function comesBefore(other: Entry, entry: Entry): boolean {
  if (other.state === "active") return true;
  const lead = PRIORITIES.indexOf(other.job.priority) - PRIORITIES.indexOf(entry.job.priority);
  return lead < 0 || (lead === 0 && other.arrived < entry.arrived);
}

function nameOf({ fields, values }: SerialKey): string {
  return JSON.stringify([fields, values.map((value) => value ?? null)]);
}

/** Must one of them wait for the other? */
function clash(a: SerialKey, b: SerialKey): boolean {
  return (
    a.fields === b.fields &&
    a.values.every((value, index) => {
      const other = b.values[index];
      return value === undefined || other === undefined || value === other;
    })
  );
}
