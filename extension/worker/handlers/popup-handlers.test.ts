import "fake-indexeddb/auto";
import "../browser.fixture.ts";
import type { Emulator } from "@forgehand/emulator";
import { emulatorTest, test } from "@forgehand/emulator/vitest";
import { beforeEach, describe, expect } from "vitest";
import { sessionStorageValues } from "../browser.fixture.ts";
import { handleMessage } from "./handle-message.ts";
import { createPageSender, EXTENSION_PAGE, resetWorker, signIn } from "./messages.fixture.ts";

beforeEach(resetWorker);

const sendMessage = (type: string, { webUrl }: Emulator, login = "alice") =>
  handleMessage({ type, origin: webUrl, login }, EXTENSION_PAGE);

describe("pending reviews", () => {
  const pendingReview = {
    owner: "acme",
    repo: "widgets",
    number: 1,
    title: "Round the corners of the widget",
    author: "bob",
  };

  test("are returned and cached for the next popup", async ({ emulator }) => {
    await signIn(emulator);
    const intent = { add: [{ kind: "user", name: "alice" }] };
    await createPageSender(emulator, "/acme/widgets/pull/1")("change", { control: "review-request", intent });
    const reply = await sendMessage("waiting-reviews", emulator);
    expect(reply).toEqual({
      ok: true,
      value: { total: 1, latest: [{ ...pendingReview, draft: false, updatedAt: expect.any(Number) }] },
    });
    expect(sessionStorageValues.get(`last waiting-reviews ${emulator.webUrl} alice`)).toMatchObject({
      total: 1,
      latest: [pendingReview],
    });
  });

  test("are marked as limited if the token cannot see all of them", async ({ emulator }) => {
    await signIn(emulator, "mallory");
    expect(await sendMessage("waiting-reviews", emulator, "mallory")).toMatchObject({
      value: { total: 0, limitedTo: "public" },
    });
    const authorized = emulator.control.createToken("authorized", {
      kind: "user-access",
      app: "forgehand-demo",
      user: "bob",
    });
    for (const [login, token] of Object.entries({ alice: "alice-fine-grained", bob: authorized })) {
      await signIn(emulator, token);
      expect(await sendMessage("waiting-reviews", emulator, login)).toMatchObject({
        value: { total: 0, limitedTo: "selected" },
      });
    }
  });

  test("require an account", async ({ emulator }) => {
    expect(await sendMessage("waiting-reviews", emulator)).toMatchObject({ ok: false, problem: { kind: "account" } });
  });
});

describe("rate limits", () => {
  test("are null if the host has none", async ({ emulator }) => {
    await signIn(emulator);
    // Enterprise Server responds with 404 unless its rate limits are enabled.
    emulator.control.faults.add({ operation: "getRateLimits", status: 404 });
    expect(await sendMessage("limits", emulator)).toEqual({ ok: true, value: null });
  });

  describe("of a host that has some", () => {
    const test = emulatorTest({ limits: "published" });
    test("are returned for calls and searches", async ({ emulator }) => {
      await signIn(emulator);
      expect(await sendMessage("limits", emulator)).toMatchObject({
        ok: true,
        value: [
          { resource: "calls", limit: 5000, remaining: expect.any(Number), resetsAt: expect.any(Number) },
          { resource: "searches", limit: 30, remaining: 30 },
        ],
      });
    });
  });
});
