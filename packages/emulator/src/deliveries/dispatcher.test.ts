import { svc } from "@forgehand/core/dialects";
import { afterEach, expect, test, vi } from "vitest";
import { plantSeed } from "../seed/plant.ts";
import { findAccount } from "../state/accounts.ts";
import { openDatabase } from "../state/database.ts";
import { deliveriesFrom } from "../state/deliveries.ts";
import { deleteHook, getHook } from "../state/hooks.ts";
import { everyOutgoing } from "../state/outgoing.ts";
import { findRepository } from "../state/repositories.ts";
import { SCHEMA } from "../state/schema.ts";
import type { Event } from "../world.ts";
import { createDispatcher } from "./dispatcher.ts";
import { type Receiver, startReceiver } from "./receiver.fixture.ts";

afterEach(() => {
  vi.restoreAllMocks();
});

/** A dispatcher by itself, whose vendor's events nobody describes, with an organization's webhook and one of its repository's. */
async function start(quiet?: () => Promise<void>) {
  const receiver = await startReceiver();
  const db = openDatabase(SCHEMA);
  const hook = (path: string, events: readonly string[]) => ({
    url: `${receiver.url}${path}`,
    content_type: "json",
    events,
  });
  await plantSeed(
    db,
    svc,
    {
      organizations: { acme: { hooks: [hook("acme", ["membership"])] } },
      repositories: { "acme/widgets": { hooks: [hook("widgets", ["*"])] } },
    },
    new Date(),
  );
  const dispatcher = createDispatcher(db, svc, () => new Date(), quiet && { quiet });
  return {
    ...{ db, receiver, dispatcher },
    acme: findAccount(db, "acme")?.id ?? 0,
    widgets: findRepository(db, "acme", "widgets")?.id ?? 0,
    async [Symbol.asyncDispose]() {
      await dispatcher.close();
      db.close();
      await receiver[Symbol.asyncDispose]();
    },
  };
}

const sentTo = ({ received }: Receiver) => received.map(({ path, headers }) => [path, headers["x-svc-event"]]).sort();

const create = (size: number): Event => ({ name: "create", action: null, payload: { text: "x".repeat(size) } });

const MEGABYTE = 1024 * 1024;

test("what is larger than 25 MB is not sent, and leaves no record", async () => {
  await using started = await start();
  const { db, dispatcher, receiver, widgets } = started;
  const written: string[] = [];
  using _ = vi.spyOn(process.stderr, "write").mockImplementation((text) => written.push(String(text)) > 0);
  dispatcher.emit(widgets, create(25 * MEGABYTE));
  await dispatcher.settled();
  expect(receiver.received).toEqual([]);
  expect(written).toEqual([expect.stringMatching(/^Webhook 1 was not sent create: .*larger than 25 MB/)]);
  dispatcher.emit(widgets, create(25 * MEGABYTE - 20));
  await dispatcher.settled();
  expect(sentTo(receiver)).toEqual([["/widgets", "create"]]);
  expect(deliveriesFrom(db, { hookId: 1, since: 0, succeeded: undefined }, undefined, 9)).toMatchObject([
    { event: "create", status: "OK" },
  ]);
});

test("what happens to an organization reaches its own webhooks, and is about no repository", async () => {
  await using started = await start();
  const { db, dispatcher, receiver, acme } = started;
  dispatcher.emitAtOrganization(acme, { name: "membership", action: "added", payload: { action: "added" } });
  await dispatcher.settled();
  expect(sentTo(receiver)).toEqual([["/acme", "membership"]]);
  expect(deliveriesFrom(db, { hookId: 2, since: 0, succeeded: undefined }, undefined, 9)).toMatchObject([
    { event: "membership", action: "added", repository_id: null, installation_id: null },
  ]);
});

test("what was under way when it closes is given up, and what waited is not sent", async () => {
  await using started = await start();
  const { db, dispatcher, receiver, widgets } = started;
  const release = receiver.hold();
  for (let n = 0; n < 3; n++) dispatcher.emit(widgets, create(1));
  await expect.poll(() => receiver.received).toHaveLength(1);
  await dispatcher.close();
  release();
  expect(receiver.received).toHaveLength(1);
  expect(deliveriesFrom(db, { hookId: 1, since: 0, succeeded: undefined }, undefined, 9)).toEqual([]);
});

/** No moment is quiet enough to write down what happens, and every other one is. */
function neverWriting() {
  let count = 0;
  return () => (count++ === 0 ? new Promise<void>(() => undefined) : Promise.resolve());
}

test("all is settled only when what came of a delivery is, too", async () => {
  await using started = await start(neverWriting());
  const { dispatcher, receiver, widgets } = started;
  const release = receiver.hold();
  dispatcher.emit(widgets, create(1));
  const settled = dispatcher.settled();
  await expect.poll(() => receiver.received).toHaveLength(1);
  dispatcher.emit(widgets, create(1));
  release();
  await settled;
  expect(receiver.received).toHaveLength(2);
});

test("a webhook that was deleted is sent nothing more of what waits, but that", async () => {
  await using started = await start(neverWriting());
  const { db, dispatcher, receiver, widgets } = started;
  const hook = getHook(db, 1);
  if (!hook) throw new Error("The seed has a webhook 1.");
  const release = receiver.hold();
  for (let n = 0; n < 3; n++) dispatcher.emit(widgets, create(1));
  const settled = dispatcher.settled();
  await expect.poll(() => receiver.received).toHaveLength(1);
  db.transaction(() => {
    deleteHook(db, hook);
    dispatcher.giveUp(hook.id);
    dispatcher.emitTo(hook, { name: "meta", action: "deleted", payload: { action: "deleted" } });
  });
  release();
  await settled;
  expect(receiver.received.map(({ headers }) => headers["x-svc-event"])).toEqual(["create", "meta"]);
  expect(everyOutgoing(db)).toEqual([]);
});

test("what can't be sent at all is reported, and takes nothing behind it along", async () => {
  await using started = await start();
  const { db, dispatcher, receiver } = started;
  const written: string[] = [];
  using _ = vi.spyOn(process.stderr, "write").mockImplementation((text) => written.push(String(text)) > 0);
  const hook = getHook(db, 1);
  if (!hook) throw new Error("The seed has a webhook 1.");
  // No operation lets such an address in.
  db.run("UPDATE hooks SET url = 'nowhere' WHERE id = 1");
  dispatcher.emitTo(hook, create(1));
  await dispatcher.settled();
  expect(written).toEqual(["Webhook 1 was not sent create: Invalid URL\n"]);
  db.run("UPDATE hooks SET url = ? WHERE id = 1", `${receiver.url}back`);
  dispatcher.emitTo(hook, create(1));
  await dispatcher.settled();
  expect(sentTo(receiver)).toEqual([["/back", "create"]]);
});
