import { createServer } from "node:http";
import { createClient } from "@forgehand/core";
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

const undo: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const one of undo.splice(0).reverse()) await one();
});

/** A service, and a receiver for one webhook of its whose handler fails as `fails` says. */
async function setUp(dialect: "github" | "svc", content_type: "json" | "form", fails: (attempt: number) => boolean) {
  const { control, ...emulator } = await startEmulator({ dialect });
  undo.push(() => emulator.stop());
  const handled: string[] = [];
  let attempts = 0;
  const receiver = createReceiver({
    secrets: ["the next secret", SECRET],
    dialect,
    on: {
      star({ guid, payload }) {
        attempts += 1;
        if (fails(attempts)) throw new Error("the handler fails");
        handled.push(`${guid} ${payload.action}`);
      },
    },
    onError() {},
  });
  const server = createServer(nodeListener(receiver));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  undo.push(async () => {
    await receiver.stop();
    server.closeAllConnections();
    server.close();
  });
  const address = server.address();
  const url = `http://127.0.0.1:${typeof address === "object" ? address?.port : ""}/webhooks`;
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
    /** Of stars alone: a new webhook is told of itself too. */
    records: async () => {
      const records = await Array.fromAsync(client.items(listRepositoryHookDeliveries, hook));
      return records.filter(({ event }) => event === "star");
    },
  };
}

type Service = Awaited<ReturnType<typeof setUp>>;

async function starOften({ client, settled }: Service, times: number): Promise<void> {
  for (let n = 0; n < times; n += 1) {
    await client.call(n % 2 === 0 ? starRepository : unstarRepository, WIDGETS);
  }
  await settled();
}

async function recover(service: Service, options: { readonly maxAttempts?: number } = {}) {
  const plan = await service.plan(options);
  for (const { id } of plan.redeliver) await service.redeliver(id);
  await service.settled();
  return plan;
}

describe("what failed is delivered again, and handled exactly once", () => {
  test.each([
    ["github", "json"],
    ["svc", "form"],
  ] as const)("in the names of %s, as %s", async (dialect, contentType) => {
    // Two of three attempts fail, whichever event they are for.
    const service = await setUp(dialect, contentType, (attempt) => attempt % 3 !== 0);
    await starOften(service, 12);
    expect(service.handled).toHaveLength(4);
    let runs = 0;
    while ((await recover(service, { maxAttempts: 50 })).redeliver.size > 0) runs += 1;
    expect(runs).toBeGreaterThan(1);
    const guids = new Set((await service.records()).map(({ guid }) => guid));
    expect(guids.size).toBe(12);
    expect(new Set(service.handled.map((line) => line.split(" ")[0]))).toEqual(guids);
    expect(service.handled).toHaveLength(12);
  });

  test("also where everything is delivered again, as by hand", async () => {
    const service = await setUp("github", "json", () => false);
    await starOften(service, 3);
    expect((await service.plan()).redeliver.size).toBe(0);
    for (const { id } of await service.records()) await service.redeliver(id);
    await service.settled();
    expect([service.handled.length, service.attempts()]).toEqual([3, 3]);
  });

  test("and a handler that always fails is tried no more often than it may be", async () => {
    const service = await setUp("github", "json", () => true);
    await starOften(service, 1);
    for (let run = 0; run < 6; run += 1) await recover(service, { maxAttempts: 3 });
    const { redeliver, exhausted } = await service.plan({ maxAttempts: 3 });
    expect([redeliver.size, exhausted.size, service.attempts(), service.handled]).toEqual([0, 1, 3, []]);
  });
});
