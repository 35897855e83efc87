import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createClient } from "@forgehand/core";
import { listStarredRepositories, starRepository, unstarRepository } from "@forgehand/core/operations";
import { describe, expect } from "vitest";
import { startReceiver } from "../deliveries/receiver.fixture.ts";
import { startEmulator } from "../emulator.ts";
import type { Emulator, Snapshot } from "../public.ts";
import { emulatorTest } from "../vitest.ts";

/** The emulators' time is fixed unless it is set. */
const NOW = new Date();
const now = () => NOW;
const test = emulatorTest({ now });

const clientOf = ({ apiUrl, tokens }: Emulator, name = "alice") =>
  createClient({ baseUrl: apiUrl, credentials: tokens[name] ?? "", pace: "off", cache: false });

/** Returns the tables that differ, because complete snapshots are too long to read. */
const differingTables = (a: Snapshot, b: Snapshot) =>
  Object.keys({ ...a.tables, ...b.tables }).filter(
    (name) => JSON.stringify(a.tables[name]) !== JSON.stringify(b.tables[name]),
  );

const widgets = { owner: "acme", repo: "widgets" };

const starred = async (emulator: Emulator) =>
  (await clientOf(emulator).call(listStarredRepositories)).map(({ full_name }) => full_name);

describe("snapshot", () => {
  const test = emulatorTest({ seed: "full", now });

  test("can be restored repeatedly", async ({ emulator }) => {
    const { control } = emulator;
    control.clock.set(new Date("2026-12-01T00:00:00Z"));
    const before = control.snapshot();
    await clientOf(emulator).call(unstarRepository, widgets);
    await control.settled();
    const later = control.snapshot();
    expect(differingTables(later, before)).toContain("stars");
    for (const snapshot of [before, later, before]) {
      await control.restore(JSON.parse(JSON.stringify(snapshot)));
      expect(differingTables(control.snapshot(), snapshot)).toEqual([]);
    }
    expect(control.clock.now().toISOString()).toBe(before.now);
  });

  test("can be restored into another emulator", async ({ emulator }) => {
    const second = await startEmulator({ seed: "empty" });
    try {
      await emulator.control.settled();
      const snapshot = emulator.control.snapshot();
      await second.control.restore(JSON.parse(JSON.stringify(snapshot)));
      expect(differingTables(second.control.snapshot(), snapshot)).toEqual([]);
      expect(await starred({ ...second, tokens: emulator.tokens })).toEqual(await starred(emulator));
    } finally {
      await second.stop();
    }
  });
});

test("an invalid snapshot is rejected without effects", async ({ emulator }) => {
  const { control } = emulator;
  await clientOf(emulator).call(starRepository, widgets);
  await control.settled();
  const good = control.snapshot();
  const { accounts } = good.tables;
  if (!accounts) throw new Error("The snapshot must contain accounts.");
  const wrong: [RegExp, Snapshot][] = [
    [/version must be at most \d+, got 99/, { ...good, version: 99 }],
    [/dialect must be github, got svc/, { ...good, dialect: "svc" }],
    [/unknown table: nonsense/, { ...good, tables: { nonsense: { columns: ["a"], rows: [] } } }],
    [/unknown column: b in accounts/, { ...good, tables: { accounts: { columns: ["b"], rows: [] } } }],
    [
      /refers to a row that the snapshot lacks/,
      { ...good, tables: { ...good.tables, accounts: { ...accounts, rows: [] } } },
    ],
    [/must be strings, numbers, null or/, { ...good, tables: { accounts: { columns: ["id"], rows: [[true]] } } }],
  ];
  for (const [message, snapshot] of wrong) {
    await expect(control.restore(snapshot)).rejects.toThrow(message);
    expect(differingTables(control.snapshot(), good)).toEqual([]);
  }
  expect(await starred(emulator)).toEqual(["acme/widgets"]);
});

describe("reset", () => {
  test("restores the initial state of the same seed", async ({ emulator }) => {
    const { control, tokens } = emulator;
    const before = control.snapshot();
    await clientOf(emulator).call(starRepository, widgets);
    control.clock.advance(1e6);
    expect(await control.reset()).toEqual(tokens);
    expect(await starred(emulator)).toEqual([]);
    expect(control.calls().length).toBeLessThan(2);
    expect([control.events(), control.faults.list()]).toEqual([[], []]);
    expect(control.clock.now()).toEqual(NOW);
    const names = ({ tables }: Snapshot) => tables["accounts"]?.rows.map(([id, , login]) => [id, login]);
    expect(names(control.snapshot())).toEqual(names(before));
  });

  test("uses another seed, or leaves the state unchanged if that is invalid", async ({ emulator }) => {
    const { control } = emulator;
    await expect(control.reset({ users: { alice: { nonsense: 1 } } })).rejects.toThrow(/users.alice.nonsense/);
    await clientOf(emulator).call(starRepository, widgets);
    const tokens = await control.reset({ users: { dora: {} }, tokens: { dora: { kind: "classic", user: "dora" } } });
    expect(Object.keys(tokens)).toEqual(["dora"]);
    expect(await starred({ ...emulator, tokens: { alice: tokens["dora"] ?? "" } })).toEqual([]);
    await expect(starred(emulator)).rejects.toThrow(/401|credentials/i);
  });

  test("discards pending webhook deliveries", async ({ emulator }) => {
    await clientOf(emulator).call(starRepository, widgets);
    await emulator.control.reset();
    await emulator.control.settled();
    expect(emulator.control.snapshot().tables["outgoing"]?.rows).toEqual([]);
  });
});

describe("seed", () => {
  test("is added to the state, and can refer to it", async ({ emulator }) => {
    const { control } = emulator;
    const tokens = await control.seed({
      users: { dora: {} },
      repositories: { "acme/bolts": { stars: { dora: "-1d", bob: "-2d" } } },
      tokens: { dora: { kind: "classic", user: "dora", scopes: ["repo"] } },
    });
    const dora = { ...emulator, tokens: { alice: tokens["dora"] ?? "" } };
    expect(await starred(dora)).toEqual(["acme/bolts"]);
    await clientOf(dora).call(unstarRepository, { owner: "acme", repo: "bolts" });
    expect(await starred(dora)).toEqual([]);
  });

  test("is rejected without effects if invalid", async ({ emulator }) => {
    const { control } = emulator;
    const before = control.snapshot();
    for (const [seed, message] of [
      [{ users: { dora: {}, alice: {} } }, /^users.alice /],
      [{ organizations: { Bob: {} } }, /^organizations.Bob /],
      [{ repositories: { "acme/Widgets": {} } }, /^repositories.acme\/Widgets /],
      [{ enterprises: { "acme-inc": {} } }, /^enterprises.acme-inc /],
      [{ users: { dora: {} }, tokens: { alice: { kind: "classic", user: "dora" } } }, /^tokens.alice /],
      [{ repositories: { "unknown-user/x": {} } }, /must name an existing account, got "unknown-user"/],
      ["nowhere.yaml", /seed must be demo, full, empty or/],
    ] as const) {
      await expect(control.seed(seed)).rejects.toThrow(message);
      expect(differingTables(control.snapshot(), before)).toEqual([]);
    }
  });
});

describe("concurrent restores", () => {
  test("complete even if a webhook receiver doesn't respond, and so does a later reset", async ({
    emulator: { control },
  }) => {
    await using receiver = await startReceiver();
    const releaseResponses = receiver.holdResponses();
    await control.seed({ repositories: { "acme/bolts": { hooks: [{ url: receiver.url, events: ["star"] }] } } });
    control.sendEvent({ event: "star", repository: "acme/bolts" });
    const before = control.snapshot();
    for (let round = 0; round < 3; round++) {
      await Promise.all([control.restore(before), control.restore(before)]);
      // After each round, the pending delivery is sent again.
      await expect.poll(() => receiver.received.length).toBeGreaterThan(round);
    }
    await control.reset();
    releaseResponses();
  });
});

describe("data file", () => {
  const folder = mkdtempSync(join(tmpdir(), "forgehand-data-"));
  const path = (name: string) => join(folder, name);

  test("restores state and clock", async () => {
    const data = path("back.db");
    const first = await startEmulator({ data, now });
    await clientOf(first).call(starRepository, widgets);
    first.control.clock.advance(86_400);
    await first.control.settled();
    const before = first.control.snapshot();
    await first.stop();
    // A seed is used only for a new file.
    const second = await startEmulator({ data, seed: "empty", now });
    expect(second.tokens).toEqual(first.tokens);
    expect(await starred(second)).toEqual(["acme/widgets"]);
    expect(second.control.clock.now().getTime() - NOW.getTime()).toBe(86_400_000);
    expect(differingTables(second.control.snapshot(), before)).toEqual([]);
    await second.stop();
  });

  test("is locked by one emulator and bound to its dialect", async () => {
    const data = path("one.db");
    const first = await startEmulator({ data });
    await expect(startEmulator({ data })).rejects.toThrow(/one.db is in use/);
    await first.stop();
    await expect(startEmulator({ data, dialect: "svc" })).rejects.toThrow(/in the dialect github/);
    await expect(startEmulator({ data: path("two.db"), seed: "nowhere" })).rejects.toThrow(/nowhere/);
    // A seed that failed leaves no partial file.
    const third = await startEmulator({ data: path("two.db") });
    expect(Object.keys(third.tokens)).toContain("alice");
    await third.stop();
    rmSync(folder, { recursive: true });
  });
});
