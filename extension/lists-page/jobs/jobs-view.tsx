import { isOver } from "../../lists/job-words.ts";
import { t } from "../../ui/words.ts";
import { Empty } from "../empty.tsx";
import { usePage } from "../page-context.ts";
import { JobCard } from "./job-card.tsx";

/** All jobs that are kept, the newest first: each can be undone as a whole. */
export function JobsView() {
  const { jobs } = usePage().live;
  const ended = jobs.filter(isOver);
  if (jobs.length === 0) return <Empty title={t("noJobs")} text={t("noJobsMeans")} />;
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
