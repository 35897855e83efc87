import type { Change, Plan } from "@forgehand/tasks/plan";
import type { Report } from "@forgehand/tasks/report/report";

/** Maximum length of the output: a job's outputs are limited to 1 MB, at up to two bytes per character. */
const MAX_LENGTH = 400_000;

/** Serializes the merged plan of all tasks. If it is too long, it is truncated and `omitted` counts the rest. */
export function planOutput({ tasks }: Pick<Report, "tasks">, maxLength = MAX_LENGTH): string {
  const merged = tasks.map(({ plan }) => plan).reduce<Plan<Change>>(mergePlans, EMPTY);
  const text = JSON.stringify(merged);
  if (text.length <= maxLength) return text;
  // Reserves space for `omitted`.
  let remaining = maxLength - 200;
  const takeFitting = <T>(items: readonly T[]): readonly T[] => {
    const end = items.findIndex((item) => {
      remaining -= JSON.stringify(item).length + 1;
      return remaining < 0;
    });
    return end === -1 ? items : items.slice(0, end);
  };
  const changes = takeFitting(merged.changes);
  const unreadable = takeFitting(merged.unreadable);
  const notes = takeFitting(merged.notes);
  const skipped = takeFitting(merged.skipped);
  const omitted = {
    changes: merged.changes.length - changes.length,
    skipped: merged.skipped.length - skipped.length,
    unreadable: merged.unreadable.length - unreadable.length,
    notes: merged.notes.length - notes.length,
  };
  return JSON.stringify({ changes, skipped, unreadable, notes, omitted });
}

const EMPTY: Plan<Change> = { changes: [], skipped: [], unreadable: [], notes: [] };

function mergePlans(a: Plan<Change>, b: Plan<Change>): Plan<Change> {
  return {
    changes: [...a.changes, ...b.changes],
    skipped: [...a.skipped, ...b.skipped],
    unreadable: [...a.unreadable, ...b.unreadable],
    notes: [...a.notes, ...b.notes],
  };
}
