import type { Change, Plan } from "@forgehand/tasks/plan";
import type { Report } from "@forgehand/tasks/report/report";

/** Maximum size of the output in bytes. All outputs of a job share 1 MB. */
const MAX_SIZE = 100_000;

/**
 * Serializes the merged plan of all tasks. One that is too large is left out as a whole, because programs would take a
 * part of it for all of it.
 * @param file path of the report file, which contains the plan at any size
 */
export function planOutput({ tasks }: Pick<Report, "tasks">, file: string | undefined): string {
  const plan = mergePlans(tasks.map((task) => task.plan));
  const text = JSON.stringify({ complete: true, ...plan });
  if (Buffer.byteLength(text) <= MAX_SIZE) return text;
  const counts = Object.fromEntries(Object.entries(plan).map(([name, { length }]) => [name, length]));
  return JSON.stringify({ complete: false, report: file ?? null, counts });
}

function mergePlans(plans: readonly Plan<Change>[]) {
  return {
    changes: plans.flatMap(({ changes }) => changes),
    skipped: plans.flatMap(({ skipped }) => skipped),
    unreadable: plans.flatMap(({ unreadable }) => unreadable),
    givenUp: plans.flatMap(({ givenUp = [] }) => givenUp),
    notes: plans.flatMap(({ notes }) => notes),
  };
}

/** Serializes the targets that this run is the first to report as given up: the first ones, as many as fit. */
export function givenUpOutput({ tasks }: Pick<Report, "tasks">): string {
  const items: string[] = [];
  let size = 2;
  for (const { target, problem, isNew } of tasks.flatMap(({ plan }) => plan.givenUp ?? [])) {
    if (!isNew) continue;
    const item = JSON.stringify({ target, problem });
    size += Buffer.byteLength(item) + 1;
    if (size > MAX_SIZE) break;
    items.push(item);
  }
  return `[${items.join(",")}]`;
}
