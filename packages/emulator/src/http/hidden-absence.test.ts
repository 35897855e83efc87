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
    repositories: {
      "acme/widgets": {},
      "acme/gears": {
        private: true,
        stars: { alice: "2026-01-01T00:00:00Z" },
        watchers: { alice: "watching" },
        environments: { prod: {} },
      },
    },
    tokens: {
      alice: { kind: "classic", user: "alice", scopes: "all" },
      none: { kind: "classic", user: "alice", scopes: [] },
      other: { kind: "oauth", user: "alice", scopes: ["gist", "public_repo", "read:user"] },
      notifications: { kind: "classic", user: "alice", scopes: ["notifications", "public_repo"] },
    },
  },
});

const widgets = { owner: "acme", repo: "widgets" };
const gears = { owner: "acme", repo: "gears" };
const { checkStar, deleteSubscription, getEnvironment, getSubscription, setSubscription, starRepository } = operations;

/** Operations of repositories that return a constant for 404. */
const HIDDEN_BY_404 = Object.entries<AnyOperation>(operations).filter(
  ([, operation]) => definitionOf(operation).absent && operation.path.includes("{repo}"),
);

const inputFor = ({ path }: AnyOperation) => ({
  ...Object.fromEntries(placeholdersOf(path).map((name) => [name, /_(?:id|number)$/.test(name) ? 1 : "NONE"])),
  ...gears,
});

describe("a token that can't see a private repository", () => {
  test("is reported by every operation that returns a constant for 404", async ({ emulator }) => {
    expect(HIDDEN_BY_404.map(([name]) => name)).toEqual(
      expect.arrayContaining(["checkStar", "getEnvironment", "getSubscription", "getRepositoryVariable"]),
    );
    for (const [name, operation] of HIDDEN_BY_404) {
      for (const token of ["none", "other", "notifications"]) {
        const { call } = clientFor(emulator, token);
        const error = await Reflect.apply(call, undefined, [operation, inputFor(operation)]).catch((e: unknown) => e);
        if (!isPermissionError(error)) throw new Error(`${name} returned ${String(error)} to ${token}.`);
        expect(error, name).toMatchObject({ status: 404 });
        expect(error.message, name).toMatch(/404 Not Found\. .*\blacks the scope repo\b/);
      }
    }
  });

  test("is reported by the lean client as well", async ({ emulator: { apiUrl, tokens } }) => {
    const { call } = leanClient({ baseUrl: apiUrl, credentials: tokens["other"] });
    const rejection = { name: "PermissionError", status: 404 };
    await expect(call(getSubscription, gears)).rejects.toMatchObject(rejection);
    await expect(call(checkStar, gears)).rejects.toMatchObject(rejection);
  });

  test("gets advice about the scopes for public and private repositories", async ({ emulator }) => {
    await expect(clientFor(emulator, "other").call(checkStar, gears)).rejects.toMatchObject({
      detail: "Not Found. The token lacks the scope repo (for private repositories).",
    });
    await expect(clientFor(emulator, "other").call(getSubscription, gears)).rejects.toMatchObject({
      detail:
        "Not Found. The token lacks the scope notifications. If the repository is private, it lacks the scope repo.",
    });
    await expect(clientFor(emulator, "notifications").call(getSubscription, gears)).rejects.toMatchObject({
      detail:
        "Not Found. GitHub does not document whether the token suffices; it probably lacks the scope repo (for private repositories).",
    });
  });
});

test("a token with the scopes sees the states of a private repository and their absence", async ({ emulator }) => {
  const { call } = clientFor(emulator, "alice");
  expect(await call(checkStar, gears)).toBe(true);
  expect(await call(getEnvironment, { ...gears, environment_name: "prod" })).toMatchObject({ name: "prod" });
  await call(deleteSubscription, gears);
  expect(await call(getSubscription, gears)).toBeNull();
  expect(await call(operations.getRepositoryVariable, { ...gears, name: "NONE" })).toBeNull();
  const lean = leanClient({ baseUrl: emulator.apiUrl, credentials: emulator.tokens["alice"] });
  expect(await lean.call(getSubscription, gears)).toBeNull();
});

describe("a public repository", () => {
  test("can lack what needs no scope, which a second read confirms", async ({ emulator }) => {
    const lean = leanClient({ baseUrl: emulator.apiUrl, credentials: emulator.tokens["other"] });
    for (const { call } of [clientFor(emulator, "none"), clientFor(emulator, "other"), lean]) {
      expect(await call(checkStar, widgets)).toBe(false);
      expect(await call(getEnvironment, { ...widgets, environment_name: "NONE" })).toBeNull();
    }
    expect(await clientFor(emulator, "notifications").call(getSubscription, widgets)).toBeNull();
    expect(
      emulator.control
        .calls()
        .map(({ operation }) => operation)
        .slice(-2),
    ).toEqual(["getSubscription", "getRepository"]);
  });

  test("is not read to confirm it if it is known to be public, or if the token can see private ones", async ({
    emulator,
  }) => {
    expect(await clientFor(emulator, "other").call(checkStar, widgets, { private: false })).toBe(false);
    expect(await clientFor(emulator, "alice").call(checkStar, widgets)).toBe(false);
    const error = clientFor(emulator, "other").call(checkStar, widgets, { private: true });
    await expect(error).rejects.toMatchObject({ name: "PermissionError" });
    expect(emulator.control.calls().map(({ operation }) => operation)).toEqual(["checkStar", "checkStar", "checkStar"]);
  });

  test("has unknown states if it can't be read", async ({ emulator }) => {
    const { call } = clientFor(emulator, "other");
    emulator.control.faults.add({ operation: "getRepository", status: 503 });
    await expect(call(checkStar, widgets)).rejects.toMatchObject({ name: "ServiceError" });
    await call(starRepository, widgets);
    expect(await call(checkStar, widgets)).toBe(true);
  });

  test("can be watched with the scope `notifications`, which does not suffice for a private one", async ({
    emulator,
  }) => {
    const { call } = clientFor(emulator, "notifications");
    expect(await call(setSubscription, { ...widgets, subscribed: true })).toMatchObject({ subscribed: true });
    await call(deleteSubscription, widgets);
    await expect(call(setSubscription, { ...gears, subscribed: true })).rejects.toMatchObject({ status: 404 });
    const accepted = (await call.raw(getSubscription, widgets)).headers.get("x-accepted-oauth-scopes");
    expect(accepted).toBe("notifications, repo");
  });
});
