import { countsOf, type Report } from "@forgehand/tasks/report/report";

/**
 * Returns the exit code of a run. 0: nothing to do, or everything done; 1: something failed, is unknown or was not
 * started; 2: in modes `plan` and `check`, there are changes.
 */
export function exitCodeOf(report: Report): 0 | 1 | 2 {
  const { changed, failed, unknown, notStarted } = countsOf(report);
  if (failed + unknown + notStarted > 0 || report.cancelled) return 1;
  return report.mode !== "apply" && changed > 0 ? 2 : 0;
}
