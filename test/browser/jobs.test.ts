import type { Emulator } from "@forgehand/emulator";
import type { Page } from "playwright-core";
import { expect } from "vitest";
import type { Entry } from "../../extension/lists/entry.ts";
import type { Gathering } from "../../extension/lists/gathering.ts";
import type { Job, JobItem } from "../../extension/lists/job.ts";
import { sized } from "../effort.ts";
import { addAccount } from "./add-account.ts";
import { killWorker, launchWithExtension, removeProfile, temporaryProfile } from "./chromium.ts";
import { holdAnswers } from "./hold-answers.ts";
import { test } from "./session.ts";

// Jobs go on though the worker is killed, and though the browser is closed.

const MANY = sized(60, 200);
const names = Array.from({ length: MANY }, (_, index) => `r${index + 1}`);
const seed = {
  users: { parts: {} },
  repositories: Object.fromEntries(
    names.map((name, index) => [`parts/${name}`, { watchers: { alice: index % 4 === 3 ? "ignoring" : "watching" } }]),
  ),
};

/** What is kept of lists and jobs, read as the lists page reads it. */
function kept<T>(page: Page, store: string): Promise<T[]> {
  return page.evaluate(
    (store) =>
      new Promise<T[]>((resolve, reject) => {
        const opening = indexedDB.open("forgehand-lists", 1);
        opening.onerror = () => reject(opening.error);
        opening.onsuccess = () => {
          const asked = opening.result.transaction(store).objectStore(store).getAll();
          asked.onerror = () => reject(asked.error);
          asked.onsuccess = () => {
            opening.result.close();
            resolve(asked.result);
          };
        };
      }),
    store,
  );
}

/** Asks the worker, as the extension's own pages do. */
async function ask(page: Page, request: object): Promise<unknown> {
  const reply: unknown = await page.evaluate(
    (request) => Reflect.get(globalThis, "chrome").runtime.sendMessage(request),
    request,
  );
  if (typeof reply === "object" && reply !== null && "ok" in reply && reply.ok === true)
    return Reflect.get(reply, "value");
  throw new Error(JSON.stringify(reply));
}

const unwatched = ({ control }: Emulator) =>
  control.calls().filter(({ operation }) => operation === "deleteSubscription");
const PATIENT = { timeout: 60_000 };
const done = async (page: Page) => (await kept<Job>(page, "jobs"))[0]?.counts.done ?? 0;

test("many repositories are unwatched, the worker killed and the browser closed in between", async ({ emulator }) => {
  await emulator.control.seed(seed);
  const { faults } = emulator.control;
  // Some go well, and the next ones are answered by nobody: there is time for something to happen in between.
  const halt = { operation: "deleteSubscription", after: MANY / 4, delay: 3600, executed: true };
  faults.add(halt);
  const profile = temporaryProfile();
  let browser = await launchWithExtension({ profile });
  try {
    let page = await browser.ownPage();
    await addAccount(page, emulator, "alice");
    const account = `alice ${emulator.webUrl}`;
    const items = names.map((name) => ({ owner: "parts", name, wanted: { watch: "not-watching" } }));
    const id = await ask(page, { type: "jobs-start", job: { account, action: "import", items } });
    await expect.poll(() => done(page), PATIENT).toBe(MANY / 4);
    await killWorker(page);
    const [killed] = await kept<Job>(page, "jobs");
    expect(killed).toMatchObject({ id, state: "running" });
    faults.clear();
    faults.add(halt);
    // Whoever looks wakes it.
    await ask(page, { type: "accounts" });
    await expect.poll(() => done(page), PATIENT).toBeGreaterThanOrEqual(MANY / 2);
    await browser.close();
    expect(unwatched(emulator).length).toBeLessThan(MANY);
    faults.clear();

    browser = await launchWithExtension({ profile });
    page = await browser.ownPage();
    await expect.poll(async () => (await kept<Job>(page, "jobs"))[0]?.state, PATIENT).toBe("done");
    const [job] = await kept<Job>(page, "jobs");
    expect(job?.counts).toMatchObject({ total: MANY, done: MANY, failed: 0 });
    const before = (await kept<JobItem>(page, "items")).map((item) => item.stateBefore);
    expect(before).toEqual(names.map((_, index) => ({ watch: index % 4 === 3 ? "ignoring" : "watching" })));
  } finally {
    await browser.close();
    removeProfile(profile);
  }
});

test("lists know what was clicked on a page, and pages show what a job has done", async ({
  emulator,
  browser,
  tab,
}) => {
  await tab.signIn("alice");
  const account = `alice ${emulator.webUrl}`;
  const page = await browser.ownPage();
  const widgets = async () => {
    return (await kept<Entry>(page, "entries")).find((one) => one.account === account && one.key === "acme/widgets");
  };
  await ask(page, { type: "lists-refresh", account });
  const gathered = async () =>
    (await kept<Gathering>(page, "gatherings")).find((one) => one.account === account)?.state;
  await expect.poll(gathered, PATIENT).toBe("done");
  await expect.poll(() => widgets()).toMatchObject({ starred: false, missing: null });

  await tab.openRepository();
  await tab.star(false).click();
  await tab.star(true).waitFor();
  await expect.poll(async () => (await widgets())?.starred).toBe(true);

  await ask(page, { type: "jobs-start", job: { account, action: "unstar", ids: [(await widgets())?.id ?? 0] } });
  await tab.star(false).waitFor();
  await expect.poll(() => widgets()).toMatchObject({ starred: false, starredAt: null });
});

test("an account that is removed takes its lists and jobs with it, in the middle of one", async ({
  emulator,
  browser,
  tab,
}) => {
  await emulator.control.seed(seed);
  const held = await holdAnswers(browser.context, /\/subscription$/, { method: "DELETE", after: 10 });
  await tab.signIn("alice");
  const page = await browser.ownPage();
  const account = `alice ${emulator.webUrl}`;
  const items = names.slice(0, 50).map((name) => ({ owner: "parts", name, wanted: { watch: "not-watching" } }));
  const id = await ask(page, { type: "jobs-start", job: { account, action: "import", items } });
  const job = async () => (await kept<Job>(page, "jobs")).find((one) => one.id === id);
  await expect.poll(async () => (await job())?.counts.done, PATIENT).toBe(10);
  await ask(page, { type: "remove-account", origin: emulator.webUrl, login: "alice" });
  await expect.poll(async () => (await job())?.state).toBe("pausing");
  await held.release();
  await expect.poll(job).toBeUndefined();
  expect((await kept<Gathering>(page, "gatherings")).filter((one) => one.account === account)).toEqual([]);
  // Nothing is sent any more: what an account of the same name is asked for later is all that comes.
  const sent = unwatched(emulator).length;
  expect(sent).toBeLessThan(50);
  await tab.openAsAlice();
  expect(unwatched(emulator)).toHaveLength(sent);
});
