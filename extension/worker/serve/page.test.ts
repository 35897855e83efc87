import "fake-indexeddb/auto";
import "../browser.fixture.ts";
import { test } from "@forgehand/emulator/vitest";
import { beforeEach, describe, expect, vi } from "vitest";
import { DEFAULT_SETTINGS } from "../../settings.ts";
import { executed, opened, tabs } from "../browser.fixture.ts";
import { askerOn, beginAnew, OWN, signIn } from "./asked.fixture.ts";
import { serve } from "./serve.ts";

beforeEach(beginAnew);

const WIDGETS = "/acme/widgets";
const PULL = `${WIDGETS}/pull/1`;

describe("on a repository's page", () => {
  test("a star is given and taken back, and shown as the service then has it", async ({ emulator }) => {
    await signIn(emulator);
    const ask = askerOn(emulator, WIDGETS);
    const look = () => ask("look", { control: "star" });
    expect(await look()).toEqual({ ok: true, value: { star: { starred: false, count: 0 } } });
    for (const [starred, count] of [
      [true, 1],
      [false, 0],
    ] as const) {
      expect(await ask("act", { control: "star", intent: { starred } })).toMatchObject({
        ok: true,
        value: { state: { star: { starred, count } } },
      });
      expect(await look()).toMatchObject({ value: { star: { starred, count } } });
    }
  });

  test("watching is chosen", async ({ emulator }) => {
    await signIn(emulator);
    const ask = askerOn(emulator, WIDGETS);
    expect(await ask("look", { control: "watch" })).toMatchObject({ value: { watch: { watch: "not watching" } } });
    for (const watch of ["watching", "ignoring", "not watching"]) {
      expect(await ask("act", { control: "watch", intent: { watch } })).toMatchObject({
        ok: true,
        value: { state: { watch: { watch } } },
      });
    }
  });

  test("what can't be known is told with the reason, and the rest all the same", async ({ emulator }) => {
    await signIn(emulator);
    emulator.control.faults.add({ operation: "checkStar", status: 403, message: "No." });
    expect(await askerOn(emulator, WIDGETS)("look", { control: "star" })).toMatchObject({
      value: { star: { starred: null, count: 0, why: { kind: "permission" } } },
    });
  });

  test.for([
    [
      { status: 401, message: "Bad credentials" },
      { kind: "account", text: "tokenRefused" },
    ],
    [{ status: 403, message: "Not you." }, { kind: "permission" }],
    [
      { status: 404, message: "Not Found" },
      { kind: "permission", text: "notVisible" },
    ],
    [
      { status: 451, message: "Gone by law" },
      { kind: "permission", text: "takenDown" },
    ],
    [{ status: 500, message: "Oops" }, { kind: "other" }],
    [{ cut: "connection" as const }, { kind: "offline", text: "unreachable" }],
    [
      { status: 429, message: "Slow down", headers: { "retry-after": "600" } },
      { kind: "limit", until: expect.any(Number) },
    ],
  ] as const)("an answer like %o is told as %o", async ([fault, problem], { emulator }) => {
    await signIn(emulator);
    emulator.control.faults.add({ operation: "getRepository", ...fault });
    expect(await askerOn(emulator, WIDGETS)("look", { control: "star" })).toEqual({
      ok: true,
      value: { star: { starred: null, count: null, why: expect.objectContaining(problem) } },
    });
  });

  test("a limit that keeps a click from being done says that it is not done", async ({ emulator }) => {
    await signIn(emulator);
    emulator.control.faults.add({ operation: "starRepository", status: 429, headers: { "retry-after": "600" } });
    const ask = askerOn(emulator, WIDGETS);
    expect(await ask("act", { control: "star", intent: { starred: true } })).toMatchObject({
      ok: true,
      value: { state: { star: { starred: null } }, problem: { kind: "limit", text: "limitNotDone" } },
    });
    expect(await serve({ type: "recent-problems" }, OWN)).toMatchObject({
      value: [{ text: "limitNotDone", where: { page: `${emulator.webUrl}${WIDGETS}` } }],
    });
    await serve({ type: "clear-problems" }, OWN);
    expect(await serve({ type: "recent-problems" }, OWN)).toEqual({ ok: true, value: [] });
  });
});

describe("whoever a page is signed in as", () => {
  const star = { control: "star", intent: { starred: true } };

  test("nothing is done as somebody else, and who could is named", async ({ emulator }) => {
    await signIn(emulator, "bob");
    await signIn(emulator);
    const ask = askerOn(emulator, WIDGETS);
    emulator.control.clearCalls();
    expect(await ask("act", { ...star, signedIn: "Bob" })).toMatchObject({
      problem: { kind: "mismatch", text: "signedInAsOther|Bob|alice", switchTo: "bob" },
    });
    expect(await ask("act", { ...star, signedIn: "mallory" })).toEqual({
      ok: false,
      problem: { kind: "mismatch", text: "signedInAsOther|mallory|alice" },
    });
    expect(await ask("act", { ...star, login: "bob" })).toMatchObject({
      problem: { kind: "mismatch", text: "actsAsOther|alice" },
    });
    expect(emulator.control.calls()).toEqual([]);
    expect(await ask("switch-account", { login: "bob" })).toEqual({ ok: true, value: undefined });
    expect(await ask("act", { ...star, login: "bob", signedIn: "Bob" })).toMatchObject({ ok: true });
    expect(emulator.control.calls().map(({ user }) => user)).not.toContain("alice");
  });

  test("nothing is done where there is no account", async ({ emulator }) => {
    expect(await askerOn(emulator, WIDGETS)("act", star)).toMatchObject({
      problem: { kind: "account", text: `noAccountFor|${emulator.webUrl}` },
    });
  });
});

describe("the popup", () => {
  test("speaks of the page that its tab shows, while it shows it", async ({ emulator }) => {
    await signIn(emulator);
    const page = `${emulator.webUrl}${WIDGETS}`;
    const look = (tab?: number) => serve({ type: "look", page, tab, control: "star" }, OWN);
    tabs.set(3, page);
    expect(await look(3)).toMatchObject({ ok: true, value: { star: { starred: false } } });
    tabs.set(3, `${emulator.webUrl}/acme/gears`);
    for (const tab of [3, 4, undefined]) expect(await look(tab)).toMatchObject({ problem: { text: "pageChanged" } });
  });
});

describe("on a pull request's page", () => {
  test("reviews are asked for and withdrawn", async ({ emulator }) => {
    await signIn(emulator);
    const ask = askerOn(emulator, PULL);
    const carol = { kind: "user", name: "carol" };
    expect(await ask("look", { control: "review-request" })).toEqual({
      ok: true,
      value: { "review-request": { requested: [], reviewed: [] } },
    });
    const act = (intent: object) => ask("act", { control: "review-request", intent });
    expect(await act({ add: [carol] })).toMatchObject({
      value: { state: { "review-request": { requested: [carol] } } },
    });
    expect(await act({ remove: [carol] })).toMatchObject({ value: { state: { "review-request": { requested: [] } } } });
  });

  test("who can't be asked is named, and nobody is asked", async ({ emulator }) => {
    await signIn(emulator);
    const intent = { add: ["carol", "mallory"].map((name) => ({ kind: "user", name })) };
    expect(await askerOn(emulator, PULL)("act", { control: "review-request", intent })).toMatchObject({
      value: {
        state: { "review-request": { requested: [] } },
        problem: { kind: "permission", text: expect.stringContaining("mallory") },
      },
    });
  });

  test("what else keeps a request from being done is told", async ({ emulator }) => {
    await signIn(emulator);
    emulator.control.faults.add({ operation: "requestReviewers", status: 503 });
    const intent = { add: [{ kind: "user", name: "carol" }] };
    expect(await askerOn(emulator, PULL)("act", { control: "review-request", intent })).toMatchObject({
      value: { state: { "review-request": { requested: [] } }, problem: { kind: "other" } },
    });
  });

  test("those who could be asked are suggested", async ({ emulator }) => {
    await signIn(emulator);
    expect(await askerOn(emulator, PULL)("candidates")).toMatchObject({
      ok: true,
      value: { candidates: expect.arrayContaining([expect.objectContaining({ name: "carol" })]) },
    });
  });

  test("who may not ask, or whose token can't, is told before the click", async ({ emulator }) => {
    const look = () => askerOn(emulator, PULL)("look", { control: "review-request" });
    await signIn(emulator, "mallory");
    expect(await look()).toMatchObject({
      value: { "review-request": { requested: [], cannot: { text: expect.stringMatching(/^tokenCannotAsk\|/) } } },
    });
    await signIn(
      emulator,
      emulator.control.createToken("more", { kind: "classic", user: "mallory", scopes: ["repo"] }),
    );
    expect(await look()).toMatchObject({
      value: { "review-request": { cannot: { kind: "permission", text: "mayNotAsk|mallory|acme/widgets" } } },
    });
  });

  test("nothing is known of requests on a page that is no pull request's", async ({ emulator }) => {
    await signIn(emulator);
    expect(await askerOn(emulator, WIDGETS)("look", { control: "review-request" })).toMatchObject({
      value: { "review-request": { requested: null, why: { text: "noPullRequest" } } },
    });
  });
});

describe("rows of a list", () => {
  test("are looked at by all their controls at once, with one answer for what they share", async ({ emulator }) => {
    await signIn(emulator);
    emulator.control.clearCalls();
    const row = { owner: "acme", repo: "widgets" };
    expect(await askerOn(emulator, "/stars")("look-row", { row, controls: ["star", "watch"] })).toMatchObject({
      ok: true,
      value: { star: { starred: false }, watch: { watch: "not watching" } },
    });
    const reads = emulator.control.calls().filter(({ operation }) => operation === "getRepository");
    expect(reads).toHaveLength(1);
  });

  test("are not what a page without a list has", async ({ emulator }) => {
    const row = { owner: "acme", repo: "gears" };
    expect(await askerOn(emulator, PULL)("look-row", { row, controls: ["star"] })).toMatchObject({
      problem: { text: "notUnderstood" },
    });
  });
});

describe("parts that are loaded when they are needed", () => {
  test("go into the tab that asks, and not where they are switched off", async ({ emulator }) => {
    tabs.set(1, `${emulator.webUrl}${PULL}`);
    const load = (part: string) => askerOn(emulator, PULL)("load", { part });
    expect(await load("reviewers")).toEqual({ ok: true, value: undefined });
    const controls = { ...DEFAULT_SETTINGS.controls, rows: false };
    await serve({ type: "save-settings", settings: { ...DEFAULT_SETTINGS, controls } }, OWN);
    expect(await load("rows")).toMatchObject({ problem: { text: "switchedOff" } });
    expect(executed).toEqual([{ tabId: 1, file: "/reviewers.js" }]);
  });

  test("can't go where the browser lets nothing in: that is told, and written down for who looks", async ({
    emulator,
  }) => {
    using errors = vi.spyOn(console, "error").mockImplementation(() => undefined);
    expect(await askerOn(emulator, PULL)("load", { part: "reviewers" })).toEqual({
      ok: false,
      problem: { kind: "other", text: "wentWrong" },
    });
    expect(errors).toHaveBeenCalledWith(new Error("No tab with id: 1"));
  });
});

test("the extension's own pages are opened for a page that asks", async ({ emulator }) => {
  const sender = { own: false, tabId: 1, tabUrl: `${emulator.webUrl}${WIDGETS}`, frameId: 0 };
  const open = (what: string) => serve({ type: "open", what }, sender);
  for (const what of ["options", "lists", "unlock"]) expect(await open(what)).toEqual({ ok: true, value: undefined });
  expect(opened).toEqual(["/options.html", "/lists.html", "/options.html"]);
});
