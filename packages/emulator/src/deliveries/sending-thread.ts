import { setPriority } from "node:os";
import { parentPort } from "node:worker_threads";
import { createPost, type PostOutcome } from "./post.ts";
import { signatureHeaders } from "./signatures.ts";

// Worker thread that signs and posts deliveries, so that API calls don't wait for them.

/** A delivery to sign and post. */
export interface DeliveryJob {
  readonly id: number;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly secret: string | null;
  /** Milliseconds for the whole exchange. */
  readonly timeout: number;
  /** Whether to verify the certificate of an https URL. */
  readonly verify: boolean;
  /** Whether the host can have a private address. */
  readonly allowsPrivate: boolean;
}

/** The result of a delivery job. */
export interface DeliveryReport {
  readonly id: number;
  /** The sent headers, including signatures. */
  readonly headers: Readonly<Record<string, string>>;
  /** Seconds. */
  readonly duration: number;
  readonly outcome: PostOutcome;
}

/** A job that could not be executed. */
export interface DeliveryFailure {
  readonly id: number;
  readonly error: string;
}

const post = createPost();
const running = new Map<number, AbortController>();

async function runJob({ id, secret, body, url, ...job }: DeliveryJob): Promise<DeliveryReport | DeliveryFailure> {
  const controller = new AbortController();
  running.set(id, controller);
  try {
    const headers = { ...job.headers, ...(secret === null ? {} : signatureHeaders(body, secret)) };
    const start = performance.now();
    const outcome = await post(url, headers, body, { ...job, signal: controller.signal });
    return { id, headers, outcome, duration: Math.round(performance.now() - start) / 1000 };
  } catch (error) {
    return { id, error: error instanceof Error ? error.message : String(error) };
  } finally {
    running.delete(id);
  }
}

try {
  // On Linux, threads have their own priority. API calls come first.
  setPriority(10);
} catch {
  // Without permission, the priority stays as it is.
}
parentPort?.on("message", async (message: DeliveryJob | { readonly cancel: number }) => {
  if ("cancel" in message) running.get(message.cancel)?.abort();
  else parentPort?.postMessage(await runJob(message));
});
