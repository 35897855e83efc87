import "fake-indexeddb/auto";
import "../browser.fixture.ts";
import type { Emulator } from "@forgehand/emulator";
import { emulatorTest, test } from "@forgehand/emulator/vitest";
import { beforeEach, describe, expect } from "vitest";
import { session } from "../browser.fixture.ts";
import { askerOn, beginAnew, OWN, signIn } from "./asked.fixture.ts";
import { serve } from "./serve.ts";

beforeEach(beginAnew);

const ask = (type: string, { webUrl }: Emulator, login = "alice") => serve({ type, origin: webUrl, login }, OWN);

describe("pull requests that wait for a review", () => {
  const waiting = {
    owner: "acme",
    repo: "widgets",
    number: 1,
    title: "Round the corners of the widget",
    author: "bob",
  };

  test("are shown, and kept for the next popup", async ({ emulator }) => {
    await signIn(emulator);
    const intent = { add: [{ kind: "user", name: "alice" }] };
    await askerOn(emulator, "/acme/widgets/pull/1")("act", { control: "review-request", intent });
    const answer = await ask("waiting-reviews", emulator);
    expect(answer).toEqual({
      ok: true,
      value: { all: 1, first: [{ ...waiting, draft: false, at: expect.any(Number) }] },
    });
    expect(session.get(`last waiting-reviews ${emulator.webUrl} alice`)).toMatchObject({ all: 1, first: [waiting] });
  });

  test("may be more than a token sees, and that is said", async ({ emulator }) => {
    await signIn(emulator, "mallory");
    expect(await ask("waiting-reviews", emulator, "mallory")).toMatchObject({ value: { all: 0, only: "public" } });
    await signIn(emulator, "alice-fine-grained");
    expect(await ask("waiting-reviews", emulator)).toMatchObject({ value: { all: 0, only: "given" } });
  });

  test("are nobody's where there is no account", async ({ emulator }) => {
    expect(await ask("waiting-reviews", emulator)).toMatchObject({ ok: false, problem: { kind: "account" } });
  });
});

describe("what is left of limits", () => {
  test("is nothing to tell where a host has none", async ({ emulator }) => {
    await signIn(emulator);
    expect(await ask("limits", emulator)).toEqual({ ok: true, value: null });
  });

  describe("of a host that has them", () => {
    const test = emulatorTest({ limits: "published" });
    test("is told in calls and searches", async ({ emulator }) => {
      await signIn(emulator);
      expect(await ask("limits", emulator)).toMatchObject({
        ok: true,
        value: [
          { of: "calls", most: 5000, left: expect.any(Number), until: expect.any(Number) },
          { of: "searches", most: 30, left: 30 },
        ],
      });
    });
  });
});
