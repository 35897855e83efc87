import { createClient } from "@forgehand/core";
import { test } from "@forgehand/emulator/vitest";
import { describe, expect } from "vitest";
import { rotateSecrets } from "./rotate-secrets.ts";
import { entryOf } from "./rotation-entry.fixture.ts";
import { contextWith } from "./run-context.fixture.ts";

const ACME = { kind: "dependabot", organization: "acme", value: "new", "other-stores": "none" };

describe("rotation entries", () => {
  const it = test.extend<{ runContext: ReturnType<typeof contextWith> }>({
    runContext: async ({ emulator }, use) => {
      await use(contextWith(createClient({ baseUrl: emulator.apiUrl, credentials: emulator.tokens["alice"] ?? "" })));
    },
  });

  it("are rejected before any write if two name the same secret", async ({ emulator, runContext: { run } }) => {
    const conflicts = [
      [entryOf(ACME), entryOf({ ...ACME, secret: "deploy_key" })],
      [
        entryOf({ kind: "actions", repositories: "acme/*", value: "a" }),
        entryOf({ kind: "actions", repositories: "Acme/Widgets", value: "b" }),
      ],
    ];
    for (const entries of conflicts) {
      await expect(rotateSecrets.read(run, entries)).rejects.toThrow(
        /acme.* must get its .* secret .* from one entry only, got two: .* and /i,
      );
    }
    expect(emulator.control.calls().filter(({ method }) => method !== "GET")).toEqual([]);
  });

  it("of one organization share the requests for its list and its public key", async ({
    emulator,
    runContext: { run },
  }) => {
    const entries = [entryOf(ACME), entryOf({ ...ACME, secret: "OTHER", visibility: "all" })];
    const state = await rotateSecrets.read(run, entries);
    const { changes } = rotateSecrets.plan(state);
    const { outcomes } = await rotateSecrets.apply(run, changes, state);
    expect(outcomes.map(({ end }) => end)).toEqual(["changed", "changed"]);
    const operations = emulator.control.calls().map(({ operation }) => operation ?? "");
    const count = (name: string) => operations.filter((operation) => operation === name).length;
    expect(operations).toHaveLength(7);
    expect(count("getOrganizationUpdaterPublicKey")).toBe(1);
    expect(count("listOrganizationUpdaterSecrets")).toBe(2);
    expect(count("putOrganizationUpdaterSecret")).toBe(2);
    // The estimate covers applying only: the first two calls read the state.
    const planned = rotateSecrets.calls(changes).reduce((sum, { count = 1 }) => sum + count, 0);
    expect(operations.slice(2)).toHaveLength(planned);
  });

  it("use the service's time for `since: now`, not the runner's", async ({ emulator, runContext: { run } }) => {
    // An hour ahead, so that writes are later than any time the runner knows.
    emulator.control.clock.advance(3600);
    for (const _ of ["once", "once more"]) {
      const state = await rotateSecrets.read(run, [entryOf({ ...ACME, since: "now" })]);
      const { changes, skipped } = rotateSecrets.plan(state);
      expect(skipped).toEqual([]);
      await rotateSecrets.apply(run, changes, state);
    }
    expect(emulator.control.calls().filter(({ method }) => method === "PUT")).toHaveLength(2);
  });

  it("are rejected if the dialect reserves the secret's name", ({ runContext: { run } }) => {
    const check = (secret: string, dialect: string) => () =>
      rotateSecrets.check?.(run, [entryOf({ ...ACME, kind: "actions", secret, dialect })]);
    for (const [secret, dialect] of [
      ["SVC_KEY", "svc"],
      ["GITHUB_KEY", "github"],
    ] as const) {
      expect(check(secret, dialect)).toThrow("which the service reserves");
      expect(check(secret, dialect === "svc" ? "github" : "svc")).not.toThrow();
    }
  });

  it("are rejected if they share a generated value in a sharded run", async ({ emulator, runContext: { run } }) => {
    const generated = { generate: "hex 40", "allow-undelivered": "true", "value-for": "all" } as const;
    const sharded = { ...run, shard: "1/2" };
    expect(() => rotateSecrets.check?.(sharded, [entryOf({ ...generated, repositories: "acme/*" })])).toThrow(
      "each shard would generate a different value",
    );
    expect(() =>
      rotateSecrets.check?.(sharded, [entryOf({ ...generated, repositories: "acme/widgets" })]),
    ).not.toThrow();
    expect(emulator.control.calls()).toEqual([]);
  });
});
