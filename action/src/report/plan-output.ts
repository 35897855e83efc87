import type { Change, Plan } from "../task.ts";
import type { Report } from "./report.ts";

/** Characters that an output may have: a job's outputs are 1 MB at most, and each may take two bytes. */
const LONGEST = 400_000;

/** The plan as JSON: of all tasks together, cut to a size at which the runner still takes it, and then it says so. */
export function planOutput({ tasks }: Pick<Report, "tasks">): string {
  const whole = tasks.map(({ plan }) => plan).reduce<Plan<Change>>(joined, EMPTY);
  const text = JSON.stringify(whole);
  if (text.length <= LONGEST) return text;
  let room = LONGEST;
  const changes = whole.changes.filter((change) => {
    room -= JSON.stringify(change).length + 1;
    return room > 0;
  });
  const omitted = { changes: whole.changes.length - changes.length, skipped: whole.skipped.length };
  return JSON.stringify({ ...EMPTY, changes, unreadable: [], notes: [], omitted });
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
