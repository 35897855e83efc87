import { browser } from "wxt/browser";
import type { Problem } from "../messages/problem.ts";
import type { Answer, AskName, Reply, Request } from "../messages/protocol.ts";
import { t } from "./words.ts";

/** The worker could not do what it was asked. */
export class AskError extends Error {
  override name = "AskError" as const;
  readonly problem: Problem;
  constructor(problem: Problem) {
    super(problem.text);
    this.problem = problem;
  }
}

/** What may be asked twice: it changes nothing. */
const HARMLESS: ReadonlySet<AskName> = new Set(["look", "look-row", "candidates", "load"]);

/**
 * Asks the worker.
 * @throws AskError with what to tell the person
 */
export async function ask<T extends AskName>(type: T, request: Request<T>): Promise<Answer<T>> {
  const reply = (await send(type, request)) ?? (HARMLESS.has(type) ? await send(type, request) : undefined);
  if (!reply)
    throw new AskError(isOutdated() ? { kind: "outdated", text: outdated } : { kind: "lost", text: t("lost") });
  if (!reply.ok) throw new AskError(reply.problem);
  return reply.value;
}

/** Undefined: the worker ended before it could answer, or an update replaced the extension under an open page. */
async function send<T extends AskName>(type: T, request: Request<T>): Promise<Reply<Answer<T>> | undefined> {
  if (isOutdated()) return undefined;
  // Later nobody would know the words.
  outdated = t("outdated");
  try {
    return await browser.runtime.sendMessage<object, Reply<Answer<T>> | undefined>({ ...request, type });
  } catch {
    return undefined;
  }
}

let outdated = "";

/** Did an update replace the extension that this script belongs to? */
export function isOutdated(): boolean {
  return !browser.runtime?.id;
}

/** What an error that `ask` threw tells the person. */
export function problemIn(error: unknown): Problem {
  return isAskError(error) ? error.problem : { kind: "other", text: String(error) };
}

/** Every script on a page has a class of its own, and parts of the overlay ask through another script's view. */
function isAskError(error: unknown): error is AskError {
  return error instanceof Error && error.name === "AskError" && "problem" in error;
}
