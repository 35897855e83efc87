import type { JobEstimate } from "../../lists/job.ts";
import { t, tn } from "../../locales/i18n.ts";
import { formatDuration } from "../format-dates.ts";

export function EstimateLines({ estimate }: { readonly estimate: JobEstimate }) {
  const { writes, already, checks, seconds, jobsAhead } = estimate;
  return (
    <>
      {writes > 0 && <li>{tn("willBeChanged", writes)}</li>}
      {already > 0 && <li>{tn("alreadyInState", already)}</li>}
      {checks > 0 && <li>{tn("checkedFirst", checks)}</li>}
      {writes > 0 && <li>{t("estimatedTime", formatDuration(seconds))}</li>}
      {jobsAhead > 0 && <li>{tn("jobsAhead", jobsAhead)}</li>}
      {writes > 0 && <li>{t("canBeUndone")}</li>}
    </>
  );
}
