import { svc } from "@forgehand/core/dialects";
import { afterEach, expect, test, vi } from "vitest";
import type { WebhookEvent } from "../emulator-context.ts";
import { createHookHosts } from "../hosts/hook-hosts.ts";
import { applySeed } from "../seed/apply-seed.ts";
import { accounts } from "../state/accounts.ts";
import { openDatabase } from "../state/database.ts";
import { deliveriesFrom } from "../state/deliveries.ts";
import { hooks } from "../state/hooks.ts";
import { allPendingDeliveries } from "../state/outbox.ts";
import { findRepository } from "../state/repositories.ts";
import { SCHEMA } from "../state/schema.ts";
import { createDispatcher } from "./dispatcher.ts";
import { type Receiver, startReceiver } from "./receiver.fixture.ts";

afterEach(() => {
  vi.restoreAllMocks();
});

/** A standalone dispatcher in the neutral dialect, with a webhook of an organization and one of its repository. */
async function startDispatcher(whenIdle?: () => Promise<void>) {
  const receiver = await startReceiver();
  const db = openDatabase(SCHEMA);
  const hookHosts = createHookHosts([receiver.host], "hosts");
  const hook = (path: string, events: readonly string[]) => ({
    url: `${receiver.url}${path}`,
    content_type: "json",
    events,
  });
  await applySeed(
    db,
    svc,
    {
      organizations: { acme: { hooks: [hook("acme", ["custom_property"])] } },
      repositories: { "acme/widgets": { hooks: [hook("widgets", ["*"])] } },
    },
    new Date(),
  );
  const dispatcher = createDispatcher(db, svc, () => new Date(), { hookHosts, ...(whenIdle && { whenIdle }) });
  return {
    db,
    receiver,
    dispatcher,
    acme: accounts.find(db, { login: "acme" })?.id ?? 0,
    widgets: findRepository(db, "acme", "widgets")?.id ?? 0,
    async [Symbol.asyncDispose]() {
      await dispatcher.close();
      db.close();
      await receiver[Symbol.asyncDispose]();
    },
  };
}

const sentTo = ({ received }: Receiver) => received.map(({ path, headers }) => [path, headers["x-svc-event"]]).sort();

/** An event with few required fields, of this size. */
const sync = (size: number): WebhookEvent => ({
  name: "cache_sync",
  action: null,
  payload: { cache_location: "", ref: "x".repeat(size), before: "", after: "" },
});

const MEGABYTE = 1024 * 1024;

test("doesn't send payloads larger than 25 MB, and records nothing", async () => {
  await using started = await startDispatcher();
  const { db, dispatcher, receiver, widgets } = started;
  const written: string[] = [];
  using _ = vi.spyOn(process.stderr, "write").mockImplementation((text) => written.push(String(text)) > 0);
  dispatcher.emit(widgets, sync(25 * MEGABYTE));
  await dispatcher.settled();
  expect(receiver.received).toEqual([]);
  expect(written).toEqual([expect.stringMatching(/^Webhook 1: cache_sync could not be sent: .*larger than 25 MB/)]);
  dispatcher.emit(widgets, sync(25 * MEGABYTE - 60));
  await dispatcher.settled();
  expect(sentTo(receiver)).toEqual([["/widgets", "cache_sync"]]);
  expect(deliveriesFrom(db, { hookId: 1, since: 0, succeeded: undefined }, undefined, 9)).toMatchObject([
    { event: "cache_sync", status: "OK" },
  ]);
});

test("sends organization events to the organization's webhooks without a repository", async () => {
  await using started = await startDispatcher();
  const { db, dispatcher, receiver, acme } = started;
  dispatcher.emitInOrganization(acme, {
    name: "custom_property",
    action: "deleted",
    payload: { action: "deleted", definition: { property_name: "color" } },
  });
  await dispatcher.settled();
  expect(sentTo(receiver)).toEqual([["/acme", "custom_property"]]);
  expect(deliveriesFrom(db, { hookId: 2, since: 0, succeeded: undefined }, undefined, 9)).toMatchObject([
    { event: "custom_property", action: "deleted", repository_id: null, installation_id: null },
  ]);
});

test("drops events while 64 MB of them are pending, and records which webhooks don't receive them", async () => {
  await using started = await startDispatcher();
  const { db, dispatcher, receiver, widgets } = started;
  const written: string[] = [];
  using _ = vi.spyOn(process.stderr, "write").mockImplementation((text) => written.push(String(text)) > 0);
  const pendingCount = () => allPendingDeliveries(db).length;
  const release = receiver.holdResponses();
  for (let n = 0; n < 100; n++) {
    dispatcher.emit(widgets, sync(MEGABYTE));
    db.flushDeferred();
  }
  expect(pendingCount()).toBe(63);
  const undelivered = [{ hook: 1, reason: "too many deliveries are pending." }];
  expect(dispatcher.events().map((event) => event.undelivered)).toEqual([
    ...Array.from({ length: 63 }, () => []),
    ...Array.from({ length: 37 }, () => undelivered),
  ]);
  expect(written).toHaveLength(37);
  release();
  await dispatcher.settled();
  expect(receiver.received).toHaveLength(63);
  // There is room again.
  dispatcher.emit(widgets, sync(MEGABYTE));
  await dispatcher.settled();
  expect(receiver.received).toHaveLength(64);
});

test("drops events while 100,000 deliveries are pending, until their webhook is deleted", async () => {
  await using started = await startDispatcher();
  const { db, dispatcher, receiver, widgets } = started;
  using _ = vi.spyOn(process.stderr, "write").mockReturnValue(true);
  const release = receiver.holdResponses();
  for (let n = 0; n < 100_001; n++) dispatcher.emit(widgets, sync(0));
  db.flushDeferred();
  expect(allPendingDeliveries(db)).toHaveLength(100_000);
  expect(dispatcher.events().at(-1)?.undelivered).toHaveLength(1);
  dispatcher.cancel(1);
  dispatcher.emit(widgets, sync(0));
  db.flushDeferred();
  expect(dispatcher.events().at(-1)?.undelivered).toEqual([]);
  release();
  await dispatcher.settled();
});

test("close() aborts deliveries in progress and sends no pending ones", async () => {
  await using started = await startDispatcher();
  const { db, dispatcher, receiver, widgets } = started;
  const release = receiver.holdResponses();
  for (let n = 0; n < 3; n++) dispatcher.emit(widgets, sync(1));
  await expect.poll(() => receiver.received).toHaveLength(1);
  await dispatcher.close();
  release();
  expect(receiver.received).toHaveLength(1);
  expect(deliveriesFrom(db, { hookId: 1, since: 0, succeeded: undefined }, undefined, 9)).toEqual([]);
});

/** Returns a `whenIdle` whose first promise never resolves, so no changes are committed; the others resolve. */
function createBlockedIdle() {
  let count = 0;
  return () => (count++ === 0 ? new Promise<void>(() => undefined) : Promise.resolve());
}

test("settled() also waits for events that are emitted during a delivery", async () => {
  await using started = await startDispatcher(createBlockedIdle());
  const { dispatcher, receiver, widgets } = started;
  const release = receiver.holdResponses();
  dispatcher.emit(widgets, sync(1));
  const settled = dispatcher.settled();
  await expect.poll(() => receiver.received).toHaveLength(1);
  dispatcher.emit(widgets, sync(1));
  release();
  await settled;
  expect(receiver.received).toHaveLength(2);
});

test("sends only the deletion event after a webhook was deleted", async () => {
  await using started = await startDispatcher(createBlockedIdle());
  const { db, dispatcher, receiver, widgets } = started;
  const hook = hooks.find(db, { id: 1 });
  if (!hook) throw new Error("The seed has a webhook 1.");
  const release = receiver.holdResponses();
  for (let n = 0; n < 3; n++) dispatcher.emit(widgets, sync(1));
  const settled = dispatcher.settled();
  await expect.poll(() => receiver.received).toHaveLength(1);
  db.transaction(() => {
    hooks.delete(db, { id: hook.id });
    dispatcher.cancel(hook.id);
    const { id, active, events, created_at, updated_at } = hook;
    const rendered = { type: "Repository", name: "web", config: {}, id, active, events, created_at, updated_at };
    const payload = { action: "deleted", hook_id: id, hook: rendered };
    dispatcher.emitToHook(hook, { name: "meta", action: "deleted", payload });
  });
  release();
  await settled;
  expect(receiver.received.map(({ headers }) => headers["x-svc-event"])).toEqual(["cache_sync", "meta"]);
  expect(allPendingDeliveries(db)).toEqual([]);
});

test("reports deliveries that can't be sent, and continues with the next", async () => {
  await using started = await startDispatcher();
  const { db, dispatcher, receiver } = started;
  const written: string[] = [];
  using _ = vi.spyOn(process.stderr, "write").mockImplementation((text) => written.push(String(text)) > 0);
  const hook = hooks.find(db, { id: 1 });
  if (!hook) throw new Error("The seed has a webhook 1.");
  // No operation accepts such a URL.
  hooks.update(db, { id: 1 }, { url: "nowhere" });
  dispatcher.emitToHook(hook, sync(1));
  await dispatcher.settled();
  expect(written).toEqual(["Webhook 1: cache_sync could not be sent: Invalid URL\n"]);
  hooks.update(db, { id: 1 }, { url: `${receiver.url}back` });
  dispatcher.emitToHook(hook, sync(1));
  await dispatcher.settled();
  expect(sentTo(receiver)).toEqual([["/back", "cache_sync"]]);
});
