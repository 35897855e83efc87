import { useEffect, useState } from "preact/hooks";
import { followLists } from "../../lists/channel.ts";
import type { Job, JobItem, NewJob } from "../../lists/job.ts";
import { isOver } from "../../lists/job-words.ts";
import { readItems } from "../../lists/read.ts";
import { reasonText } from "../../lists/reason-words.ts";
import type { Problem } from "../../messages/problem.ts";
import { ask, problemIn } from "../../ui/ask.ts";
import { t, tn } from "../../ui/words.ts";
import { lists } from "../use-lists.ts";

/** So many are shown. */
const SHOWN = 200;

/** What of a job has failed, each with its reason, and a way to try these again. */
export function Failures({ job }: { readonly job: Job }) {
  const [isOpen, setOpen] = useState(false);
  const { failed } = job.counts;
  if (failed === 0) return null;
  return (
    <details class="failures" onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>{tn("failedOnes", failed)}</summary>
      {isOpen && <FailedItems job={job} />}
    </details>
  );
}

function FailedItems({ job }: { readonly job: Job }) {
  const items = useFailed(job.id);
  const [problem, setProblem] = useState<Problem>();
  if (!items) return null;
  const again = retryOf(job, items);
  return (
    <>
      <ul class="failed">
        {items.slice(0, SHOWN).map(({ index, owner, name, why }) => (
          <li key={index}>
            <a href={`${job.origin}/${owner}/${name}`} target="_blank" rel="noreferrer">
              {owner}/{name}
            </a>
            <span class="dim">{why ? reasonText(why) : t("unknown")}</span>
          </li>
        ))}
        {items.length > SHOWN && <li class="dim">{tn("andMore", items.length - SHOWN)}</li>}
      </ul>
      {again && (
        <button
          type="button"
          onClick={() => {
            setProblem(undefined);
            ask("jobs-start", { job: again }).catch((error: unknown) => setProblem(problemIn(error)));
          }}
        >
          {tn("tryFailedAgain", items.length)}
        </button>
      )}
      {problem && (
        <p class="problem" role="alert">
          {problem.text}
        </p>
      )}
    </>
  );
}

function useFailed(id: string): readonly JobItem[] | undefined {
  const [items, setItems] = useState<readonly JobItem[]>();
  useEffect(() => {
    const away = new AbortController();
    const read = async () => {
      const failed = await readItems(await lists(), id, "failed");
      if (!away.signal.aborted) setItems(failed);
    };
    followLists((change) => {
      if (change.type === "items" && change.job === id) void read();
    }, away.signal);
    void read();
    return () => away.abort();
  }, [id]);
  return items;
}

/** A job that does what has failed; undefined while the first one is at work, and of what is undone by itself. */
function retryOf(job: Job, items: readonly JobItem[]): NewJob | undefined {
  if (!isOver(job) || job.kind === "undo") return undefined;
  const { account, kind } = job;
  if (kind === "import") {
    return { account, action: kind, items: items.map(({ owner, name, wanted }) => ({ owner, name, wanted })) };
  }
  return { account, action: kind, ids: items.flatMap(({ id }) => id ?? []) };
}
