import { useEffect, useRef, useState } from "preact/hooks";
import type { Job } from "../../lists/job.ts";
import { isOver, jobTitle, outcome, stateWord } from "../../lists/job-words.ts";
import { t } from "../../ui/words.ts";
import { usePage } from "../page-context.ts";
import { JobCard } from "./job-card.tsx";

/** The jobs that are at work, and those that ended while somebody was looking, on every view of the page. */
export function JobsAtWork() {
  const { live, place } = usePage();
  const [dismissed, setDismissed] = useState<ReadonlySet<string>>(new Set());
  const seen = useRef(new Set<string>());
  for (const job of live.jobs) if (!isOver(job)) seen.current.add(job.id);
  // On the jobs' own view those that have ended are in their history.
  const isShown = (job: Job) =>
    !isOver(job) || (place.view !== "jobs" && seen.current.has(job.id) && !dismissed.has(job.id));
  // The first one is the first to be done.
  const shown = live.jobs.filter(isShown).toReversed();
  return (
    <>
      <p class="unseen" role="status">
        {useNews(live.jobs)}
      </p>
      {shown.length > 0 && (
        <section class="at-work" aria-label={t("jobsAtWork")}>
          {shown.map((job) => (
            <JobCard
              key={job.id}
              job={job}
              isBrief={place.view !== "jobs"}
              {...(isOver(job) && { dismiss: () => setDismissed(new Set([...dismissed, job.id])) })}
            />
          ))}
        </section>
      )}
    </>
  );
}

/** What last changed about a job, in a sentence: for who doesn't see it. Each step of its way is too much to hear. */
function useNews(jobs: readonly Job[]): string {
  const [news, setNews] = useState("");
  const states = useRef<ReadonlyMap<string, Job["state"]>>(new Map(jobs.map(({ id, state }) => [id, state])));
  useEffect(() => {
    const changed = jobs.find(({ id, state }) => states.current.get(id) !== state && state !== "queued");
    states.current = new Map(jobs.map(({ id, state }) => [id, state]));
    if (!changed) return;
    const more = isOver(changed) ? outcome(changed) : "";
    setNews([`${jobTitle(changed)}: ${stateWord(changed.state)}`, more].filter(Boolean).join(" · "));
  }, [jobs]);
  return news;
}
