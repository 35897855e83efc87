import { setPriority } from "node:os";
import { parentPort } from "node:worker_threads";
import { createPost, type Outcome } from "./post.ts";
import { signaturesOf } from "./signatures.ts";

// A thread of its own that signs and posts: whoever calls the service need not wait for that.

/** Something that is to be sent to a webhook. */
export interface Errand {
  readonly id: number;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly secret: string | null;
  /** Milliseconds for the whole exchange. */
  readonly timeout: number;
  /** Check the certificate of an https address. */
  readonly verify: boolean;
}

/** How an errand went. */
export interface Report {
  readonly id: number;
  /** The headers that it was sent with. */
  readonly headers: Readonly<Record<string, string>>;
  /** Seconds. */
  readonly duration: number;
  readonly outcome: Outcome;
}

/** It couldn't be done at all. */
export interface Failure {
  readonly id: number;
  readonly error: string;
}

const post = createPost();
const underWay = new Map<number, AbortController>();

async function run({ id, secret, body, url, ...errand }: Errand): Promise<Report | Failure> {
  const controller = new AbortController();
  underWay.set(id, controller);
  try {
    const headers = { ...errand.headers, ...(secret === null ? {} : signaturesOf(body, secret)) };
    const start = performance.now();
    const outcome = await post(url, headers, body, { ...errand, signal: controller.signal });
    return { id, headers, outcome, duration: Math.round(performance.now() - start) / 1000 };
  } catch (error) {
    return { id, error: error instanceof Error ? error.message : String(error) };
  } finally {
    underWay.delete(id);
  }
}

try {
  // On Linux a thread has a priority of its own: calls come first.
  setPriority(10);
} catch {
  // Where that may not be said, it is as it is.
}
parentPort?.on("message", async (asked: Errand | { readonly cancel: number }) => {
  if ("cancel" in asked) underWay.get(asked.cancel)?.abort();
  else parentPort?.postMessage(await run(asked));
});
