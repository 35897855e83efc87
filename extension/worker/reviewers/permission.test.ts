import type { Emulator } from "@forgehand/emulator";
import { test } from "@forgehand/emulator/vitest";
import { describe, expect } from "vitest";
import { clientWith } from "./gadgets.fixture.ts";
import { whyCannotAsk } from "./permission.ts";

const PULL = { owner: "acme", repo: "widgets", pull_number: 1 };
const why = (emulator: Emulator, token = "") =>
  whyCannotAsk(clientWith(emulator, token), PULL, { token, dialect: "github" });

describe("whether an account can ask for reviews, before it tries", () => {
  test("may be for whoever may write, with whatever kind of token", async ({ emulator }) => {
    for (const name of ["alice", "bob", "alice-fine-grained", "acme-installation"]) {
      expect(await why(emulator, emulator.tokens[name]), name).toBeUndefined();
    }
  });

  test("not with a token that lacks the scope", async ({ emulator }) => {
    const token = emulator.control.createToken("narrow", { kind: "classic", user: "alice", scopes: ["read:org"] });
    expect(await why(emulator, token)).toEqual({ kind: "token", lacks: expect.stringContaining("public_repo") });
  });

  test("not for those who may only read", async ({ emulator }) => {
    const token = emulator.control.createToken("reader", { kind: "classic", user: "mallory", scopes: ["repo"] });
    expect(await why(emulator, token)).toEqual({ kind: "role" });
  });
});
