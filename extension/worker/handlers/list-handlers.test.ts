import "fake-indexeddb/auto";
import "../browser.fixture.ts";
import type { Emulator } from "@forgehand/emulator";
import { test } from "@forgehand/emulator/vitest";
import { afterEach, describe, expect, vi } from "vitest";
import { readEntries, readGathering } from "../../lists/read-lists.ts";
import { DEFAULT_SETTINGS } from "../../settings.ts";
import { alarms, browserEvents, setManagedPolicy } from "../browser.fixture.ts";
import { deleteBulkData } from "../lists/bulk-services.ts";
import { readPageStates } from "../page-state-cache.ts";
import { handleMessage } from "./handle-message.ts";
import { createPageSender, EXTENSION_PAGE, signIn } from "./messages.fixture.ts";
import { startWorkerWithLists } from "./worker-lists.fixture.ts";

// The service and the database can be slow on a busy machine.
vi.setConfig({ expect: { poll: { timeout: 30_000 } } });

const lists = await startWorkerWithLists();
afterEach(async () => {
  vi.unstubAllGlobals();
  // The next test's emulator can get the same port, so all jobs and gatherings must end.
  await deleteBulkData();
});

const WIDGETS = { owner: "acme", name: "widgets" };

const sendMessage = (type: string, payload: object = {}) => handleMessage({ type, ...payload }, EXTENSION_PAGE);
const accountOf = ({ webUrl }: Emulator, login = "alice") => `${login} ${webUrl}`;

/**
 * Gathers alice's entries.
 * @returns the ids of the repositories, by key
 */
async function gatherEntries(emulator: Emulator): Promise<ReadonlyMap<string, number>> {
  const account = accountOf(emulator);
  expect(await sendMessage("lists-refresh", { account })).toEqual({ ok: true, value: undefined });
  await expect.poll(async () => (await readGathering(lists, account)).state).toBe("done");
  return new Map((await readEntries(lists, account)).map(({ key, id }) => [key, id]));
}

const entryOf = async (emulator: Emulator, key = "acme/widgets") =>
  (await readEntries(lists, accountOf(emulator))).find((entry) => entry.key === key);

const jobsOf = async (emulator: Emulator) =>
  Object.fromEntries((await lists.getAllFromIndex("jobs", "account", accountOf(emulator))).map((job) => [job.id, job]));

/** Delays matching requests of clients that are created afterwards, until they are released or aborted. */
function delayRequests(method: string, path: string) {
  const [arrived, release] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const realFetch = globalThis.fetch;
  vi.stubGlobal("fetch", async (...[url, init]: Parameters<typeof fetch>) => {
    const request = new Request(url, init);
    if (request.method === method && new URL(request.url).pathname.endsWith(path)) {
      const aborted = new Promise((resolve) => request.signal.addEventListener("abort", resolve));
      arrived.resolve();
      await Promise.race([release.promise, aborted]);
    }
    return realFetch(url, init);
  });
  return { arrived: arrived.promise, release: release.resolve };
}

/**
 * Starts a job.
 * @returns its id
 */
async function startJob(job: object): Promise<string> {
  const reply = await sendMessage("jobs-start", { job });
  if (!reply.ok || typeof reply.value !== "string") throw new Error(JSON.stringify(reply));
  return reply.value;
}

const stateOfJob = (emulator: Emulator, id: string) => async () => (await jobsOf(emulator))[id]?.state;

describe("lists", () => {
  test("contain what the account can access, and follow changes made on pages", async ({ emulator }) => {
    await signIn(emulator);
    expect([...(await gatherEntries(emulator)).keys()].sort()).toEqual(["acme/gears", "acme/widgets"]);
    expect(await entryOf(emulator)).toMatchObject({ starred: false, watch: "not-watching" });
    const sendFromPage = createPageSender(emulator, "/acme/widgets");
    await sendFromPage("change", { control: "star", intent: { starred: true } });
    await sendFromPage("change", { control: "watch", intent: { watch: "ignoring" } });
    await expect
      .poll(() => entryOf(emulator))
      .toMatchObject({
        starred: true,
        starredAt: expect.any(String),
        starReason: null,
        watch: "ignoring",
        watchReason: null,
      });
    await sendFromPage("change", { control: "star", intent: { starred: false } });
    await expect.poll(() => entryOf(emulator)).toMatchObject({ starred: false, starredAt: null, watch: "ignoring" });
  });

  test("can be changed by a click in a row", async ({ emulator }) => {
    await signIn(emulator);
    await gatherEntries(emulator);
    const changeEntry = (fields: object) =>
      sendMessage("change-entry", { account: accountOf(emulator), ...WIDGETS, ...fields });
    expect(await changeEntry({ wanted: { starred: true } })).toMatchObject({
      ok: true,
      value: { state: { star: { starred: true, count: 1 } } },
    });
    expect(await changeEntry({ wanted: { watch: "watching" } })).toMatchObject({
      value: { state: { watch: { watch: "watching" } } },
    });
    await expect.poll(() => entryOf(emulator)).toMatchObject({ starred: true, watch: "watching" });
    expect(await changeEntry({ name: "..", wanted: { starred: true } })).toMatchObject({
      problem: { text: "notUnderstood" },
    });
    expect(await changeEntry({ account: accountOf(emulator, "bob"), wanted: { starred: true } })).toMatchObject({
      problem: { kind: "account" },
    });
  });

  test("can be stopped and continued", async ({ emulator }) => {
    const listing = delayRequests("GET", "/user/starred");
    await signIn(emulator);
    const account = accountOf(emulator);
    await sendMessage("lists-refresh", { account });
    await listing.arrived;
    expect(await sendMessage("lists-stop", { account })).toEqual({ ok: true, value: undefined });
    expect(await readGathering(lists, account)).toMatchObject({ state: "stopped" });
    listing.release();
    expect((await gatherEntries(emulator)).size).toBe(2);
  });

  test("that failed because of the token continue with another one", async ({ emulator }) => {
    await signIn(emulator);
    const account = accountOf(emulator);
    emulator.control.revokeToken(emulator.tokens["alice"] ?? "");
    await sendMessage("lists-refresh", { account });
    await expect
      .poll(() => readGathering(lists, account))
      .toMatchObject({ state: "failed", reason: { kind: "token" } });
    await signIn(
      emulator,
      emulator.control.createToken("second", { kind: "classic", user: "alice", scopes: ["repo"] }),
    );
    await expect.poll(async () => (await readGathering(lists, account)).state).toBe("done");
  });

  test("require an account", async ({ emulator }) => {
    const account = accountOf(emulator);
    expect(await sendMessage("lists-refresh", { account })).toMatchObject({ problem: { kind: "account" } });
    const job = { account, action: "star", ids: [1] };
    for (const type of ["jobs-estimate", "jobs-start"]) {
      expect(await sendMessage(type, { job })).toMatchObject({ problem: { kind: "account" } });
    }
  });
});

describe("jobs", () => {
  test("are estimated, run, shown on pages and undone", async ({ emulator }) => {
    await signIn(emulator);
    const ids = [...(await gatherEntries(emulator)).values()];
    const page = `${emulator.webUrl}/acme/widgets`;
    const sendFromPage = createPageSender(emulator, "/acme/widgets");
    for (const control of ["star", "watch"]) await sendFromPage("states", { control });
    const starring = { account: accountOf(emulator), action: "star", ids };
    expect(await sendMessage("jobs-estimate", { job: starring })).toMatchObject({
      ok: true,
      value: { writes: 2, already: 0 },
    });
    const id = await startJob(starring);
    await expect.poll(stateOfJob(emulator, id)).toBe("done");
    await expect
      .poll(() => readPageStates([page]))
      .toMatchObject([{ states: { star: { starred: true, count: 1 }, watch: { watch: "not-watching" } } }]);
    const watching = await startJob({ account: accountOf(emulator), action: "watch", ids: ids.slice(0, 2) });
    await expect.poll(stateOfJob(emulator, watching)).toBe("done");
    await expect.poll(() => readPageStates([page])).toMatchObject([{ states: { watch: { watch: "watching" } } }]);
    const undone = await sendMessage("jobs-undo", { id });
    expect(undone).toMatchObject({ ok: true, value: expect.any(String) });
    await expect
      .poll(async () => Object.values(await jobsOf(emulator)).map(({ state }) => state))
      .toEqual(Array(3).fill("done"));
    expect(await sendFromPage("states", { control: "star" })).toMatchObject({
      value: { star: { starred: false, count: 0 } },
    });
    expect(await sendMessage("jobs-undo", { id: "no such job" })).toMatchObject({
      problem: { text: "reasonNothingToDo|" },
    });
  });

  test("of a file are paused, resumed and cancelled", async ({ emulator }) => {
    await signIn(emulator);
    emulator.control.faults.add({ operation: "getRepository", status: 503, times: 3 });
    const names = Array.from({ length: 30 }, (_, index) => `nothing-${index}`);
    const items = names.map((name) => ({ owner: "acme", name, wanted: { watch: "watching" } }));
    const id = await startJob({ account: accountOf(emulator), action: "import", items });
    expect(await sendMessage("jobs-pause", { id })).toEqual({ ok: true, value: undefined });
    await expect.poll(stateOfJob(emulator, id)).toBe("paused");
    expect(await sendMessage("jobs-resume", { id })).toEqual({ ok: true, value: undefined });
    await expect.poll(stateOfJob(emulator, id)).not.toBe("paused");
    expect(await sendMessage("jobs-cancel", { id })).toEqual({ ok: true, value: undefined });
    await expect.poll(stateOfJob(emulator, id)).toBe("cancelled");
  });

  test("that cannot continue are reported in the popup", async ({ emulator }) => {
    await signIn(emulator);
    const ids = [...(await gatherEntries(emulator)).values()];
    emulator.control.revokeToken(emulator.tokens["alice"] ?? "");
    await startJob({ account: accountOf(emulator), action: "star", ids });
    await expect
      .poll(() => sendMessage("recent-problems"))
      .toMatchObject({
        value: [{ where: { jobsOf: accountOf(emulator) }, text: expect.stringContaining("reasonToken") }],
      });
  });

  test("wait while tokens are locked, and continue once they are unlocked", async ({ emulator }) => {
    const starring = delayRequests("PUT", "/user/starred/acme/widgets");
    await signIn(emulator);
    const ids = [...(await gatherEntries(emulator)).values()];
    await sendMessage("set-passphrase", { passphrase: "a long passphrase" });
    const id = await startJob({ account: accountOf(emulator), action: "star", ids });
    await starring.arrived;
    await sendMessage("lock");
    await expect.poll(stateOfJob(emulator, id)).toBe("pausing");
    starring.release();
    await expect.poll(stateOfJob(emulator, id)).toBe("paused");
    expect(
      await sendMessage("jobs-estimate", { job: { account: accountOf(emulator), action: "star", ids } }),
    ).toMatchObject({
      problem: { kind: "locked" },
    });
    await sendMessage("unlock", { passphrase: "a long passphrase" });
    await expect.poll(stateOfJob(emulator, id)).toBe("done");
  });

  test("that were started before a policy are not continued, resumed or undone under it", async ({ emulator }) => {
    const starring = delayRequests("PUT", "/user/starred/acme/widgets");
    await signIn(emulator);
    const ids = await gatherEntries(emulator);
    const starAll = { account: accountOf(emulator), action: "star" };
    const done = await startJob({ ...starAll, ids: [ids.get("acme/gears")] });
    await expect.poll(stateOfJob(emulator, done)).toBe("done");
    const running = await startJob({ ...starAll, ids: [ids.get("acme/widgets")] });
    await starring.arrived;
    setManagedPolicy({ controlsOff: ["star"] });
    browserEvents.stored.emit({}, "managed");
    await expect.poll(stateOfJob(emulator, running)).toBe("pausing");
    starring.release();
    await expect.poll(stateOfJob(emulator, running)).toBe("paused");
    expect((await jobsOf(emulator))[running]).toMatchObject({ reason: { kind: "switched-off" } });
    emulator.control.clearCalls();
    for (const [type, id] of [
      ["jobs-resume", running],
      ["jobs-undo", done],
    ] as const) {
      expect(await sendMessage(type, { id })).toMatchObject({ ok: false, problem: { text: "switchedOff" } });
    }
    expect(emulator.control.calls()).toEqual([]);
    expect(Object.keys(await jobsOf(emulator)).sort()).toEqual([done, running].sort());
    setManagedPolicy({ controlsOff: [] });
    expect(await sendMessage("jobs-resume", { id: running })).toMatchObject({ ok: true });
    await expect.poll(stateOfJob(emulator, running)).toBe("done");
    expect(await sendMessage("jobs-undo", { id: done })).toMatchObject({ ok: true });
    await expect.poll(() => entryOf(emulator, "acme/gears")).toMatchObject({ starred: false });
  });

  test("whose control the user turns off pause", async ({ emulator }) => {
    const starring = delayRequests("PUT", "/user/starred/acme/widgets");
    await signIn(emulator);
    const ids = [...(await gatherEntries(emulator)).values()];
    const id = await startJob({ account: accountOf(emulator), action: "star", ids });
    await starring.arrived;
    const controls = { ...DEFAULT_SETTINGS.controls, star: false };
    await sendMessage("save-settings", { settings: { ...DEFAULT_SETTINGS, controls } });
    starring.release();
    await expect.poll(stateOfJob(emulator, id)).toBe("paused");
    expect((await jobsOf(emulator))[id]).toMatchObject({ reason: { kind: "switched-off" } });
  });

  test("that wait for the network continue when it is back, and set an alarm", async ({ emulator }) => {
    await signIn(emulator);
    const ids = [...(await gatherEntries(emulator)).values()];
    const fault = emulator.control.faults.add({ operation: "starRepository", cut: "connection" });
    const id = await startJob({ account: accountOf(emulator), action: "star", ids });
    await expect.poll(async () => (await jobsOf(emulator))[id]?.waiting).toMatchObject({ reason: { kind: "offline" } });
    expect([...alarms.keys()]).toContain("forgehand-jobs");
    emulator.control.faults.remove(fault);
    browserEvents.alarm.emit({ name: "forgehand-jobs" });
    self.dispatchEvent(new Event("online"));
    await expect.poll(stateOfJob(emulator, id)).toBe("done");
  });
});
