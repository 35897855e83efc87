import type { StartClient } from "./client.ts";
import { type BenchJob, wireRequest } from "./job.ts";

const CONCURRENCY = 50;

/** Sends 50 requests concurrently. Waits after a rejection as long as the service says, and retries everything. */
export const startNaive: StartClient = ({ fetch }) => {
  const acquire = createSemaphore(CONCURRENCY);
  async function sendUntilSuccess(job: BenchJob) {
    const { method, path, body } = wireRequest(job);
    const init = { method, headers: { authorization: "Bearer ghp_x" }, ...(body && { body: JSON.stringify(body) }) };
    for (;;) {
      const response = await fetch(`https://api.github.com${path}`, init).catch(() => undefined);
      if (!response) continue;
      await response.text();
      if (response.ok) return;
      if (response.status !== 403) throw new Error(`${method} ${path}: ${response.status}`);
      await waitForReset(response.headers);
    }
  }
  return async (job) => {
    if (job.interactive) return sendUntilSuccess(job);
    const release = await acquire();
    try {
      await sendUntilSuccess(job);
    } finally {
      release();
    }
  };
};

function waitForReset(headers: Headers): Promise<void> {
  const retryAfter = headers.get("retry-after");
  const reset = Number(headers.get("x-ratelimit-reset")) * 1000;
  const milliseconds = retryAfter === null ? Math.max(0, reset - Date.now()) : Number(retryAfter) * 1000;
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}

/** Limits concurrency; waiting callers are admitted in the order of arrival. */
function createSemaphore(permits: number): () => Promise<() => void> {
  const queue: (() => void)[] = [];
  let free = permits;
  const release = () => {
    const next = queue.shift();
    if (next) next();
    else free++;
  };
  return async () => {
    if (free > 0) free--;
    else await new Promise<void>((resolve) => queue.push(resolve));
    return release;
  };
}
