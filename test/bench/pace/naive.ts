import type { StartClient } from "./client.ts";
import { type Job, wireRequest } from "./job.ts";

const AT_ONCE = 50;

/** Fifty at once; who is refused waits as long as the service says, and whatever went wrong is repeated. */
export const startNaive: StartClient = ({ fetch }) => {
  const enter = gate(AT_ONCE);
  async function untilDone(job: Job) {
    const { method, path, body } = wireRequest(job);
    const init = { method, headers: { authorization: "Bearer ghp_x" }, ...(body && { body: JSON.stringify(body) }) };
    for (;;) {
      const response = await fetch(`https://api.github.com${path}`, init).catch(() => undefined);
      if (!response) continue;
      await response.text();
      if (response.ok) return;
      if (response.status !== 403) throw new Error(`${method} ${path}: ${response.status}`);
      await refusalPasses(response.headers);
    }
  }
  return async (job) => {
    if (job.interactive) return untilDone(job);
    const leave = await enter();
    try {
      await untilDone(job);
    } finally {
      leave();
    }
  };
};

function refusalPasses(headers: Headers): Promise<void> {
  const after = headers.get("retry-after");
  const until = Number(headers.get("x-ratelimit-reset")) * 1000;
  const milliseconds = after === null ? Math.max(0, until - Date.now()) : Number(after) * 1000;
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}

/** Lets so many in at once, the others in the order in which they came. */
function gate(places: number): () => Promise<() => void> {
  const queue: (() => void)[] = [];
  let free = places;
  const leave = () => {
    const next = queue.shift();
    if (next) next();
    else free++;
  };
  return async () => {
    if (free > 0) free--;
    else await new Promise<void>((resolve) => queue.push(resolve));
    return leave;
  };
}
