import { browser } from "wxt/browser";
import type { Job } from "../lists/job.ts";
import { jobTitle, outcome } from "../lists/job-words.ts";
import { reasonText } from "../lists/reason-words.ts";
import type { NotedProblem } from "../messages/popup.ts";
import type { Answer } from "../messages/protocol.ts";
import { speakLanguage } from "./language.ts";

/** How long a problem is of interest, in milliseconds, and how many of them. */
const HOUR = 3_600_000;
const MOST = 50;

const KEY = "problems";

type Noted = Answer<"recent-problems">;

/** What went wrong within the last hour, the newest first. Forgotten when the browser closes. */
export async function recentProblems(): Promise<Noted> {
  const noted = (await browser.storage.session.get<Record<string, Noted | undefined>>(KEY))[KEY] ?? [];
  return noted.filter(({ at }) => at > Date.now() - HOUR);
}

/** Forgets them: somebody has read them. */
export async function clearProblems(): Promise<undefined> {
  await browser.storage.session.remove(KEY);
}

/** Notes why a job can't go on, or what of it was not done. */
export async function noteJob(job: Job): Promise<void> {
  await speakLanguage();
  const what = job.why ? reasonText(job.why) : outcome(job);
  await noteProblem({ text: `${jobTitle(job)}: ${what}`, where: { jobsOf: job.account } });
}

/** Notes a problem for the popup; that there is no room for it is none itself. */
export async function noteProblem(problem: Pick<NotedProblem, "text" | "where">): Promise<void> {
  const noted = [{ at: Date.now(), ...problem }, ...(await recentProblems())];
  await browser.storage.session.set({ [KEY]: noted.slice(0, MOST) }).catch(() => undefined);
}
