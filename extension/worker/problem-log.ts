import { browser } from "wxt/browser";
import type { Problem } from "../messages/problem.ts";
import type { Answer } from "../messages/protocol.ts";

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

/** Notes a problem for the popup; that there is no room for it is none itself. @param where what it was about */
export async function noteProblem({ text }: Problem, where: string): Promise<void> {
  const noted = [{ at: Date.now(), text, where }, ...(await recentProblems())];
  await browser.storage.session.set({ [KEY]: noted.slice(0, MOST) }).catch(() => undefined);
}
