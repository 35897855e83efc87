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

/** The services' time stands still, unless it is moved. */
const NOW = new Date();
const now = () => NOW;
const test = emulatorTest({ now });

const clientOf = ({ apiUrl, tokens }: Emulator, name = "alice") =>
  createClient({ baseUrl: apiUrl, credentials: tokens[name] ?? "", pace: "off", cache: false });

/** The tables that differ: a whole snapshot is more than anybody wants to read. */
const different = (one: Snapshot, other: Snapshot) =>
  Object.keys({ ...one.tables, ...other.tables }).filter(
    (name) => JSON.stringify(one.tables[name]) !== JSON.stringify(other.tables[name]),
  );

const widgets = { owner: "acme", repo: "widgets" };

const starred = async (emulator: Emulator) =>
  (await clientOf(emulator).call(listStarredRepositories)).map(({ full_name }) => full_name);

describe("a snapshot", () => {
  const test = emulatorTest({ seed: "full", now });

  test("put back is what was taken, as often as one likes", async ({ emulator }) => {
    const { control } = emulator;
    control.clock.set(new Date("2026-12-01T00:00:00Z"));
    const before = control.snapshot();
    await clientOf(emulator).call(unstarRepository, widgets);
    await control.settled();
    const later = control.snapshot();
    expect(different(later, before)).toContain("stars");
    for (const snapshot of [before, later, before]) {
      await control.restore(JSON.parse(JSON.stringify(snapshot)));
      expect(different(control.snapshot(), snapshot)).toEqual([]);
    }
    expect(control.clock.now().toISOString()).toBe(before.now);
  });

  test("goes into another service, where all is as it was", async ({ emulator }) => {
    const other = await startEmulator({ seed: "empty" });
    try {
      await emulator.control.settled();
      const taken = emulator.control.snapshot();
      await other.control.restore(JSON.parse(JSON.stringify(taken)));
      expect(different(other.control.snapshot(), taken)).toEqual([]);
      expect(await starred({ ...other, tokens: emulator.tokens })).toEqual(await starred(emulator));
    } finally {
      await other.stop();
    }
  });
});

test("a snapshot that doesn't fit is refused, and nothing is lost", async ({ emulator }) => {
  const { control } = emulator;
  await clientOf(emulator).call(starRepository, widgets);
  await control.settled();
  const good = control.snapshot();
  const { accounts } = good.tables;
  if (!accounts) throw new Error("There are accounts.");
  const wrong: [RegExp, Snapshot][] = [
    [/version 99, and this service knows those up to/, { ...good, version: 99 }],
    [/in the dialect svc/, { ...good, dialect: "svc" }],
    [/has no nonsense/, { ...good, tables: { nonsense: { columns: ["a"], rows: [] } } }],
    [/has no b in accounts/, { ...good, tables: { accounts: { columns: ["b"], rows: [] } } }],
    [
      /refers to what is not in the snapshot/,
      { ...good, tables: { ...good.tables, accounts: { ...accounts, rows: [] } } },
    ],
    [/can hold/, { ...good, tables: { accounts: { columns: ["id"], rows: [[true]] } } }],
  ];
  for (const [message, snapshot] of wrong) {
    await expect(control.restore(snapshot)).rejects.toThrow(message);
    expect(different(control.snapshot(), good)).toEqual([]);
  }
  expect(await starred(emulator)).toEqual(["acme/widgets"]);
});

describe("a reset", () => {
  test("begins anew with the same seed, as if just started", async ({ emulator }) => {
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

  test("begins anew with another seed, or leaves all as it is", async ({ emulator }) => {
    const { control } = emulator;
    await expect(control.reset({ users: { alice: { nonsense: 1 } } })).rejects.toThrow(/users.alice.nonsense/);
    await clientOf(emulator).call(starRepository, widgets);
    const tokens = await control.reset({ users: { dora: {} }, tokens: { dora: { kind: "classic", user: "dora" } } });
    expect(Object.keys(tokens)).toEqual(["dora"]);
    expect(await starred({ ...emulator, tokens: { alice: tokens["dora"] ?? "" } })).toEqual([]);
    await expect(starred(emulator)).rejects.toThrow(/401|credentials/i);
  });

  test("forgets what webhooks were still to be sent", async ({ emulator }) => {
    await clientOf(emulator).call(starRepository, widgets);
    await emulator.control.reset();
    await emulator.control.settled();
    expect(emulator.control.snapshot().tables["outgoing"]?.rows).toEqual([]);
  });
});

describe("a seed", () => {
  test("is added to what is there, and may name it", async ({ emulator }) => {
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

  test("that doesn't fit is refused, and nothing of it is there", async ({ emulator }) => {
    const { control } = emulator;
    const before = control.snapshot();
    for (const [seed, message] of [
      [{ users: { dora: {}, alice: {} } }, /^users.alice /],
      [{ organizations: { Bob: {} } }, /^organizations.Bob /],
      [{ repositories: { "acme/Widgets": {} } }, /^repositories.acme\/Widgets /],
      [{ enterprises: { "acme-inc": {} } }, /^enterprises.acme-inc /],
      [{ users: { dora: {} }, tokens: { alice: { kind: "classic", user: "dora" } } }, /^tokens.alice /],
      [{ repositories: { "nobody/x": {} } }, /there is no account "nobody"/],
      ["nowhere.yaml", /seed is "nowhere.yaml"/],
    ] as const) {
      await expect(control.seed(seed)).rejects.toThrow(message);
      expect(different(control.snapshot(), before)).toEqual([]);
    }
  });
});

describe("several who put it back at once", () => {
  test("are answered, though a receiver doesn't, and so is who comes after them", async ({ emulator: { control } }) => {
    await using receiver = await startReceiver();
    const letGo = receiver.hold();
    await control.seed({ repositories: { "acme/bolts": { hooks: [{ url: receiver.url, events: ["star"] }] } } });
    control.sendEvent({ event: "star", repository: "acme/bolts" });
    const before = control.snapshot();
    for (let round = 0; round < 3; round++) {
      await Promise.all([control.restore(before), control.restore(before)]);
      // Each of them has set out to send it again.
      await expect.poll(() => receiver.received.length).toBeGreaterThan(round);
    }
    await control.reset();
    letGo();
  });
});

describe("a file that keeps the state", () => {
  const folder = mkdtempSync(join(tmpdir(), "forgehand-data-"));
  const path = (name: string) => join(folder, name);

  test("brings back what was there, and the clock", async () => {
    const data = path("back.db");
    const first = await startEmulator({ data, now });
    await clientOf(first).call(starRepository, widgets);
    first.control.clock.advance(86_400);
    await first.control.settled();
    const before = first.control.snapshot();
    await first.stop();
    // Another seed is for a new file.
    const second = await startEmulator({ data, seed: "empty", now });
    expect(second.tokens).toEqual(first.tokens);
    expect(await starred(second)).toEqual(["acme/widgets"]);
    expect(second.control.clock.now().getTime() - NOW.getTime()).toBe(86_400_000);
    expect(different(second.control.snapshot(), before)).toEqual([]);
    await second.stop();
  });

  test("is one service's at a time, in one vendor's names, and refused in one line", async () => {
    const data = path("one.db");
    const first = await startEmulator({ data });
    await expect(startEmulator({ data })).rejects.toThrow(/one.db is in use/);
    await first.stop();
    await expect(startEmulator({ data, dialect: "svc" })).rejects.toThrow(/in the dialect github/);
    await expect(startEmulator({ data: path("two.db"), seed: "nowhere" })).rejects.toThrow(/seed is "nowhere"/);
    // What could not be planted leaves nothing in the way.
    const third = await startEmulator({ data: path("two.db") });
    expect(Object.keys(third.tokens)).toContain("alice");
    await third.stop();
    rmSync(folder, { recursive: true });
  });
});
