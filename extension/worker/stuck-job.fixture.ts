import type { Emulator } from "@forgehand/emulator";
import { expect, vi } from "vitest";
import { accountId } from "../lists/account-id.ts";
import { openListsDatabase } from "../lists/database.ts";
import type { Job } from "../lists/job.ts";
import { handleMessage } from "./handlers/handle-message.ts";
import { EXTENSION_PAGE } from "./handlers/messages.fixture.ts";

/** Time until the rate limit of a stuck job resets, in seconds. */
const LIMIT_RESET = 3000;

/** The id of a stuck job, which sorts before those of all others. */
const FIRST_ID = "00000000-0000-4000-8000-000000000000";

/**
 * Starts a job of alice's and cancels it. It waits for a rate limit to verify a write whose response was lost.
 * @returns the job's id
 */
export async function startStuckJob({ webUrl, control }: Emulator): Promise<string> {
  const token = "alice";
  control.faults.add({ operation: "starRepository", token, cut: "connection", executed: true });
  const headers = { "retry-after": String(LIMIT_RESET) };
  const message = "You have exceeded a secondary rate limit";
  control.faults.add({ operation: "checkStar", token, after: 1, status: 429, message, headers });
  const randomId = vi.spyOn(crypto, "randomUUID").mockReturnValueOnce(FIRST_ID);
  const items = [{ owner: "acme", name: "widgets", wanted: { starred: true } }];
  await startJob(accountId({ origin: webUrl, login: "alice" }), items);
  randomId.mockRestore();
  await expect.poll(() => readJob(FIRST_ID)).toMatchObject({ state: "waiting", counts: { inProgress: 1 } });
  await handleMessage({ type: "jobs-cancel", id: FIRST_ID }, EXTENSION_PAGE);
  await expect
    .poll(() => readJob(FIRST_ID))
    .toMatchObject({ state: "cancelling", waiting: { reason: { kind: "limit" } }, counts: { inProgress: 1 } });
  return FIRST_ID;
}

/**
 * Starts a job that applies the states of a file.
 * @returns the job's id
 */
export async function startJob(account: string, items: readonly object[]): Promise<string> {
  const reply = await handleMessage({ type: "jobs-start", job: { account, action: "import", items } }, EXTENSION_PAGE);
  if (!reply.ok || typeof reply.value !== "string") return expect.unreachable();
  return reply.value;
}

/** Reads a stored job. */
export async function readJob(id: string): Promise<Job | undefined> {
  const lists = await openListsDatabase();
  const job = await lists.get("jobs", id);
  lists.close();
  return job;
}
