import { browser } from "wxt/browser";
import type { Job } from "../lists/job.ts";
import { jobTitle, outcomeText } from "../lists/job-text.ts";
import { reasonText } from "../lists/reason-text.ts";
import type { RecentProblem } from "../messages/popup.ts";
import type { MessageResponse } from "../messages/protocol.ts";
import { loadLanguage } from "./language.ts";

/** Maximum age, in milliseconds, and maximum number of logged problems. */
const MAX_AGE = 3_600_000;
const MAX_PROBLEMS = 50;

const KEY = "problems";

type LoggedProblems = MessageResponse<"recent-problems">;

/** Returns the problems of the last hour, newest first. They are lost when the browser closes. */
export async function recentProblems(): Promise<LoggedProblems> {
  const logged = (await browser.storage.session.get<Record<string, LoggedProblems | undefined>>(KEY))[KEY] ?? [];
  // A time in the future means that the clock was set back.
  return logged.filter(({ at }) => Math.abs(Date.now() - at) < MAX_AGE);
}

/** Clears the log at the user's request. */
export async function clearProblems(): Promise<undefined> {
  await browser.storage.session.remove(KEY);
}

/** Logs why a job is paused, or the outcome of a job with failures. */
export async function logJobProblem(job: Job): Promise<void> {
  await loadLanguage();
  const description = job.reason ? reasonText(job.reason) : outcomeText(job);
  await logProblem({ text: `${jobTitle(job)}: ${description}`, where: { jobsOf: job.account } });
}

/** Logs a problem for the popup. If the storage is full, the problem is not logged. */
export async function logProblem(problem: Pick<RecentProblem, "text" | "where">): Promise<void> {
  const logged = [{ at: Date.now(), ...problem }, ...(await recentProblems())];
  await browser.storage.session.set({ [KEY]: logged.slice(0, MAX_PROBLEMS) }).catch(() => undefined);
}
