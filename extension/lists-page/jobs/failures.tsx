import { useState } from "preact/hooks";
import { hasEnded, type Job, type JobItem, type NewJob } from "../../lists/job.ts";
import { onListsChange } from "../../lists/lists-channel.ts";
import { readItems } from "../../lists/read-lists.ts";
import { reasonText } from "../../lists/reason-text.ts";
import { t, tn } from "../../locales/i18n.ts";
import { Alert } from "../../ui/alert.tsx";
import { callWorker } from "../../ui/call-worker.ts";
import { useSignalEffect } from "../../ui/use-signal-effect.ts";
import { useAction } from "../use-action.ts";
import { listsDatabase } from "../use-live-lists.ts";

/** Maximum number of failures shown. */
const MAX_ITEMS = 200;

/** The failed items of a job with their reasons, and a button that retries them. */
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
  const items = useFailedItems(job.id);
  const { run, problem } = useAction();
  if (!items) return null;
  const retryJob = createRetry(job, items);
  return (
    <>
      <ul class="failed">
        {items.slice(0, MAX_ITEMS).map(({ index, owner, name, reason }) => (
          <li key={index}>
            <a href={`${job.origin}/${owner}/${name}`} target="_blank" rel="noreferrer">
              {owner}/{name}
            </a>
            <span class="dim">{reason ? reasonText(reason) : t("unknown")}</span>
          </li>
        ))}
        {items.length > MAX_ITEMS && <li class="dim">{tn("andMore", items.length - MAX_ITEMS)}</li>}
      </ul>
      {retryJob && (
        <button type="button" onClick={() => run(() => callWorker("jobs-start", { job: retryJob }))}>
          {tn("tryFailedAgain", items.length)}
        </button>
      )}
      <Alert text={problem} />
    </>
  );
}

function useFailedItems(id: string): readonly JobItem[] | undefined {
  const [items, setItems] = useState<readonly JobItem[]>();
  useSignalEffect(
    (signal) => {
      const read = async () => {
        const failed = await readItems(await listsDatabase(), id, "failed");
        if (!signal.aborted) setItems(failed);
      };
      onListsChange((change) => {
        if (change.type === "items" && change.job === id) void read();
      }, signal);
      void read();
    },
    [id],
  );
  return items;
}

/** Creates a job that retries the failed items; undefined while the job is running, and for undo jobs. */
function createRetry(job: Job, items: readonly JobItem[]): NewJob | undefined {
  if (!hasEnded(job) || job.kind === "undo") return undefined;
  const { account, kind } = job;
  if (kind === "import") {
    return { account, action: kind, items: items.map(({ owner, name, wanted }) => ({ owner, name, wanted })) };
  }
  return { account, action: kind, ids: items.flatMap(({ id }) => id ?? []) };
}
