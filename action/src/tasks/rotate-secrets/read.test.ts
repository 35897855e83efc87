import { createClient } from "@forgehand/core";
import { test } from "@forgehand/emulator/vitest";
import { describe, expect } from "vitest";
import { entryOf } from "./entry.fixture.ts";
import { runWith } from "./run.fixture.ts";
import { rotateSecrets } from "./task.ts";

const ACME = { organization: "acme", value: "new" };

describe("several entries", () => {
  const it = test.extend<{ told: ReturnType<typeof runWith> }>({
    told: async ({ emulator }, use) => {
      await use(runWith(createClient({ baseUrl: emulator.apiUrl, credentials: emulator.tokens["alice"] ?? "" })));
    },
  });

  it("that name one secret twice write nothing", async ({ emulator, told: { run } }) => {
    const twice = [
      [entryOf(ACME), entryOf({ ...ACME, secret: "deploy_key" })],
      [
        entryOf({ kind: "actions", repositories: "acme/*", value: "a" }),
        entryOf({ kind: "actions", repositories: "Acme/Widgets", value: "b" }),
      ],
    ];
    for (const entries of twice) {
      await expect(rotateSecrets.read(run, entries)).rejects.toThrow(
        /acme.* would get its .* secret .* twice: .* and /i,
      );
    }
    expect(emulator.control.calls().filter(({ method }) => method !== "GET")).toEqual([]);
  });

  it("of one organization share a list and a key", async ({ emulator, told: { run } }) => {
    const entries = [entryOf(ACME), entryOf({ ...ACME, secret: "OTHER", visibility: "all" })];
    const state = await rotateSecrets.read(run, entries);
    const { changes } = rotateSecrets.plan(state);
    const { outcomes } = await rotateSecrets.apply(run, changes, state);
    expect(outcomes.map(({ end }) => end)).toEqual(["changed", "changed"]);
    const called = emulator.control.calls().map(({ operation }) => operation ?? "");
    const count = (name: string) => called.filter((one) => one === name).length;
    expect(called).toHaveLength(7);
    expect(count("getOrganizationUpdaterPublicKey")).toBe(1);
    expect(count("listOrganizationUpdaterSecrets")).toBe(2);
    expect(count("putOrganizationUpdaterSecret")).toBe(2);
    // What was told before is what was called then.
    const planned = rotateSecrets.calls(changes).reduce((sum, { count = 1 }) => sum + count, 0);
    expect(planned).toBe(called.length - 2);
  });

  it("are all due since now, which is the service's and not the runner's", async ({ emulator, told: { run } }) => {
    // An hour from here on, so that what is written there is written after any time that the runner knows.
    emulator.control.clock.advance(3600);
    for (const _ of ["once", "once more"]) {
      const state = await rotateSecrets.read(run, [entryOf({ ...ACME, since: "now" })]);
      const { changes, skipped } = rotateSecrets.plan(state);
      expect(skipped).toEqual([]);
      await rotateSecrets.apply(run, changes, state);
    }
    expect(emulator.control.calls().filter(({ method }) => method === "PUT")).toHaveLength(2);
  });

  it("are none of those that the service keeps for itself, by the names that it goes by", ({ told: { run } }) => {
    const checking = (secret: string, dialect: string) => () =>
      rotateSecrets.check?.(run, [entryOf({ ...ACME, secret, dialect })]);
    for (const [secret, dialect] of [
      ["SVC_KEY", "svc"],
      ["GITHUB_KEY", "github"],
    ] as const) {
      expect(checking(secret, dialect)).toThrow("for itself");
      expect(checking(secret, dialect === "svc" ? "github" : "svc")).not.toThrow();
    }
  });

  it("make no value for all in shards", async ({ emulator, told: { run } }) => {
    const made = { generate: "hex 40", "allow-undelivered": "true", "value-for": "all" } as const;
    const sharded = { ...run, shard: "1/2" };
    expect(() => rotateSecrets.check?.(sharded, [entryOf({ ...made, repositories: "acme/*" })])).toThrow(
      "each shard would make another value",
    );
    expect(() => rotateSecrets.check?.(sharded, [entryOf({ ...made, repositories: "acme/widgets" })])).not.toThrow();
    expect(emulator.control.calls()).toEqual([]);
  });
});
