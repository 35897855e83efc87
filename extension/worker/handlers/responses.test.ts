import "fake-indexeddb/auto";
import "../browser.fixture.ts";
import type { Emulator } from "@forgehand/emulator";
import { test } from "@forgehand/emulator/vitest";
import { expect } from "vitest";
import { readEntries, readGathering } from "../../lists/read-lists.ts";
import type { MessageKind, WorkerReply } from "../../messages/protocol.ts";
import { DEFAULT_SETTINGS } from "../../settings.ts";
import { sessionStorageValues, tabs } from "../browser.fixture.ts";
import type { Sender } from "../message-subject.ts";
import { handleMessage } from "./handle-message.ts";
import { EXTENSION_PAGE, pageSender } from "./messages.fixture.ts";
import { USER_ACTIONS } from "./user-actions.ts";
import { startWorkerWithLists } from "./worker-lists.fixture.ts";

const lists = await startWorkerWithLists();

const PASSPHRASE = "a long passphrase";

/** Records the replies to messages, and which kinds were sent. */
function createRecorder() {
  const replies: WorkerReply<unknown>[] = [];
  const kinds = new Set<MessageKind>();
  return {
    replies,
    kinds,
    async send(kind: MessageKind, payload: object = {}, sender: Sender = EXTENSION_PAGE): Promise<unknown> {
      const reply = await handleMessage({ type: kind, ...payload }, sender);
      // A change that waits for a confirmation is answered with a problem.
      expect(reply, kind).toMatchObject({ ok: !("isUnseen" in payload) });
      replies.push(reply);
      kinds.add(kind);
      return reply.ok ? reply.value : undefined;
    },
  };
}

/** Sends each kind of message once, with a valid payload. */
async function sendAll({ webUrl, apiUrl, tokens }: Emulator, send: ReturnType<typeof createRecorder>["send"]) {
  const alice = { origin: webUrl, login: "alice" };
  const account = `alice ${webUrl}`;
  for (const user of ["bob", "alice"])
    await send("save-account", { origin: webUrl, apiUrl, dialect: "auto", token: tokens[user] });
  await send("accounts");
  await send("use-account", alice);
  await send("test-account", alice);
  await send("token-plan", { dialect: "github", kind: "classic", privateRepositories: true, organizations: true });

  const repository = `${webUrl}/acme/widgets`;
  const pull = `${repository}/pull/1`;
  const list = `${webUrl}/stars`;
  const row = { owner: "acme", repo: "widgets" };
  tabs.set(1, pull);
  await send("overlay", { page: repository }, pageSender(repository));
  await send("cached-states", { page: list, rows: [row] }, pageSender(list));
  await send("states", { page: pull, control: "review-request" }, pageSender(pull));
  await send("row-states", { page: list, row, controls: ["star", "watch"] }, pageSender(list));
  await send("candidates", { page: pull }, pageSender(pull));
  await send("load", { page: pull, part: "reviewers" }, pageSender(pull));
  const change = { control: "star", intent: { starred: true }, login: "alice", signedIn: null };
  await send("change", { page: repository, ...change }, pageSender(repository));
  const held = { ...change, page: pull, control: "review-request", intent: { add: [{ kind: "user", name: "carol" }] } };
  const hold = async () => {
    await send("change", { ...held, isUnseen: true }, pageSender(pull));
    return Reflect.get(Object(Reflect.get(Object(await send("held-changes", { tab: 1 })), 0)), "id");
  };
  await send("confirm-change", { id: await hold(), signedIn: null });
  await send("dismiss-change", { id: await hold() });
  await send("switch-account", { page: repository, login: "alice" }, pageSender(repository));
  await send("move-tab", { page: repository, position: "hidden" }, pageSender(repository));

  await send("site", { origin: webUrl });
  await send("limits", alice);
  await send("waiting-reviews", alice);
  await send("recent-problems");
  await send("clear-problems");

  await send("lists-refresh", { account });
  await expect.poll(async () => (await readGathering(lists, account)).state, { timeout: 30_000 }).toBe("done");
  await send("lists-estimate-checks", { count: 3000 });
  await send("lists-check", { account, ids: [1] });
  await send("lists-check-all", { account });
  await send("lists-stop", { account });
  const ids = (await readEntries(lists, account)).map(({ id }) => id);
  const job = { account, action: "watch", ids };
  await send("jobs-estimate", { job });
  const id = await send("jobs-start", { job });
  const stateOfJob = async () => (await lists.get("jobs", String(id)))?.state;
  await expect.poll(stateOfJob, { timeout: 30_000 }).toBe("done");
  await send("jobs-pause", { id });
  await send("jobs-resume", { id });
  await send("jobs-cancel", { id });
  await send("jobs-undo", { id });
  await send("change-entry", { account, owner: "acme", name: "widgets", wanted: { starred: false } });

  await send("settings");
  await send("save-settings", { settings: DEFAULT_SETTINGS });
  await send("show-tab", { origin: webUrl });
  const text = JSON.stringify({ forgehand: 1, accounts: [{ origin: "https://forge.example.com", login: "zoe" }] });
  await send("export-settings");
  await send("plan-import", { text });
  await send("import-settings", { text, allowWeaker: true });

  await send("lock-state");
  await send("unlock-wait");
  await send("set-passphrase", { passphrase: PASSPHRASE });
  expect(sessionStorageValues.get("lock")).toMatchObject({ key: expect.any(String) });
  await send("accounts");
  await send("settings");
  await send("lock");
  await send("accounts");
  await send("unlock", { passphrase: PASSPHRASE });
  await send("change-passphrase", { old: PASSPHRASE, passphrase: `${PASSPHRASE} 2` });
  await send("remove-passphrase", { passphrase: `${PASSPHRASE} 2` });
  await send("forget-passphrase");
  await send("remove-account", alice);
  await send("wipe");
}

test("no response to any message contains a token, a passphrase or its key", async ({ emulator }) => {
  const { send, replies, kinds } = createRecorder();
  const keys = new Set<string>();
  await sendAll(emulator, async (...message) => {
    const value = await send(...message);
    const key: unknown = Reflect.get(Object(sessionStorageValues.get("lock")), "key");
    if (typeof key === "string") keys.add(key);
    return value;
  });
  expect([...kinds].sort()).toEqual(Object.keys(USER_ACTIONS).sort());
  const text = JSON.stringify(replies);
  expect(text).toContain("alice");
  expect(keys.size).toBe(2);
  for (const secret of [emulator.tokens["alice"], emulator.tokens["bob"], PASSPHRASE, ...keys])
    expect(text).not.toContain(secret);
});

test("no rejection of a message repeats its contents", async ({ emulator }) => {
  const token = emulator.tokens["alice"] ?? "";
  for (const sender of [EXTENSION_PAGE, pageSender(`${emulator.webUrl}/acme/widgets`)]) {
    for (const type of Object.keys(USER_ACTIONS)) {
      const fields = { token, passphrase: token, account: token, text: token, origin: token, page: token, id: token };
      expect(JSON.stringify(await handleMessage({ type, ...fields }, sender)), type).not.toContain(token);
      expect(JSON.stringify(await handleMessage({ type: token, ...fields }, sender))).not.toContain(token);
    }
  }
  const account = { origin: emulator.webUrl, apiUrl: emulator.apiUrl, dialect: "auto", token: `${token}x` };
  const rejected = await handleMessage({ type: "save-account", ...account }, EXTENSION_PAGE);
  expect(rejected).toMatchObject({ ok: false });
  expect(JSON.stringify(rejected)).not.toContain(token);
});
