import "fake-indexeddb/auto";
import "../browser.fixture.ts";
import { test } from "@forgehand/emulator/vitest";
import { beforeEach, describe, expect, vi } from "vitest";
import { DEFAULT_SETTINGS } from "../../settings.ts";
import { executedScripts, tabs } from "../browser.fixture.ts";
import { storePageStates } from "../state.fixture.ts";
import { handleMessage } from "./handle-message.ts";
import { createPageSender, EXTENSION_PAGE, pageSender, resetWorker, signIn } from "./messages.fixture.ts";

beforeEach(resetWorker);

const WIDGETS = "/acme/widgets";
const PULL = `${WIDGETS}/pull/1`;

describe("on a repository page", () => {
  test("a star is set and removed, and the service's state is returned", async ({ emulator }) => {
    await signIn(emulator);
    const sendMessage = createPageSender(emulator, WIDGETS);
    const readStates = () => sendMessage("states", { control: "star" });
    expect(await readStates()).toEqual({ ok: true, value: { star: { starred: false, count: 0 } } });
    for (const [starred, count] of [
      [true, 1],
      [false, 0],
    ] as const) {
      expect(await sendMessage("change", { control: "star", intent: { starred } })).toMatchObject({
        ok: true,
        value: { state: { star: { starred, count } } },
      });
      expect(await readStates()).toMatchObject({ value: { star: { starred, count } } });
    }
  });

  test("the watch state can be changed", async ({ emulator }) => {
    await signIn(emulator);
    const sendMessage = createPageSender(emulator, WIDGETS);
    expect(await sendMessage("states", { control: "watch" })).toMatchObject({
      value: { watch: { watch: "not-watching" } },
    });
    for (const watch of ["watching", "ignoring", "not-watching"]) {
      expect(await sendMessage("change", { control: "watch", intent: { watch } })).toMatchObject({
        ok: true,
        value: { state: { watch: { watch } } },
      });
    }
  });

  test("the repository is requested once for all controls of a view, and again for each refresh and change", async ({
    emulator,
  }) => {
    await signIn(emulator);
    const sendMessage = createPageSender(emulator, WIDGETS);
    const readAll = () =>
      Promise.all([sendMessage("states", { control: "star" }), sendMessage("states", { control: "watch" })]);
    const countReads = () => emulator.control.calls().filter(({ operation }) => operation === "getRepository").length;
    emulator.control.clearCalls();
    await readAll();
    expect(
      emulator.control
        .calls()
        .map(({ operation }) => operation)
        .sort(),
    ).toEqual(["checkStar", "getRepository", "getSubscription"]);
    await readAll();
    expect(countReads()).toBe(2);
    await sendMessage("change", { control: "star", intent: { starred: true } });
    expect(countReads()).toBe(3);
    expect(await sendMessage("states", { control: "watch" })).toMatchObject({ ok: true });
    emulator.control.faults.add({ operation: "getRepository", status: 500, times: 1 });
    expect(await sendMessage("states", { control: "star" })).toMatchObject({ value: { star: { count: null } } });
    expect(await sendMessage("states", { control: "watch" })).toMatchObject({ value: { watch: { count: 0 } } });
  });

  test("an unknown state is null with a reason, and the others are returned", async ({ emulator }) => {
    await signIn(emulator);
    emulator.control.faults.add({ operation: "checkStar", status: 403, message: "No." });
    expect(await createPageSender(emulator, WIDGETS)("states", { control: "star" })).toMatchObject({
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
  ] as const)("a response like %o is reported as %o", async ([fault, problem], { emulator }) => {
    await signIn(emulator);
    emulator.control.faults.add({ operation: "getRepository", ...fault });
    expect(await createPageSender(emulator, WIDGETS)("states", { control: "star" })).toEqual({
      ok: true,
      value: { star: { starred: null, count: null, why: expect.objectContaining(problem) } },
    });
  });

  test("a change that a limit prevented is reported as not done", async ({ emulator }) => {
    await signIn(emulator);
    emulator.control.faults.add({ operation: "starRepository", status: 429, headers: { "retry-after": "600" } });
    const sendMessage = createPageSender(emulator, WIDGETS);
    expect(await sendMessage("change", { control: "star", intent: { starred: true } })).toMatchObject({
      ok: true,
      value: { state: { star: { starred: null } }, problem: { kind: "limit", text: "limitNotDone" } },
    });
    expect(await handleMessage({ type: "recent-problems" }, EXTENSION_PAGE)).toMatchObject({
      value: [{ text: "limitNotDone", where: { page: `${emulator.webUrl}${WIDGETS}` } }],
    });
    await handleMessage({ type: "clear-problems" }, EXTENSION_PAGE);
    expect(await handleMessage({ type: "recent-problems" }, EXTENSION_PAGE)).toEqual({ ok: true, value: [] });
  });
});

describe("a change whose response is lost", () => {
  const change = { control: "star", intent: { starred: true } };
  const lost = { operation: "starRepository", cut: "connection", times: 1 } as const;

  test("is reported as done if it was made", async ({ emulator }) => {
    await signIn(emulator);
    emulator.control.faults.add({ ...lost, executed: true });
    const result = await createPageSender(emulator, WIDGETS)("change", change);
    expect(result).toMatchObject({ ok: true, value: { state: { star: { starred: true } } } });
    expect(result).toHaveProperty("value.problem", undefined);
  });

  test("is reported with the current state if it was not made", async ({ emulator }) => {
    await signIn(emulator);
    emulator.control.faults.add(lost);
    expect(await createPageSender(emulator, WIDGETS)("change", change)).toMatchObject({
      value: { state: { star: { starred: false } }, problem: { kind: "offline", text: "lost" } },
    });
  });

  test.for([true, false])(
    "is reported as unknown if the state cannot be read (made: %s)",
    async (executed, { emulator }) => {
      await signIn(emulator);
      emulator.control.faults.add({ ...lost, executed });
      emulator.control.faults.add({ operation: "checkStar", cut: "connection" });
      expect(await createPageSender(emulator, WIDGETS)("change", change)).toMatchObject({
        value: { state: { star: { starred: null } }, problem: { kind: "offline", text: "outcomeUnknown|unreachable" } },
      });
      expect(await handleMessage({ type: "recent-problems" }, EXTENSION_PAGE)).toMatchObject({
        value: [{ text: "outcomeUnknown|unreachable" }],
      });
    },
  );
});

describe("a page signed in as another user", () => {
  const star = { control: "star", intent: { starred: true } };

  test("prevents the change and names the matching account", async ({ emulator }) => {
    await signIn(emulator, "bob");
    await signIn(emulator);
    const sendMessage = createPageSender(emulator, WIDGETS);
    emulator.control.clearCalls();
    expect(await sendMessage("change", { ...star, signedIn: "Bob" })).toMatchObject({
      problem: { kind: "mismatch", text: "signedInAsOther|Bob|alice", switchTo: "bob" },
    });
    expect(await sendMessage("change", { ...star, signedIn: "mallory" })).toEqual({
      ok: false,
      problem: { kind: "mismatch", text: "signedInAsOther|mallory|alice" },
    });
    expect(await sendMessage("change", { ...star, login: "bob" })).toMatchObject({
      problem: { kind: "mismatch", text: "actsAsOther|alice" },
    });
    expect(emulator.control.calls()).toEqual([]);
    expect(await sendMessage("switch-account", { login: "bob" })).toEqual({ ok: true, value: undefined });
    expect(await sendMessage("change", { ...star, login: "bob", signedIn: "Bob" })).toMatchObject({ ok: true });
    expect(emulator.control.calls().map(({ user }) => user)).not.toContain("alice");
  });

  test("cannot be hidden by leaving out the page's user or the account that was shown", async ({ emulator }) => {
    await signIn(emulator);
    const sendMessage = createPageSender(emulator, WIDGETS);
    const rejected = { ok: false, problem: { text: "notUnderstood" } };
    for (const fields of [{ login: undefined }, { signedIn: undefined }, { login: null }, { login: "" }]) {
      expect(await sendMessage("change", { ...star, ...fields })).toMatchObject(rejected);
    }
    const page = `${emulator.webUrl}${WIDGETS}`;
    tabs.set(3, page);
    for (const [target, sender] of [
      [{ page }, pageSender(page)],
      [{ page, tab: 3 }, EXTENSION_PAGE],
    ] as const) {
      expect(await handleMessage({ type: "change", ...target, ...star }, sender)).toMatchObject(rejected);
    }
    expect(await sendMessage("states", { control: "star" })).toMatchObject({ value: { star: { starred: false } } });
    // The page shows that no user is signed in.
    expect(await sendMessage("change", { ...star, signedIn: null })).toMatchObject({ ok: true });
  });

  test("can only be switched on its own host", async ({ emulator }) => {
    await signIn(emulator, "bob");
    await signIn(emulator);
    const page = "https://other.example.com/acme/widgets";
    const message = { type: "switch-account", login: "bob" };
    const ownPage = `${emulator.webUrl}${WIDGETS}`;
    expect(await handleMessage({ ...message, page: ownPage }, pageSender(page))).toMatchObject({
      problem: { text: "pageChanged" },
    });
    await handleMessage({ ...message, page }, pageSender(page));
    expect(await handleMessage({ ...message, page: ownPage, origin: emulator.webUrl }, pageSender(page))).toMatchObject(
      {
        ok: false,
      },
    );
    expect(await handleMessage({ type: "accounts" }, EXTENSION_PAGE)).toMatchObject({
      value: [
        { login: "alice", active: true },
        { login: "bob", active: false },
      ],
    });
  });

  test("cannot be changed without an account", async ({ emulator }) => {
    expect(await createPageSender(emulator, WIDGETS)("change", star)).toMatchObject({
      problem: { kind: "account", text: `noAccountFor|${emulator.webUrl}` },
    });
  });
});

describe("the popup", () => {
  test("only accepts the page that its tab shows", async ({ emulator }) => {
    await signIn(emulator);
    const page = `${emulator.webUrl}${WIDGETS}`;
    const readStates = (tab?: number) => handleMessage({ type: "states", page, tab, control: "star" }, EXTENSION_PAGE);
    tabs.set(3, page);
    expect(await readStates(3)).toMatchObject({ ok: true, value: { star: { starred: false } } });
    tabs.set(3, `${emulator.webUrl}/acme/gears`);
    for (const tab of [3, 4, undefined])
      expect(await readStates(tab)).toMatchObject({ problem: { text: "pageChanged" } });
  });
});

describe("on a pull request page", () => {
  test("reviews are requested and withdrawn", async ({ emulator }) => {
    await signIn(emulator);
    const sendMessage = createPageSender(emulator, PULL);
    const carol = { kind: "user", name: "carol" };
    expect(await sendMessage("states", { control: "review-request" })).toEqual({
      ok: true,
      value: { "review-request": { requested: [], reviewed: [] } },
    });
    const changeReviewers = (intent: object) => sendMessage("change", { control: "review-request", intent });
    expect(await changeReviewers({ add: [carol] })).toMatchObject({
      value: { state: { "review-request": { requested: [carol] } } },
    });
    expect(await changeReviewers({ remove: [carol] })).toMatchObject({
      value: { state: { "review-request": { requested: [] } } },
    });
  });

  test("a reviewer without access is named, and no review is requested", async ({ emulator }) => {
    await signIn(emulator);
    const intent = { add: ["carol", "mallory"].map((name) => ({ kind: "user", name })) };
    expect(await createPageSender(emulator, PULL)("change", { control: "review-request", intent })).toMatchObject({
      value: {
        state: { "review-request": { requested: [] } },
        problem: { kind: "permission", text: expect.stringContaining("mallory") },
      },
    });
  });

  test("other failures of a request are reported", async ({ emulator }) => {
    await signIn(emulator);
    emulator.control.faults.add({ operation: "requestReviewers", status: 503 });
    const intent = { add: [{ kind: "user", name: "carol" }] };
    expect(await createPageSender(emulator, PULL)("change", { control: "review-request", intent })).toMatchObject({
      value: { state: { "review-request": { requested: [] } }, problem: { kind: "other" } },
    });
  });

  test("reviewers are suggested", async ({ emulator }) => {
    await signIn(emulator);
    expect(await createPageSender(emulator, PULL)("candidates")).toMatchObject({
      ok: true,
      value: { candidates: expect.arrayContaining([expect.objectContaining({ name: "carol" })]) },
    });
  });

  test("missing permissions of the user or token are reported before the click", async ({ emulator }) => {
    const readStates = () => createPageSender(emulator, PULL)("states", { control: "review-request" });
    await signIn(emulator, "mallory");
    expect(await readStates()).toMatchObject({
      value: { "review-request": { requested: [], cannot: { text: expect.stringMatching(/^tokenCannotAsk\|/) } } },
    });
    await signIn(
      emulator,
      emulator.control.createToken("more", { kind: "classic", user: "mallory", scopes: ["repo"] }),
    );
    expect(await readStates()).toMatchObject({
      value: { "review-request": { cannot: { kind: "permission", text: "mayNotAsk|mallory|acme/widgets" } } },
    });
  });

  test("review requests are unknown on other pages", async ({ emulator }) => {
    await signIn(emulator);
    expect(await createPageSender(emulator, WIDGETS)("states", { control: "review-request" })).toMatchObject({
      value: { "review-request": { requested: null, why: { text: "noPullRequest" } } },
    });
  });
});

describe("rows of a list", () => {
  test("are read with one request for the data that their controls share", async ({ emulator }) => {
    await signIn(emulator);
    emulator.control.clearCalls();
    const row = { owner: "acme", repo: "widgets" };
    expect(
      await createPageSender(emulator, "/stars")("row-states", { row, controls: ["star", "watch"] }),
    ).toMatchObject({
      ok: true,
      value: { star: { starred: false }, watch: { watch: "not-watching" } },
    });
    const reads = emulator.control.calls().filter(({ operation }) => operation === "getRepository");
    expect(reads).toHaveLength(1);
  });

  test("are rejected on pages without a list", async ({ emulator }) => {
    const row = { owner: "acme", repo: "gears" };
    expect(await createPageSender(emulator, PULL)("row-states", { row, controls: ["star"] })).toMatchObject({
      problem: { text: "notUnderstood" },
    });
  });
});

describe("parts that are loaded on demand", () => {
  test("are injected into the requesting tab unless they are disabled", async ({ emulator }) => {
    tabs.set(1, `${emulator.webUrl}${PULL}`);
    const load = (part: string) => createPageSender(emulator, PULL)("load", { part });
    expect(await load("reviewers")).toEqual({ ok: true, value: undefined });
    const controls = { ...DEFAULT_SETTINGS.controls, rows: false };
    await handleMessage({ type: "save-settings", settings: { ...DEFAULT_SETTINGS, controls } }, EXTENSION_PAGE);
    expect(await load("rows")).toMatchObject({ problem: { text: "switchedOff" } });
    expect(executedScripts).toEqual([{ tabId: 1, file: "/reviewers.js" }]);
  });

  test("that cannot be injected are reported, and the error is logged", async ({ emulator }) => {
    using errors = vi.spyOn(console, "error").mockImplementation(() => undefined);
    expect(await createPageSender(emulator, PULL)("load", { part: "reviewers" })).toEqual({
      ok: false,
      problem: { kind: "other", text: "wentWrong" },
    });
    expect(errors).toHaveBeenCalledWith(new Error("No tab with id: 1"));
  });
});

describe("cached data", () => {
  const widgets = { login: "alice", at: 1, states: { star: { starred: true, count: 3 } } };

  test("is only that of the tab's host, whatever the message names", async ({ emulator }) => {
    await signIn(emulator);
    await storePageStates({
      [`${emulator.webUrl}${WIDGETS}`]: widgets,
      "https://other.example.com/acme/widgets": { ...widgets, login: "bob" },
    });
    const send = createPageSender(emulator, WIDGETS);
    expect(await send("overlay")).toMatchObject({
      ok: true,
      value: { site: { login: "alice", logins: ["alice"] }, cached: widgets },
    });
    const rows = [
      { owner: "Acme", repo: "WIDGETS" },
      { owner: "acme", repo: "gears" },
    ];
    expect(await send("cached-states", { rows })).toEqual({
      ok: true,
      value: { page: widgets, rows: [widgets, null] },
    });
    const page = "https://other.example.com/acme/widgets";
    expect(await send("overlay", { page })).toMatchObject({ problem: { text: "pageChanged" } });
    expect(await send("cached-states", { page, rows })).toMatchObject({ problem: { text: "pageChanged" } });
    const outside = [{ owner: "https://other.example.com/acme", repo: "widgets" }];
    expect(await send("cached-states", { rows: outside })).toMatchObject({ value: { rows: [null] } });
  });

  test("is not given to a document that its tab has left", async ({ emulator }) => {
    await signIn(emulator);
    const page = `${emulator.webUrl}${WIDGETS}`;
    for (const origin of [undefined, "https://other.example.com"]) {
      const sender = { ...pageSender(page), origin };
      const users = { login: "alice", signedIn: "alice" };
      const message = { type: "change", page, control: "star", intent: { starred: true }, ...users };
      for (const sent of [message, { type: "overlay", page }])
        expect(await handleMessage(sent, sender)).toMatchObject({ problem: { text: "pageChanged" } });
    }
  });

  test("of a host without an account is nothing", async ({ emulator }) => {
    await signIn(emulator);
    const page = emulator.webUrl.replace("127.0.0.1", "localhost") + WIDGETS;
    expect(await handleMessage({ type: "overlay", page }, pageSender(page))).toEqual({
      ok: true,
      value: { site: null, cached: null },
    });
  });

  test("of any host is available to the extension's own pages only", async ({ emulator }) => {
    await signIn(emulator);
    const message = { type: "site", origin: emulator.webUrl };
    expect(await handleMessage(message, EXTENSION_PAGE)).toMatchObject({ value: { login: "alice" } });
    expect(await handleMessage(message, pageSender(`${emulator.webUrl}${WIDGETS}`))).toMatchObject({
      problem: { text: "notUnderstood" },
    });
  });
});
