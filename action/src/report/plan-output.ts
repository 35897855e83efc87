import type { Change, Plan } from "../plan.ts";
import type { Report } from "./report.ts";

/** Characters that an output may have: a job's outputs are 1 MB at most, and each may take two bytes. */
const LONGEST = 400_000;

/** The plan as JSON: of all tasks together, cut to a size at which the runner still takes it, and then it says so. */
export function planOutput({ tasks }: Pick<Report, "tasks">, longest = LONGEST): string {
  const whole = tasks.map(({ plan }) => plan).reduce<Plan<Change>>(joined, EMPTY);
  const text = JSON.stringify(whole);
  if (text.length <= longest) return text;
  // What is told of the cut has room of its own.
  let room = longest - 200;
  const fitting = <T>(items: readonly T[]): readonly T[] => {
    const end = items.findIndex((item) => {
      room -= JSON.stringify(item).length + 1;
      return room < 0;
    });
    return end === -1 ? items : items.slice(0, end);
  };
  const changes = fitting(whole.changes);
  const unreadable = fitting(whole.unreadable);
  const notes = fitting(whole.notes);
  const skipped = fitting(whole.skipped);
  const omitted = {
    changes: whole.changes.length - changes.length,
    skipped: whole.skipped.length - skipped.length,
    unreadable: whole.unreadable.length - unreadable.length,
    notes: whole.notes.length - notes.length,
  };
  return JSON.stringify({ changes, skipped, unreadable, notes, omitted });
}

const EMPTY: Plan<Change> = { changes: [], skipped: [], unreadable: [], notes: [] };

function joined(a: Plan<Change>, b: Plan<Change>): Plan<Change> {
  return {
    changes: [...a.changes, ...b.changes],
    skipped: [...a.skipped, ...b.skipped],
    unreadable: [...a.unreadable, ...b.unreadable],
    notes: [...a.notes, ...b.notes],
  };
}
