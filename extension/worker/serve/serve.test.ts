import "fake-indexeddb/auto";
import "../browser.fixture.ts";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { openLists } from "../../lists/database.ts";
import { readGathering } from "../../lists/read.ts";
import { replaceAll } from "../account-store.ts";
import { saveAccount } from "../accounts.ts";
import type { Sender } from "../acting.ts";
import { local, manage, resetBrowser, session } from "../browser.fixture.ts";
import { useQuickPassphrases } from "../quick-passphrases.fixture.ts";
import { serve } from "./serve.ts";

useQuickPassphrases();

const FORGE = "https://forge.example.com";

const list: Sender = { own: false, tabId: 1, tabUrl: `${FORGE}/stars`, frameId: 0 };
const row = { page: `${FORGE}/stars`, row: { owner: "acme", repo: "widgets" } };

const fetched = vi.fn<typeof fetch>(async () => Response.error());

beforeEach(async () => {
  resetBrowser();
  fetched.mockClear();
  vi.stubGlobal("fetch", fetched);
  await replaceAll([], undefined);
  await saveAccount({
    origin: FORGE,
    apiUrl: `${FORGE}/api/v3`,
    dialect: "github",
    login: "alice",
    token: "ghp_alice",
  });
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const off = { ok: false, problem: { kind: "permission", text: "switchedOff" } };

describe("what an administrator switched off, no message has done", () => {
  test("rows, whatever is asked of one", async () => {
    manage({ controlsOff: ["rows"] });
    const star = { ...row, control: "star" };
    expect(await serve({ type: "look-row", ...row, controls: ["star"] }, list)).toMatchObject(off);
    expect(await serve({ type: "look", ...star }, list)).toMatchObject(off);
    expect(await serve({ type: "act", ...star, intent: { starred: true } }, list)).toMatchObject(off);
    const pull = { page: `${FORGE}/pulls`, row: { ...row.row, number: 7 } };
    const pulls = { ...list, tabUrl: pull.page };
    expect(await serve({ type: "candidates", ...pull }, pulls)).toMatchObject(off);
    expect(fetched).not.toHaveBeenCalled();
  });

  test("a control, in rows too", async () => {
    manage({ controlsOff: ["watch"] });
    expect(await serve({ type: "look-row", ...row, controls: ["star", "watch"] }, list)).toMatchObject(off);
    expect(fetched).not.toHaveBeenCalled();
  });
});

describe("what an administrator switched off is off in lists and jobs", () => {
  const own: Sender = { own: true };
  const account = `alice ${FORGE}`;

  test("a click in a list's row", async () => {
    manage({ controlsOff: ["watch"] });
    const entry = { type: "entry-act", account, owner: "acme", name: "widgets", wanted: { watch: "ignoring" } };
    expect(await serve(entry, own)).toMatchObject(off);
    expect(fetched).not.toHaveBeenCalled();
  });

  test("a job, and what a file holds", async () => {
    manage({ controlsOff: ["watch"] });
    const start = (job: object) => serve({ type: "jobs-start", job: { account, ...job } }, own);
    expect(await start({ action: "unwatch", ids: [1] })).toMatchObject(off);
    const items = [{ owner: "acme", name: "widgets", wanted: { watch: "watching" } }];
    expect(await start({ action: "import", items })).toMatchObject(off);
    expect(fetched).not.toHaveBeenCalled();
  });
});

test("an allowed host's token travels to no other host's API", async () => {
  manage({ allowedHosts: ["forge.example.com"] });
  const save = (apiUrl: string) =>
    serve({ type: "save-account", origin: FORGE, apiUrl, dialect: "github", token: "ghp_alice" }, { own: true });
  expect(await save("https://elsewhere.example.com/api/v3")).toMatchObject({
    ok: false,
    problem: { kind: "permission" },
  });
  expect(fetched).not.toHaveBeenCalled();
  await save(`${FORGE}/api/v3`);
  expect(fetched).toHaveBeenCalled();
});

test("what scripts ask by themselves keeps no tokens open, what people do does", async () => {
  await serve({ type: "set-passphrase", passphrase: "a long passphrase" }, { own: true });
  const before = JSON.stringify(session.get("lock"));
  vi.useFakeTimers({ now: Date.now() + 60_000, toFake: ["Date"] });
  await serve({ type: "look", ...row, control: "star" }, list);
  expect(JSON.stringify(session.get("lock"))).toBe(before);
  await serve({ type: "act", ...row, control: "star", intent: { starred: true } }, list);
  expect(JSON.stringify(session.get("lock"))).not.toBe(before);
});

test("an account that is removed leaves nothing of what it saw, and others keep theirs", async () => {
  const own: Sender = { own: true };
  const seen = { at: Date.now(), states: {} };
  for (const [page, login] of [
    [`${FORGE}/acme/secret`, "alice"],
    [`${FORGE}/acme/widgets`, "bob"],
    ["https://forge.example.com.example/acme/widgets", "alice"],
  ]) {
    local.set(`known ${page}`, { login, ...seen });
  }
  session.set(`last waiting-reviews ${FORGE} alice`, { first: [{ title: "Something secret" }], all: 1 });
  const lists = await openLists();
  for (const login of ["alice", "bob"]) await lists.put("gatherings", await readGathering(lists, `${login} ${FORGE}`));
  expect(await serve({ type: "remove-account", origin: FORGE, login: "alice" }, own)).toMatchObject({ ok: true });
  expect([...local.keys()].filter((key) => key.startsWith("known "))).toEqual([
    `known ${FORGE}/acme/widgets`,
    "known https://forge.example.com.example/acme/widgets",
  ]);
  expect([...session.keys()].filter((key) => key.startsWith("last "))).toEqual([]);
  // Neither of them is an account here any more: nothing of either is kept.
  await expect.poll(() => lists.getAllKeys("gatherings"), { timeout: 20_000 }).toEqual([]);
  lists.close();
});

test("once tokens are locked, the popup has nothing left of what it was told", async () => {
  const own: Sender = { own: true };
  session.set(`last waiting-reviews ${FORGE} alice`, { first: [{ title: "Something secret" }], all: 1 });
  expect(await serve({ type: "lock-now" }, own)).toMatchObject({ ok: true });
  expect([...session.keys()].filter((key) => key.startsWith("last "))).toEqual([]);
});
