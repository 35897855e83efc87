import { browser } from "wxt/browser";
import { t } from "../locales/i18n.ts";
import type { MessageKind, MessagePayload, MessageResponse, WorkerReply } from "../messages/protocol.ts";
import type { Problem } from "../model/problem.ts";

/** Thrown when the worker could not do what was requested. */
export class WorkerCallError extends Error {
  override name = "WorkerCallError" as const;
  readonly problem: Problem;
  constructor(problem: Problem) {
    super(problem.text);
    this.problem = problem;
  }
}

/** Messages that change nothing and can be sent twice. */
const RETRYABLE: ReadonlySet<MessageKind> = new Set([
  "cached-states",
  "row-states",
  "states",
  "overlay",
  "site",
  "candidates",
  "load",
]);

/**
 * Sends a message to the worker and returns its response.
 * @throws WorkerCallError with a problem to show to the user
 */
export async function callWorker<T extends MessageKind>(
  kind: T,
  payload: MessagePayload<T>,
): Promise<MessageResponse<T>> {
  const reply =
    (await sendMessage(kind, payload)) ?? (RETRYABLE.has(kind) ? await sendMessage(kind, payload) : undefined);
  const problem = isOutdated() ? "outdated" : "lost";
  if (!reply) throw new WorkerCallError({ kind: problem, text: t(problem) });
  if (!reply.ok) throw new WorkerCallError(reply.problem);
  return reply.value;
}

/**
 * Returns undefined if the worker stopped before it responded, or if the extension was updated while the page was open.
 */
function sendMessage<T extends MessageKind>(
  kind: T,
  payload: MessagePayload<T>,
): Promise<WorkerReply<MessageResponse<T>> | undefined> {
  // Remembered, because the browser has no texts for this script after an update.
  t("outdated");
  let timer: ReturnType<typeof setInterval> | undefined;
  return new Promise<WorkerReply<MessageResponse<T>> | undefined>((resolve, reject) => {
    // Browsers drop the messages that are pending during an update, without an error. Checked once a second.
    browser.runtime.sendMessage({ ...payload, type: kind }).then(resolve, reject);
    timer = setInterval(() => isOutdated() && reject(), 1000);
  })
    .catch(() => undefined)
    .finally(() => clearInterval(timer));
}

/** Returns whether the extension was updated, so that this script is orphaned. */
export function isOutdated(): boolean {
  return !browser.runtime?.id;
}

/** Converts an error thrown by `callWorker` into a problem for the user. */
export function toProblem(error: unknown): Problem {
  return isWorkerCallError(error) ? error.problem : { kind: "other", text: String(error) };
}

/** Does not use `instanceof`, because each script on a page has its own copy of the class. */
function isWorkerCallError(error: unknown): error is WorkerCallError {
  return error instanceof Error && "problem" in error && error.name === "WorkerCallError";
}
