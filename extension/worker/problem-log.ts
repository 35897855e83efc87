import { browser } from "wxt/browser";
import type { Job } from "../lists/job.ts";
import { jobTitle, outcomeText } from "../lists/job-text.ts";
import { reasonText } from "../lists/reason-text.ts";
import type { RecentProblem } from "../messages/popup.ts";
import type { MessageResponse } from "../messages/protocol.ts";
import { loadLanguage } from "./language.ts";

/** Age in milliseconds and number of problems that are kept. */
const MAX_AGE = 3_600_000;
const MAX_PROBLEMS = 50;

const KEY = "problems";

type LoggedProblems = MessageResponse<"recent-problems">;

/** Returns the problems of the last hour, newest first. They are lost when the browser closes. */
export async function recentProblems(): Promise<LoggedProblems> {
  const logged = (await browser.storage.session.get<Record<string, LoggedProblems | undefined>>(KEY))[KEY] ?? [];
  return logged.filter(({ at }) => at > Date.now() - MAX_AGE);
}

/** Clears the log once the problems have been shown. */
export async function clearProblems(): Promise<undefined> {
  await browser.storage.session.remove(KEY);
}

/** Logs why a job is paused, or the outcome of a job with failures. */
export async function logJobProblem(job: Job): Promise<void> {
  await loadLanguage();
  const description = job.reason ? reasonText(job.reason) : outcomeText(job);
  await logProblem({ text: `${jobTitle(job)}: ${description}`, where: { jobsOf: job.account } });
}

/** Logs a problem for the popup. A full storage is ignored. */
export async function logProblem(problem: Pick<RecentProblem, "text" | "where">): Promise<void> {
  const logged = [{ at: Date.now(), ...problem }, ...(await recentProblems())];
  await browser.storage.session.set({ [KEY]: logged.slice(0, MAX_PROBLEMS) }).catch(() => undefined);
}
