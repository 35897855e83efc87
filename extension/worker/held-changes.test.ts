import "fake-indexeddb/auto";
import "./browser.fixture.ts";
import type { Emulator } from "@forgehand/emulator";
import { test } from "@forgehand/emulator/vitest";
import { beforeEach, describe, expect, vi } from "vitest";
import * as z from "zod/mini";
import { badges, sessionStorageValues, tabs } from "./browser.fixture.ts";
import { handleMessage } from "./handlers/handle-message.ts";
import { createPageSender, EXTENSION_PAGE, pageSender, resetWorker, signIn } from "./handlers/messages.fixture.ts";

beforeEach(resetWorker);

const WIDGETS = "/acme/widgets";
const ListReply = z.object({ value: z.array(z.object({ id: z.string() })) });
const STAR = { control: "star", intent: { starred: true } };

/** Messages about the changes of a tab. */
function confirmations(tab = 1) {
  const list = () => handleMessage({ type: "held-changes", tab }, EXTENSION_PAGE);
  return {
    list,
    ids: async () => z.parse(ListReply, await list()).value.map(({ id }) => id),
    confirm: (id: string | undefined, signedIn: string | null = "alice") =>
      handleMessage({ type: "confirm-change", id, signedIn }, EXTENSION_PAGE),
    dismiss: (id: string | undefined) => handleMessage({ type: "dismiss-change", id }, EXTENSION_PAGE),
  };
}

/** Opens a page in a tab, and presses a control there that may not have been visible. */
async function pressUnseen(emulator: Emulator, path = WIDGETS, payload: object = STAR, tab = 1): Promise<unknown> {
  const page = `${emulator.webUrl}${path}`;
  tabs.set(tab, page);
  const users = { login: "alice", signedIn: "alice" };
  return handleMessage({ type: "change", page, ...users, ...payload, isUnseen: true }, pageSender(page, tab));
}

const writes = ({ control }: Emulator) => control.calls().filter(({ method }) => method !== "GET");

describe("a change that the user may not have seen", () => {
  test("is made once the user confirms it, as it was shown", async ({ emulator }) => {
    await signIn(emulator);
    const { list, confirm, ids } = confirmations();
    expect(await pressUnseen(emulator)).toEqual({
      ok: false,
      problem: { kind: "unconfirmed", text: "confirmInPopup", until: expect.any(Number) },
    });
    expect(writes(emulator)).toEqual([]);
    expect(badges.get(1)).toBe("1");
    const subject = { owner: "acme", repo: "widgets" };
    expect(await list()).toEqual({
      ok: true,
      value: [{ id: expect.any(String), origin: emulator.webUrl, login: "alice", subject, ...STAR }],
    });
    expect(await confirmations(2).list()).toEqual({ ok: true, value: [] });
    const [id] = await ids();
    expect(await confirm(id)).toEqual({ ok: true, value: { problem: undefined } });
    expect(writes(emulator)).toMatchObject([
      { operation: "starRepository", path: "/api/v3/user/starred/acme/widgets" },
    ]);
    expect(badges.has(1)).toBe(false);
    // It is made only once.
    expect(await confirm(id)).toMatchObject({ ok: false, problem: { text: "heldChangeIsGone" } });
    expect(writes(emulator)).toHaveLength(1);
  });

  test("of a row is about the row's repository", async ({ emulator }) => {
    await signIn(emulator);
    const row = { owner: "acme", repo: "gears" };
    await pressUnseen(emulator, "/stars", { ...STAR, row });
    const held = confirmations();
    expect(await held.list()).toMatchObject({ value: [{ subject: row }] });
    await held.confirm((await held.ids())[0]);
    expect(writes(emulator)).toMatchObject([{ path: "/api/v3/user/starred/acme/gears" }]);
  });

  test("is dropped when it is dismissed, and replaced when the control is pressed again", async ({ emulator }) => {
    await signIn(emulator);
    const held = confirmations();
    await pressUnseen(emulator);
    await pressUnseen(emulator, WIDGETS, { control: "star", intent: { starred: false } });
    expect(await held.list()).toMatchObject({ value: [{ intent: { starred: false } }] });
    const [id] = await held.ids();
    expect(await held.dismiss(id)).toEqual({ ok: true, value: undefined });
    expect(await held.list()).toEqual({ ok: true, value: [] });
    expect(sessionStorageValues.has("held changes")).toBe(false);
  });

  test("is dropped when the tab leaves the page, and when another account becomes active", async ({ emulator }) => {
    await signIn(emulator, "bob");
    await signIn(emulator);
    const held = confirmations();
    await pressUnseen(emulator);
    const [left] = await held.ids();
    await createPageSender(emulator, "/acme/gears")("overlay");
    await vi.waitFor(() => expect(sessionStorageValues.has("held changes")).toBe(false));
    await pressUnseen(emulator);
    tabs.delete(1);
    expect(await held.list()).toEqual({ ok: true, value: [] });
    await pressUnseen(emulator);
    const [other] = await held.ids();
    await handleMessage({ type: "use-account", origin: emulator.webUrl, login: "bob" }, EXTENSION_PAGE);
    for (const id of [left, other]) expect(await held.confirm(id)).toMatchObject({ ok: false });
    expect(await held.list()).toEqual({ ok: true, value: [] });
    expect(writes(emulator)).toEqual([]);
  });

  test("is not made on another page, as another user, or after two minutes", async ({ emulator }) => {
    await signIn(emulator);
    const held = confirmations();
    await pressUnseen(emulator);
    const [first] = await held.ids();
    tabs.set(1, `${emulator.webUrl}/acme/gears`);
    expect(await held.confirm(first)).toMatchObject({ problem: { text: "pageChanged" } });
    await pressUnseen(emulator);
    expect(await held.confirm((await held.ids())[0], "bob")).toMatchObject({ problem: { kind: "mismatch" } });
    await pressUnseen(emulator);
    const [late] = await held.ids();
    using _ = vi.spyOn(Date, "now").mockReturnValue(Date.now() + 120_001);
    expect(await held.list()).toEqual({ ok: true, value: [] });
    expect(await held.confirm(late)).toMatchObject({ problem: { text: "heldChangeIsGone" } });
    expect(writes(emulator)).toEqual([]);
  });

  test("can't fill the popup: three wait in each tab, and twenty in all", async ({ emulator }) => {
    await signIn(emulator);
    const full = { ok: false, problem: { kind: "other", text: "tooManyHeldChanges" } };
    for (let tab = 1; tab <= 7; tab += 1) {
      for (let index = 1; index <= 5; index += 1) {
        const row = { owner: "acme", repo: `r${index}` };
        const reply = await pressUnseen(emulator, "/stars", { ...STAR, row }, tab);
        if (index > 3 || (tab === 7 && index === 3)) expect(reply).toEqual(full);
        else expect(reply).toMatchObject({ problem: { kind: "unconfirmed" } });
      }
    }
    expect(await confirmations(7).ids()).toHaveLength(2);
  });

  test("must be one that the control supports, and can only be confirmed by the extension's own pages", async ({
    emulator,
  }) => {
    await signIn(emulator);
    expect(await pressUnseen(emulator, WIDGETS, { ...STAR, intent: { starred: 1 } })).toMatchObject({
      problem: { text: "noSuchIntent" },
    });
    await pressUnseen(emulator);
    const [id] = await confirmations().ids();
    const send = createPageSender(emulator, WIDGETS);
    for (const [type, payload] of [
      ["held-changes", { tab: 1 }],
      ["confirm-change", { id, signedIn: null }],
      ["dismiss-change", { id }],
    ] as const) {
      expect(await send(type, payload), type).toMatchObject({ ok: false, problem: { text: "notUnderstood" } });
    }
    expect(writes(emulator)).toEqual([]);
  });
});
