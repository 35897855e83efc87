import { getRepository } from "@forgehand/core/operations";
import type { Emulator } from "@forgehand/emulator";
import { test } from "@forgehand/emulator/vitest";
import { describe, expect } from "vitest";
import { clientWith } from "./gadgets.fixture.ts";
import { findRequestObstacle } from "./request-obstacle.ts";

const WIDGETS = { owner: "acme", repo: "widgets" };
const obstacleFor = async (emulator: Emulator, token = "") =>
  findRequestObstacle(await clientWith(emulator, token).call.raw(getRepository, WIDGETS), {
    token,
    dialect: "github",
  });

describe("the obstacle to requesting reviews", () => {
  test("is undefined with write access, for any kind of token", async ({ emulator }) => {
    for (const name of ["alice", "bob", "alice-fine-grained", "acme-installation"]) {
      expect(await obstacleFor(emulator, emulator.tokens[name]), name).toBeUndefined();
    }
  });

  test("is the token if it lacks the scope", async ({ emulator }) => {
    const token = emulator.control.createToken("narrow", { kind: "classic", user: "alice", scopes: ["read:org"] });
    expect(await obstacleFor(emulator, token)).toEqual({
      kind: "token",
      missing: expect.stringContaining("public_repo"),
    });
  });

  test("is the role if the user can only read", async ({ emulator }) => {
    const token = emulator.control.createToken("reader", { kind: "classic", user: "mallory", scopes: ["repo"] });
    expect(await obstacleFor(emulator, token)).toEqual({ kind: "role" });
  });
});
