import { isPermissionError } from "@forgehand/core";
import { type AnyOperation, definitionOf, placeholdersOf } from "@forgehand/core/contract";
import { leanClient } from "@forgehand/core/lean";
import * as operations from "@forgehand/core/operations";
import { describe, expect } from "vitest";
import { clientFor } from "../requests.fixture.ts";
import { emulatorTest } from "../vitest.ts";

// A 404 of the emulator hides private repositories, and the clients must not report it as an absence.

const test = emulatorTest({
  seed: {
    users: { alice: {} },
    organizations: { acme: { members: { alice: "owner" } } },
    repositories: { "acme/widgets": {}, "acme/gears": { private: true } },
    tokens: {
      alice: { kind: "classic", user: "alice", scopes: "all" },
      none: { kind: "classic", user: "alice", scopes: [] },
      other: { kind: "oauth", user: "alice", scopes: ["gist", "public_repo", "read:user"] },
      notifications: { kind: "classic", user: "alice", scopes: ["notifications"] },
    },
  },
});

const widgets = { owner: "acme", repo: "widgets" };
const gears = { owner: "acme", repo: "gears" };
const { checkStar, deleteSubscription, getSubscription, setSubscription } = operations;

/** Operations of private repositories that return a constant for 404 and always require a scope. */
const HIDDEN_BY_404 = Object.entries<AnyOperation>(operations).filter(([, operation]) => {
  const { absent, access } = definitionOf(operation);
  const hasPublicUse = access.requirements.some((needs) =>
    needs.every((need) => "scope" in need && need.when === "private"),
  );
  return absent && operation.path.startsWith("/repos/") && !hasPublicUse;
});

const inputFor = ({ path }: AnyOperation) => ({
  ...Object.fromEntries(placeholdersOf(path).map((name) => [name, "NONE"])),
  ...gears,
});

describe("a token without an accepted scope", () => {
  test("is reported by every operation that returns a constant for 404", async ({ emulator }) => {
    expect(HIDDEN_BY_404.map(([name]) => name)).toEqual(
      expect.arrayContaining(["getSubscription", "getRepositoryActionsSecret", "getRepositoryVariable"]),
    );
    for (const [name, operation] of HIDDEN_BY_404) {
      for (const token of ["none", "other"]) {
        const { call } = clientFor(emulator, token);
        const error = await Reflect.apply(call, undefined, [operation, inputFor(operation)]).catch((e: unknown) => e);
        if (!isPermissionError(error)) throw new Error(`${name} returned ${String(error)} to ${token}.`);
        expect(error, name).toMatchObject({ status: 404, missing: [{ scope: expect.any(String) }] });
        expect(error.message, name).toMatch(/404 Not Found\. The token lacks the scope (repo|notifications)/);
      }
    }
  });

  test("is reported by the lean client as well", async ({ emulator: { apiUrl, tokens } }) => {
    const { call } = leanClient({ baseUrl: apiUrl, token: tokens["other"] });
    await expect(call(getSubscription, gears)).rejects.toMatchObject({ name: "PermissionError", status: 404 });
  });
});

test("a token with the scopes sees the absence", async ({ emulator }) => {
  const { call } = clientFor(emulator, "alice");
  expect(await call(getSubscription, gears)).toBeNull();
  expect(await call(operations.getRepositoryVariable, { ...gears, name: "NONE" })).toBeNull();
  const lean = leanClient({ baseUrl: emulator.apiUrl, token: emulator.tokens["alice"] });
  expect(await lean.call(getSubscription, gears)).toBeNull();
});

test("public resources that need no scope can be absent without one", async ({ emulator }) => {
  expect(await clientFor(emulator, "none").call(checkStar, widgets)).toBe(false);
});

test("the scope `notifications` suffices to watch a public repository, but not a private one", async ({ emulator }) => {
  const { call } = clientFor(emulator, "notifications");
  expect(await call(getSubscription, widgets)).toBeNull();
  expect(await call(setSubscription, { ...widgets, subscribed: true })).toMatchObject({ subscribed: true });
  await call(deleteSubscription, widgets);
  await expect(call(setSubscription, { ...gears, subscribed: true })).rejects.toMatchObject({ status: 404 });
  const accepted = (await call.raw(getSubscription, widgets)).headers.get("x-accepted-oauth-scopes");
  expect(accepted).toBe("notifications, repo");
});
