import { useEffect, useRef, useState } from "preact/hooks";
import { hasEnded, type Job } from "../../lists/job.ts";
import { jobStateText, jobTitle, outcomeText } from "../../lists/job-text.ts";
import { t } from "../../locales/i18n.ts";
import { useListsPage } from "../page-context.ts";
import { JobCard } from "./job-card.tsx";

/** Running jobs, and jobs that ended while the page was open. Shown on every view. */
export function RunningJobs() {
  const { live, route } = useListsPage();
  const [dismissed, setDismissed] = useState<ReadonlySet<string>>(new Set());
  const startedIds = useRef(new Set<string>());
  for (const job of live.jobs) if (!hasEnded(job)) startedIds.current.add(job.id);
  // The jobs view shows ended jobs in its history.
  const isShown = (job: Job) =>
    !hasEnded(job) || (route.view !== "jobs" && startedIds.current.has(job.id) && !dismissed.has(job.id));
  // Oldest first, in the order in which they run.
  const shown = live.jobs.filter(isShown).toReversed();
  return (
    <>
      <p class="unseen" role="status">
        {useJobAnnouncement(live.jobs)}
      </p>
      {shown.length > 0 && (
        <section class="at-work" aria-label={t("jobsAtWork")}>
          {shown.map((job) => (
            <JobCard
              key={job.id}
              job={job}
              isBrief={route.view !== "jobs"}
              {...(hasEnded(job) && { dismiss: () => setDismissed(new Set([...dismissed, job.id])) })}
            />
          ))}
        </section>
      )}
    </>
  );
}

/** Screen reader announcement of the last state change of a job. Progress is not announced. */
function useJobAnnouncement(jobs: readonly Job[]): string {
  const [announcement, setAnnouncement] = useState("");
  const states = useRef<ReadonlyMap<string, Job["state"]>>(new Map(jobs.map(({ id, state }) => [id, state])));
  useEffect(() => {
    const changed = jobs.find(({ id, state }) => states.current.get(id) !== state && state !== "queued");
    states.current = new Map(jobs.map(({ id, state }) => [id, state]));
    if (!changed) return;
    const details = hasEnded(changed) ? outcomeText(changed) : "";
    setAnnouncement([`${jobTitle(changed)}: ${jobStateText(changed.state)}`, details].filter(Boolean).join(" · "));
  }, [jobs]);
  return announcement;
}
