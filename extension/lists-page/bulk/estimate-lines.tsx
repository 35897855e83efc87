import type { JobEstimate } from "../../lists/job.ts";
import { t, tn } from "../../ui/words.ts";
import { aboutTime } from "../spans-of-time.ts";

/** What a job will do and cost, line by line. */
export function EstimateLines({ estimate }: { readonly estimate: JobEstimate }) {
  const { writes, already, looks, seconds, ahead } = estimate;
  return (
    <>
      {writes > 0 && <li>{tn("willBeChanged", writes)}</li>}
      {already > 0 && <li>{tn("areSoAlready", already)}</li>}
      {looks > 0 && <li>{tn("lookedAtFirst", looks)}</li>}
      {writes > 0 && <li>{t("takesSo", aboutTime(seconds))}</li>}
      {ahead > 0 && <li>{tn("jobsAhead", ahead)}</li>}
      {writes > 0 && <li>{t("canBeUndone")}</li>}
    </>
  );
}
