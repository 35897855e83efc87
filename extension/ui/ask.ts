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

/**
 * Asks the worker.
 * @throws AskError with what to tell the person
 */
export async function ask<T extends AskName>(type: T, request: Request<T>): Promise<Answer<T>> {
  const reply = await browser.runtime
    .sendMessage<object, Reply<Answer<T>> | undefined>({ ...request, type })
    .catch(() => undefined);
  // No answer at all: an update replaced the extension under an open page.
  if (!reply) throw new AskError({ kind: "outdated", text: t("outdated") });
  if (!reply.ok) throw new AskError(reply.problem);
  return reply.value;
}

/** What an error that `ask` threw tells the person. */
export function problemIn(error: unknown): Problem {
  return error instanceof AskError ? error.problem : { kind: "other", text: String(error) };
}
