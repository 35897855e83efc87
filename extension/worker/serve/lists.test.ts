import "fake-indexeddb/auto";
import "../browser.fixture.ts";
import type { Emulator } from "@forgehand/emulator";
import { test } from "@forgehand/emulator/vitest";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, vi } from "vitest";
import { readKnown } from "../../known/read.ts";
import { type Lists, openLists } from "../../lists/database.ts";
import { readEntries, readGathering } from "../../lists/read.ts";
import { alarms, happens, useListeners } from "../browser.fixture.ts";
import { forgetBulk, keepBulkGoing } from "../lists/bulk.ts";
import { useQuickPassphrases } from "../quick-passphrases.fixture.ts";
import { standBy } from "../stand-by.ts";
import { askerOn, beginAnew, OWN, signIn } from "./asked.fixture.ts";
import { serve } from "./serve.ts";

// A service and a database take many turns, on a machine that has other things to do.
vi.setConfig({ expect: { poll: { timeout: 30_000 } } });

let lists: Lists;
useListeners(() => {
  keepBulkGoing();
  standBy();
});
beforeAll(async () => {
  lists = await openLists();
});
afterAll(() => lists.close());
useQuickPassphrases();
beforeEach(beginAnew);
afterEach(async () => {
  vi.unstubAllGlobals();
  // Nothing of a test goes on in the next one, whose emulator may get the same port.
  await forgetBulk();
});

const WIDGETS = { owner: "acme", name: "widgets" };

const ask = (type: string, more: object = {}) => serve({ type, ...more }, OWN);
const accountOf = ({ webUrl }: Emulator, login = "alice") => `${login} ${webUrl}`;

/** Gathers what alice has. @returns the ids of its repositories, by name */
async function gathered(emulator: Emulator): Promise<ReadonlyMap<string, number>> {
  const account = accountOf(emulator);
  expect(await ask("lists-refresh", { account })).toEqual({ ok: true, value: undefined });
  await expect.poll(async () => (await readGathering(lists, account)).state).toBe("done");
  return new Map((await readEntries(lists, account)).map(({ key, id }) => [key, id]));
}

const entryOf = async (emulator: Emulator, key = "acme/widgets") =>
  (await readEntries(lists, accountOf(emulator))).find((entry) => entry.key === key);

const jobsOf = async (emulator: Emulator) =>
  Object.fromEntries((await lists.getAllFromIndex("jobs", "account", accountOf(emulator))).map((job) => [job.id, job]));

/** Holds requests back, from the next client on, until they are released or aborted. */
function holdRequests(method: string, path: string) {
  const [arrived, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const send = globalThis.fetch;
  vi.stubGlobal("fetch", async (...[url, init]: Parameters<typeof fetch>) => {
    const request = new Request(url, init);
    if (request.method === method && new URL(request.url).pathname.endsWith(path)) {
      const aborted = new Promise((resolve) => request.signal.addEventListener("abort", resolve));
      arrived.resolve();
      await Promise.race([released.promise, aborted]);
    }
    return send(url, init);
  });
  return { arrived: arrived.promise, release: released.resolve };
}

/** Starts a job. @returns its id */
async function started(job: object): Promise<string> {
  const reply = await ask("jobs-start", { job });
  if (!reply.ok || typeof reply.value !== "string") throw new Error(JSON.stringify(reply));
  return reply.value;
}

const state = (emulator: Emulator, id: string) => async () => (await jobsOf(emulator))[id]?.state;

describe("lists", () => {
  test("have what the account can reach, and follow what is done on pages", async ({ emulator }) => {
    await signIn(emulator);
    expect([...(await gathered(emulator)).keys()].sort()).toEqual(["acme/gears", "acme/widgets"]);
    expect(await entryOf(emulator)).toMatchObject({ starred: false, watch: "not watching" });
    const onPage = askerOn(emulator, "/acme/widgets");
    await onPage("act", { control: "star", intent: { starred: true } });
    await onPage("act", { control: "watch", intent: { watch: "ignoring" } });
    await expect
      .poll(() => entryOf(emulator))
      .toMatchObject({
        ...{ starred: true, starredAt: expect.any(String), whyStar: null },
        ...{ watch: "ignoring", whyWatch: null },
      });
    await onPage("act", { control: "star", intent: { starred: false } });
    await expect.poll(() => entryOf(emulator)).toMatchObject({ starred: false, starredAt: null, watch: "ignoring" });
  });

  test("change by a click on one of their rows", async ({ emulator }) => {
    await signIn(emulator);
    await gathered(emulator);
    const act = (more: object) => ask("entry-act", { account: accountOf(emulator), ...WIDGETS, ...more });
    expect(await act({ wanted: { starred: true } })).toMatchObject({
      ok: true,
      value: { state: { star: { starred: true, count: 1 } } },
    });
    expect(await act({ wanted: { watch: "watching" } })).toMatchObject({
      value: { state: { watch: { watch: "watching" } } },
    });
    await expect.poll(() => entryOf(emulator)).toMatchObject({ starred: true, watch: "watching" });
    expect(await act({ name: "..", wanted: { starred: true } })).toMatchObject({ problem: { text: "notUnderstood" } });
    expect(await act({ account: accountOf(emulator, "bob"), wanted: { starred: true } })).toMatchObject({
      problem: { kind: "account" },
    });
  });

  test("are stopped, and gone on with", async ({ emulator }) => {
    const listing = holdRequests("GET", "/user/starred");
    await signIn(emulator);
    const account = accountOf(emulator);
    await ask("lists-refresh", { account });
    await listing.arrived;
    expect(await ask("lists-stop", { account })).toEqual({ ok: true, value: undefined });
    expect(await readGathering(lists, account)).toMatchObject({ state: "stopped" });
    listing.release();
    expect((await gathered(emulator)).size).toBe(2);
  });

  test("that failed for want of a token go on with the next one", async ({ emulator }) => {
    await signIn(emulator);
    const account = accountOf(emulator);
    emulator.control.revokeToken(emulator.tokens["alice"] ?? "");
    await ask("lists-refresh", { account });
    await expect.poll(() => readGathering(lists, account)).toMatchObject({ state: "failed", why: { kind: "token" } });
    await signIn(emulator, "alice-fine-grained");
    await expect.poll(async () => (await readGathering(lists, account)).state).toBe("done");
  });

  test("are nobody's where there is no account", async ({ emulator }) => {
    const account = accountOf(emulator);
    expect(await ask("lists-refresh", { account })).toMatchObject({ problem: { kind: "account" } });
    const job = { account, action: "star", ids: [1] };
    for (const type of ["jobs-estimate", "jobs-start"]) {
      expect(await ask(type, { job })).toMatchObject({ problem: { kind: "account" } });
    }
  });
});

describe("jobs", () => {
  test("are estimated, done, shown by pages, and undone", async ({ emulator }) => {
    await signIn(emulator);
    const ids = [...(await gathered(emulator)).values()];
    const page = `${emulator.webUrl}/acme/widgets`;
    const onPage = askerOn(emulator, "/acme/widgets");
    for (const control of ["star", "watch"]) await onPage("look", { control });
    const starring = { account: accountOf(emulator), action: "star", ids };
    expect(await ask("jobs-estimate", { job: starring })).toMatchObject({ ok: true, value: { writes: 2, already: 0 } });
    const id = await started(starring);
    await expect.poll(state(emulator, id)).toBe("done");
    await expect
      .poll(() => readKnown(page))
      .toMatchObject({
        states: { star: { starred: true, count: 1 }, watch: { watch: "not watching" } },
      });
    const watching = await started({ account: accountOf(emulator), action: "watch", ids: ids.slice(0, 2) });
    await expect.poll(state(emulator, watching)).toBe("done");
    await expect.poll(() => readKnown(page)).toMatchObject({ states: { watch: { watch: "watching" } } });
    const undone = await ask("jobs-undo", { id });
    expect(undone).toMatchObject({ ok: true, value: expect.any(String) });
    await expect
      .poll(async () => Object.values(await jobsOf(emulator)).map(({ state }) => state))
      .toEqual(Array(3).fill("done"));
    expect(await onPage("look", { control: "star" })).toMatchObject({ value: { star: { starred: false, count: 0 } } });
    expect(await ask("jobs-undo", { id: "no such job" })).toMatchObject({ problem: { text: "reasonNothingToDo|" } });
  });

  test("of a file are paused, gone on with and cancelled", async ({ emulator }) => {
    await signIn(emulator);
    emulator.control.faults.add({ operation: "getRepository", status: 503, times: 3 });
    const names = Array.from({ length: 30 }, (_, index) => `nothing-${index}`);
    const items = names.map((name) => ({ owner: "acme", name, wanted: { watch: "watching" } }));
    const id = await started({ account: accountOf(emulator), action: "import", items });
    expect(await ask("jobs-pause", { id })).toEqual({ ok: true, value: undefined });
    await expect.poll(state(emulator, id)).toBe("paused");
    expect(await ask("jobs-resume", { id })).toEqual({ ok: true, value: undefined });
    await expect.poll(state(emulator, id)).not.toBe("paused");
    expect(await ask("jobs-cancel", { id })).toEqual({ ok: true, value: undefined });
    await expect.poll(state(emulator, id)).toBe("cancelled");
  });

  test("that can't go on are told of in the popup", async ({ emulator }) => {
    await signIn(emulator);
    const ids = [...(await gathered(emulator)).values()];
    emulator.control.revokeToken(emulator.tokens["alice"] ?? "");
    await started({ account: accountOf(emulator), action: "star", ids });
    await expect
      .poll(() => ask("recent-problems"))
      .toMatchObject({
        value: [{ where: { jobsOf: accountOf(emulator) }, text: expect.stringContaining("reasonToken") }],
      });
  });

  test("wait while tokens are locked, and go on by themselves once they are open", async ({ emulator }) => {
    const starring = holdRequests("PUT", "/user/starred/acme/widgets");
    await signIn(emulator);
    const ids = [...(await gathered(emulator)).values()];
    await ask("set-passphrase", { passphrase: "a long passphrase" });
    const id = await started({ account: accountOf(emulator), action: "star", ids });
    await starring.arrived;
    await ask("lock-now");
    starring.release();
    await expect.poll(state(emulator, id)).toBe("paused");
    expect(await ask("jobs-estimate", { job: { account: accountOf(emulator), action: "star", ids } })).toMatchObject({
      problem: { kind: "locked" },
    });
    await ask("unlock", { passphrase: "a long passphrase" });
    await expect.poll(state(emulator, id)).toBe("done");
  });

  test("that wait for the network go on when it is back, and the worker is started for them", async ({ emulator }) => {
    await signIn(emulator);
    const ids = [...(await gathered(emulator)).values()];
    const fault = emulator.control.faults.add({ operation: "starRepository", cut: "connection" });
    const id = await started({ account: accountOf(emulator), action: "star", ids });
    await expect.poll(async () => (await jobsOf(emulator))[id]?.waiting).toMatchObject({ why: { kind: "offline" } });
    expect([...alarms.keys()]).toContain("forgehand-jobs");
    emulator.control.faults.remove(fault);
    happens.alarm.tell({ name: "forgehand-jobs" });
    self.dispatchEvent(new Event("online"));
    await expect.poll(state(emulator, id)).toBe("done");
  });
});
