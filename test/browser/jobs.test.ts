import type { Emulator } from "@forgehand/emulator";
import type { Page } from "playwright-core";
import { expect } from "vitest";
import type { Entry } from "../../extension/lists/entry.ts";
import type { Gathering } from "../../extension/lists/gathering.ts";
import type { Job, JobItem } from "../../extension/lists/job.ts";
import { pickSize } from "../test-size.ts";
import { addAccount } from "./add-account.ts";
import { killWorker, launchWithExtension, removeProfile, temporaryProfile } from "./chromium.ts";
import { holdResponses } from "./hold-responses.ts";
import { test } from "./session.ts";

// Jobs continue after the worker was stopped and after the browser was closed.

const REPOSITORY_COUNT = pickSize(60, 200);
const names = Array.from({ length: REPOSITORY_COUNT }, (_, index) => `r${index + 1}`);
const seed = {
  users: { parts: {} },
  repositories: Object.fromEntries(
    names.map((name, index) => [`parts/${name}`, { watchers: { alice: index % 4 === 3 ? "ignoring" : "watching" } }]),
  ),
};

/** Reads a store of the lists database, as the lists page does. */
function readStore<T>(page: Page, store: string): Promise<T[]> {
  return page.evaluate(
    (store) =>
      new Promise<T[]>((resolve, reject) => {
        const opening = indexedDB.open("forgehand-lists");
        opening.onerror = () => reject(opening.error);
        opening.onsuccess = () => {
          const request = opening.result.transaction(store).objectStore(store).getAll();
          request.onerror = () => reject(request.error);
          request.onsuccess = () => {
            opening.result.close();
            resolve(request.result);
          };
        };
      }),
    store,
  );
}

/** Sends the worker a message, as the extension's own pages do. */
async function sendMessage(page: Page, request: object): Promise<unknown> {
  const reply: unknown = await page.evaluate(
    (request) => Reflect.get(globalThis, "chrome").runtime.sendMessage(request),
    request,
  );
  if (typeof reply === "object" && reply !== null && "ok" in reply && reply.ok === true)
    return Reflect.get(reply, "value");
  throw new Error(JSON.stringify(reply));
}

const unwatchCalls = ({ control }: Emulator) =>
  control.calls().filter(({ operation }) => operation === "deleteSubscription");
const LONG_TIMEOUT = { timeout: 60_000 };
const doneCount = async (page: Page) => (await readStore<Job>(page, "jobs"))[0]?.counts.done ?? 0;

test("a large unwatch job continues after the worker was stopped and the browser was closed", async ({ emulator }) => {
  await emulator.control.seed(seed);
  const { faults } = emulator.control;
  // The first calls succeed; later ones get no response, which leaves time to stop the worker in between.
  const delayFault = { operation: "deleteSubscription", after: REPOSITORY_COUNT / 4, delay: 3600, executed: true };
  faults.add(delayFault);
  const profile = temporaryProfile();
  let browser = await launchWithExtension({ profile });
  try {
    let page = await browser.extensionPage();
    await addAccount(page, emulator, "alice");
    const account = `alice ${emulator.webUrl}`;
    const items = names.map((name) => ({ owner: "parts", name, wanted: { watch: "not-watching" } }));
    const id = await sendMessage(page, { type: "jobs-start", job: { account, action: "import", items } });
    await expect.poll(() => doneCount(page), LONG_TIMEOUT).toBe(REPOSITORY_COUNT / 4);
    await killWorker(page);
    const [killed] = await readStore<Job>(page, "jobs");
    expect(killed).toMatchObject({ id, state: "running" });
    faults.clear();
    faults.add(delayFault);
    // Any message starts the worker again.
    await sendMessage(page, { type: "accounts" });
    await expect.poll(() => doneCount(page), LONG_TIMEOUT).toBeGreaterThanOrEqual(REPOSITORY_COUNT / 2);
    await browser.close();
    expect(unwatchCalls(emulator).length).toBeLessThan(REPOSITORY_COUNT);
    faults.clear();

    browser = await launchWithExtension({ profile });
    page = await browser.extensionPage();
    await expect.poll(async () => (await readStore<Job>(page, "jobs"))[0]?.state, LONG_TIMEOUT).toBe("done");
    const [job] = await readStore<Job>(page, "jobs");
    expect(job?.counts).toMatchObject({ total: REPOSITORY_COUNT, done: REPOSITORY_COUNT, failed: 0 });
    const before = (await readStore<JobItem>(page, "items")).map((item) => item.stateBefore);
    expect(before).toEqual(names.map((_, index) => ({ watch: index % 4 === 3 ? "ignoring" : "watching" })));
  } finally {
    await browser.close();
    removeProfile(profile);
  }
});

test("a click on a page updates the lists, and a job updates pages", async ({ emulator, browser, tab }) => {
  await tab.signIn("alice");
  const account = `alice ${emulator.webUrl}`;
  const page = await browser.extensionPage();
  const widgets = async () => {
    return (await readStore<Entry>(page, "entries")).find(
      (entry) => entry.account === account && entry.key === "acme/widgets",
    );
  };
  await sendMessage(page, { type: "lists-refresh", account });
  const gatheringState = async () =>
    (await readStore<Gathering>(page, "gatherings")).find((entry) => entry.account === account)?.state;
  await expect.poll(gatheringState, LONG_TIMEOUT).toBe("done");
  await expect.poll(() => widgets()).toMatchObject({ starred: false, missing: null });

  await tab.openRepository();
  await tab.star(false).click();
  await tab.star(true).waitFor();
  await expect.poll(async () => (await widgets())?.starred).toBe(true);

  await sendMessage(page, {
    type: "jobs-start",
    job: { account, action: "unstar", ids: [(await widgets())?.id ?? 0] },
  });
  await tab.star(false).waitFor();
  await expect.poll(() => widgets()).toMatchObject({ starred: false, starredAt: null });
});

test("removing an account deletes its lists and jobs, even while a job runs", async ({ emulator, browser, tab }) => {
  await emulator.control.seed(seed);
  const heldResponses = await holdResponses(browser.context, /\/subscription$/, { method: "DELETE", after: 10 });
  await tab.signIn("alice");
  const page = await browser.extensionPage();
  const account = `alice ${emulator.webUrl}`;
  const items = names.slice(0, 50).map((name) => ({ owner: "parts", name, wanted: { watch: "not-watching" } }));
  const id = await sendMessage(page, { type: "jobs-start", job: { account, action: "import", items } });
  const job = async () => (await readStore<Job>(page, "jobs")).find((entry) => entry.id === id);
  await expect.poll(async () => (await job())?.counts.done, LONG_TIMEOUT).toBe(10);
  await sendMessage(page, { type: "remove-account", origin: emulator.webUrl, login: "alice" });
  await expect.poll(async () => (await job())?.state).toBe("pausing");
  await heldResponses.release();
  await expect.poll(job).toBeUndefined();
  expect((await readStore<Gathering>(page, "gatherings")).filter((entry) => entry.account === account)).toEqual([]);
  // No further calls of the job are sent, even after an account of the same name is added.
  const sent = unwatchCalls(emulator).length;
  expect(sent).toBeLessThan(50);
  await tab.openAsAlice();
  expect(unwatchCalls(emulator)).toHaveLength(sent);
});
