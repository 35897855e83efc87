import { isForgeError } from "@forgehand/core";
import {
  createRepositoryHook,
  createRepositoryVariable,
  getAuthenticatedUser,
  getRepository,
  listCollaborators,
  listInstallationRepositories,
  type Repository,
  setSubscription,
  starRepository,
} from "@forgehand/core/operations";
import { describe, expect, expectTypeOf, test as plainTest } from "vitest";
import { emulatorTest, type TestEmulator, test } from "../vitest.ts";

const widgets = { owner: "acme", repo: "widgets" };

/** Returns the message of a failing assertion. */
function messageOf(assertion: () => void): string {
  try {
    assertion();
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
  throw new Error("The assertion must fail.");
}

describe("a client for an account", () => {
  test("calls as the user, with all permissions", async ({ emulator }) => {
    expect((await emulator.as("bob").call(getAuthenticatedUser)).login).toBe("bob");
    await emulator.as("alice").call(createRepositoryVariable, { ...widgets, name: "LEVEL", value: "3" });
    expect(emulator.control.calls()).toMatchObject([
      { user: "bob", token: "as bob" },
      { user: "alice", token: "as alice" },
    ]);
  });

  test("is the same for the same account", async ({ emulator }) => {
    expect(emulator.as("bob")).toBe(emulator.as("bob"));
    expect(emulator.as({ login: "bob", scopes: [] })).not.toBe(emulator.as("bob"));
  });

  test("gets a new token after a reset", async ({ emulator }) => {
    await emulator.as("bob").call(getAuthenticatedUser);
    await emulator.control.reset();
    expect((await emulator.as("bob").call(getAuthenticatedUser)).login).toBe("bob");
  });

  test("has only the given scopes or permissions", async ({ emulator }) => {
    const variable = { ...widgets, name: "LEVEL", value: "3" };
    for (const account of [
      { login: "alice", scopes: ["read:org"] },
      { login: "alice", owner: "acme", permissions: { metadata: "read" } },
    ] as const) {
      const calling = emulator.as(account).call(createRepositoryVariable, variable);
      await expect(calling).rejects.toSatisfy(isForgeError);
    }
    const full = emulator.as({ login: "alice", owner: "acme", permissions: { actions_variables: "write" } });
    await full.call(createRepositoryVariable, variable);
  });

  test("calls as a token of the seed, or says that there is none", async ({ emulator }) => {
    expect((await emulator.as({ token: "bob" }).call(getAuthenticatedUser)).login).toBe("bob");
    expect(() => emulator.as({ token: "unknown" })).toThrow('There is no token "unknown".');
    expect(() => emulator.as("unknown")).toThrow('"as unknown": user');
  });

  describe("of an app", () => {
    const test = emulatorTest({
      seed: {
        users: { alice: {} },
        repositories: { "alice/widgets": {} },
        apps: { helper: { owner: "alice", permissions: { metadata: "read" }, installations: { alice: {} } } },
      },
    });
    test("calls as its installation", async ({ emulator }) => {
      const { call } = emulator.as({ app: "helper", account: "alice" });
      expect((await call(listInstallationRepositories)).repositories).toMatchObject([{ full_name: "alice/widgets" }]);
    });
  });

  plainTest("has typed inputs and outputs", () => {
    const use = async ({ as }: TestEmulator) => as("bob").call(getRepository, widgets);
    expectTypeOf(use).returns.resolves.toExtend<Pick<Repository, "full_name" | "private">>();
    // @ts-expect-error The operation has no such field.
    expectTypeOf(({ as }: TestEmulator) => as("bob").call(getRepository, { ...widgets, repository: 1 })).toBeFunction();
  });
});

describe("toHaveSentEvent", () => {
  test("compares some fields of the payload", async ({ emulator }) => {
    await emulator.as("bob").call(starRepository, widgets);
    expect(emulator).toHaveSentEvent("star");
    expect(emulator).toHaveSentEvent("star", {
      action: "created",
      sender: { login: "bob" },
      repository: { full_name: "acme/widgets", id: expect.any(Number) },
    });
    expect(emulator).not.toHaveSentEvent("star", { action: "deleted" });
    expect(emulator).not.toHaveSentEvent("push");
  });

  test("shows the closest event, with the expected fields only, and names the others", async ({ emulator }) => {
    await emulator.as("alice").call(starRepository, widgets);
    await emulator.as("bob").call(starRepository, widgets);
    const message = messageOf(() =>
      expect(emulator).toHaveSentEvent("star", { action: "deleted", sender: { login: "bob" } }),
    );
    expect(message).toMatch(/^The emulator must have sent the event star with \{/);
    expect(message).toContain("The closest of 2: star.created at ");
    expect(message).toMatch(/-\s+"action": "deleted"/);
    expect(message).toMatch(/\+\s+"action": "created"/);
    expect(message).toContain('"login": "bob"');
    expect(message).not.toContain("full_name");
    expect(message).toMatch(/Other events:\n {2}star\.created at .*\n {2}watch\.started at /);
  });

  test("says which event must not be there, and if there are none", async ({ emulator }) => {
    expect(messageOf(() => expect(emulator).toHaveSentEvent("push"))).toBe(
      "The emulator must have sent the event push.\nAll events: none",
    );
    await emulator.as("bob").call(starRepository, widgets);
    expect(messageOf(() => expect(emulator).not.toHaveSentEvent("star"))).toMatch(
      /^The emulator must not have sent the event star, but it has: star\.created at /,
    );
  });

  describe("without payloads", () => {
    const test = emulatorTest({ eventPayloads: false });
    test("asks for the option", async ({ emulator }) => {
      await emulator.as("bob").call(starRepository, widgets);
      expect(emulator).toHaveSentEvent("star");
      const message = messageOf(() => expect(emulator).toHaveSentEvent("star", { action: "created" }));
      expect(message).toContain("eventPayloads: true");
    });
  });
});

describe("toHaveReceivedCall", () => {
  test("compares some fields of the input", async ({ emulator }) => {
    const { call, items } = emulator.as("alice");
    await call(setSubscription, { ...widgets, ignored: true });
    await items(listCollaborators, { ...widgets, per_page: 5 }).all();
    expect(emulator).toHaveReceivedCall(setSubscription);
    expect(emulator).toHaveReceivedCall(setSubscription, { repo: expect.stringMatching(/^wid/), ignored: true });
    expect(emulator).toHaveReceivedCall(listCollaborators, { owner: "acme", per_page: 5 });
    expect(emulator).not.toHaveReceivedCall(setSubscription, { ignored: false });
    expect(emulator).not.toHaveReceivedCall(starRepository);
    // @ts-expect-error The operation has no such field.
    expect(emulator).not.toHaveReceivedCall(setSubscription, { repository: "widgets" });
  });

  test("shows the closest call without secrets, and names the others", async ({ emulator }) => {
    const { call } = emulator.as("alice");
    const config = { url: "https://example.com/hook", secret: "hunter2" };
    await call(createRepositoryHook, { ...widgets, config, events: ["star"] });
    await call(starRepository, widgets);
    const message = messageOf(() =>
      expect(emulator).toHaveReceivedCall(createRepositoryHook, { events: ["push"], config: { secret: "" } }),
    );
    expect(message).toContain('have received the call createRepositoryHook with {"config": {"secret": ""}');
    expect(message).toMatch(/The closest of 1: .* POST +\/api\/v3\/repos\/acme\/widgets\/hooks/);
    expect(message).toMatch(/-\s+"push"/);
    expect(message).toMatch(/\+\s+"star"/);
    expect(message).toMatch(/\+\s+"secret": "\[redacted\]"/);
    expect(message).not.toContain("hunter2");
    expect(message).not.toContain("example.com");
    expect(message).toMatch(/Other calls:\n.* starRepository/);
  });

  describe("in another dialect", () => {
    const test = emulatorTest({ dialect: "svc" });
    test("reads the call in its names", async ({ emulator }) => {
      await emulator.as("alice").call(setSubscription, { ...widgets, subscribed: true });
      expect(emulator).toHaveReceivedCall(setSubscription, { owner: "acme", subscribed: true });
    });
  });
});
