import { createServer } from "node:http";
import { createClient } from "@forgehand/core";
import type { DialectName } from "@forgehand/core/dialects";
import {
  createRepositoryHook,
  listRepositoryHookDeliveries,
  redeliverRepositoryHookDelivery,
  starRepository,
  unstarRepository,
} from "@forgehand/core/operations";
import { planRecovery } from "@forgehand/core/recovery";
import { createReceiver } from "@forgehand/core/webhooks";
import { nodeListener } from "@forgehand/core/webhooks/node";
import { startEmulator } from "@forgehand/emulator";
import { afterEach, describe, expect, test } from "vitest";

const WIDGETS = { owner: "acme", repo: "widgets" };
const SECRET = "It's a Secret to Everybody";

const cleanups: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

/**
 * Starts an emulator with one webhook and a receiver. The receiver's handler fails if `shouldFail` returns true for the
 * attempt.
 */
async function setUp(dialect: DialectName, content_type: "json" | "form", shouldFail: (attempt: number) => boolean) {
  const { control, ...emulator } = await startEmulator({ dialect });
  cleanups.push(() => emulator.stop());
  const handled: string[] = [];
  let attempts = 0;
  const receiver = createReceiver({
    secrets: ["the next secret", SECRET],
    dialect,
    on: {
      star({ guid, payload }) {
        attempts += 1;
        if (shouldFail(attempts)) throw new Error("the handler fails");
        handled.push(`${guid} ${payload.action}`);
      },
    },
    onError() {},
  });
  const server = createServer(nodeListener(receiver));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  cleanups.push(async () => {
    await receiver.stop();
    server.closeAllConnections();
    server.close();
  });
  const address = server.address();
  const host = `127.0.0.1:${typeof address === "object" ? address?.port : ""}`;
  control.allowHookHost(host);
  const url = `http://${host}/webhooks`;
  const client = createClient({ baseUrl: emulator.apiUrl, credentials: emulator.tokens["alice"] ?? "", dialect });
  const config = { url, content_type, secret: SECRET };
  const { id } = await client.call(createRepositoryHook, { ...WIDGETS, config, events: ["star"] });
  const hook = { ...WIDGETS, hook_id: id };
  return {
    client,
    handled,
    attempts: () => attempts,
    settled: () => control.settled(),
    plan: async (options: { readonly maxAttempts?: number } = {}) =>
      planRecovery(client.items(listRepositoryHookDeliveries, hook), { now: new Date(), ...options }),
    redeliver: (id: string) => client.call(redeliverRepositoryHookDelivery, { ...hook, delivery_id: id }),
    /** Returns the records of star events only; a new webhook also receives a ping. */
    records: async () => {
      const records = await Array.fromAsync(client.items(listRepositoryHookDeliveries, hook));
      return records.filter(({ event }) => event === "star");
    },
  };
}

type RecoverySetup = Awaited<ReturnType<typeof setUp>>;

async function toggleStar({ client, settled }: RecoverySetup, times: number): Promise<void> {
  for (let n = 0; n < times; n += 1) {
    await client.call(n % 2 === 0 ? starRepository : unstarRepository, WIDGETS);
  }
  await settled();
}

async function recover(service: RecoverySetup, options: { readonly maxAttempts?: number } = {}) {
  const plan = await service.plan(options);
  for (const { id } of plan.redeliver) await service.redeliver(id);
  await service.settled();
  return plan;
}

describe("recovery", () => {
  test.each([
    ["github", "json"],
    ["svc", "form"],
  ] as const)(
    "redelivers failed events until each is handled exactly once, in the dialect %s as %s",
    async (dialect, contentType) => {
      // Two of three attempts fail, regardless of the event.
      const service = await setUp(dialect, contentType, (attempt) => attempt % 3 !== 0);
      await toggleStar(service, 12);
      expect(service.handled).toHaveLength(4);
      let runs = 0;
      while ((await recover(service, { maxAttempts: 50 })).redeliver.size > 0) runs += 1;
      expect(runs).toBeGreaterThan(1);
      const guids = new Set((await service.records()).map(({ guid }) => guid));
      expect(guids.size).toBe(12);
      expect(new Set(service.handled.map((line) => line.split(" ")[0]))).toEqual(guids);
      expect(service.handled).toHaveLength(12);
    },
  );

  test("handles each event once even if all events are redelivered manually", async () => {
    const service = await setUp("github", "json", () => false);
    await toggleStar(service, 3);
    expect((await service.plan()).redeliver.size).toBe(0);
    for (const { id } of await service.records()) await service.redeliver(id);
    await service.settled();
    expect([service.handled.length, service.attempts()]).toEqual([3, 3]);
  });

  test("tries a handler that always fails no more than maxAttempts times", async () => {
    const service = await setUp("github", "json", () => true);
    await toggleStar(service, 1);
    for (let run = 0; run < 6; run += 1) await recover(service, { maxAttempts: 3 });
    const { redeliver, exhausted } = await service.plan({ maxAttempts: 3 });
    expect([redeliver.size, exhausted.size, service.attempts(), service.handled]).toEqual([0, 1, 3, []]);
  });
});
