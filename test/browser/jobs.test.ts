import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Emulator } from "@forgehand/emulator";
import type { Page } from "playwright-core";
import { expect } from "vitest";
import type { Entry } from "../../extension/lists/entry.ts";
import type { Gathering } from "../../extension/lists/gathering.ts";
import type { Job, JobItem } from "../../extension/lists/job.ts";
import { type ExtensionBrowser, killWorker, launchWithExtension, saveAccount } from "./chromium.ts";
import { test } from "./session.ts";

// Jobs go on though the worker is killed, and though the browser is closed.

const MANY = 200;
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

async function openPage(browser: ExtensionBrowser): Promise<Page> {
  const page = await browser.context.newPage();
  await page.goto(browser.optionsUrl);
  return page;
}

const unwatched = ({ control }: Emulator) =>
  control.calls().filter(({ operation }) => operation === "deleteSubscription");
const done = async (page: Page) => (await kept<Job>(page, "jobs"))[0]?.counts.done ?? 0;

test("200 repositories are unwatched, the worker killed and the browser closed in between", async ({ emulator }) => {
  await emulator.control.seed(seed);
  // Long enough for something to happen in between.
  emulator.control.faults.add({ operation: "deleteSubscription", delay: 0.1, executed: true });
  const profile = mkdtempSync(join(tmpdir(), "forgehand-jobs-"));
  let browser = await launchWithExtension({ profile });
  try {
    let page = await openPage(browser);
    await saveAccount(page, { host: emulator.webUrl, token: emulator.tokens["alice"] ?? "" });
    const account = `alice ${emulator.webUrl}`;
    const items = names.map((name) => ({ owner: "parts", name, wanted: { watch: "not watching" } }));
    const id = await ask(page, { type: "jobs-start", job: { account, action: "import", items } });
    await expect.poll(() => done(page), { timeout: 10_000 }).toBeGreaterThan(30);
    await killWorker(page);
    const [killed] = await kept<Job>(page, "jobs");
    expect(killed).toMatchObject({ id, state: "running" });
    // Whoever looks wakes it.
    await ask(page, { type: "accounts" });
    await expect.poll(() => done(page), { timeout: 10_000 }).toBeGreaterThan((killed?.counts.done ?? 0) + 20);
    await browser.close();
    expect(unwatched(emulator).length).toBeLessThan(MANY);

    browser = await launchWithExtension({ profile });
    page = await openPage(browser);
    await expect.poll(async () => (await kept<Job>(page, "jobs"))[0]?.state, { timeout: 15_000 }).toBe("done");
    const [job] = await kept<Job>(page, "jobs");
    expect(job?.counts).toMatchObject({ total: MANY, done: MANY, failed: 0 });
    const before = (await kept<JobItem>(page, "items")).map((item) => item.before);
    expect(before).toEqual(names.map((_, index) => ({ watch: index % 4 === 3 ? "ignoring" : "watching" })));
  } finally {
    await browser.close();
    rmSync(profile, { recursive: true, force: true });
  }
}, 60_000);

test("lists know what was clicked on a page, and pages show what a job has done", async ({
  emulator,
  browser,
  tab,
}) => {
  await tab.signIn("alice");
  const account = `alice ${emulator.webUrl}`;
  const page = await openPage(browser);
  const widgets = async () => {
    return (await kept<Entry>(page, "entries")).find((one) => one.account === account && one.key === "acme/widgets");
  };
  await ask(page, { type: "lists-refresh", account });
  const gathered = async () =>
    (await kept<Gathering>(page, "gatherings")).find((one) => one.account === account)?.state;
  await expect.poll(gathered, { timeout: 10_000 }).toBe("done");
  expect(await widgets()).toMatchObject({ starred: false, missing: null });

  await tab.openRepository();
  await tab.star(false).click();
  await tab.star(true).waitFor();
  await expect.poll(async () => (await widgets())?.starred).toBe(true);

  await ask(page, { type: "jobs-start", job: { account, action: "unstar", ids: [(await widgets())?.id ?? 0] } });
  await tab.star(false).waitFor();
  expect(await widgets()).toMatchObject({ starred: false, starredAt: null });
});

test("an account that is removed takes its lists and jobs with it, in the middle of one", async ({
  emulator,
  browser,
  tab,
}) => {
  await emulator.control.seed(seed);
  emulator.control.faults.add({ operation: "deleteSubscription", delay: 0.2, executed: true });
  await tab.signIn("alice");
  const page = await openPage(browser);
  const account = `alice ${emulator.webUrl}`;
  const items = names.slice(0, 100).map((name) => ({ owner: "parts", name, wanted: { watch: "not watching" } }));
  const id = await ask(page, { type: "jobs-start", job: { account, action: "import", items } });
  const job = async () => (await kept<Job>(page, "jobs")).find((one) => one.id === id);
  await expect.poll(async () => (await job())?.counts.done, { timeout: 10_000 }).toBeGreaterThan(10);
  await ask(page, { type: "remove-account", origin: emulator.webUrl, login: "alice" });
  await expect.poll(job).toBeUndefined();
  expect((await kept<Gathering>(page, "gatherings")).filter((one) => one.account === account)).toEqual([]);
  // Nothing is sent any more: what an account of the same name is asked for later is all that comes.
  const sent = unwatched(emulator).length;
  expect(sent).toBeLessThan(100);
  await tab.openAsAlice();
  expect(unwatched(emulator)).toHaveLength(sent);
});
