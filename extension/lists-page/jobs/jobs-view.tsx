import { hasEnded } from "../../lists/job.ts";
import { t } from "../../locales/i18n.ts";
import { EmptyState } from "../empty-state.tsx";
import { useListsPage } from "../page-context.ts";
import { JobCard } from "./job-card.tsx";

/** All stored jobs, newest first, each with an undo button. */
export function JobsView() {
  const { jobs } = useListsPage().live;
  const ended = jobs.filter(hasEnded);
  if (jobs.length === 0) return <EmptyState title={t("noJobs")} text={t("noJobsMeans")} />;
  return (
    <section class="history" aria-labelledby="history">
      <h2 id="history">{t("jobHistory")}</h2>
      {ended.length === 0 && <p class="dim">{t("noneEnded")}</p>}
      {ended.map((job) => (
        <JobCard key={job.id} job={job} />
      ))}
    </section>
  );
}
