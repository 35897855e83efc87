import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import * as z from "zod/mini";
import { pickSize } from "../../../../test/test-size.ts";
import { startEmulator } from "../emulator.ts";
import type { Emulator, EmulatorOptions } from "../public.ts";
import { requestJson } from "../requests.fixture.ts";
import { parseDeliveryBody } from "../state/delivery-body.ts";

const PEOPLE = ["alice", "bob", "carol"] as const;

const SEED = {
  users: { alice: {}, bob: {}, carol: {} },
  organizations: { acme: { members: { alice: "owner" } } },
  repositories: { "acme/widgets": {} },
  tokens: Object.fromEntries(PEOPLE.map((user) => [user, { kind: "classic", user, scopes: "all" }])),
};

/** Behavior of a receiver. */
const BEHAVIORS = ["quick", "slow", "failing", "empty", "cut", "garbled", "other protocol", "huge"] as const;
type ReceiverBehavior = (typeof BEHAVIORS)[number];

type ScenarioStep =
  | { readonly does: "star"; readonly user: number }
  | { readonly does: "add hook"; readonly owner: "repository" | "organization"; readonly behavior: ReceiverBehavior }
  | { readonly does: "delete hook"; readonly hook: number }
  | { readonly does: "pause"; readonly deliveries: number }
  | { readonly does: "star missing repository" | "settle" | "restart" | "restore invalid snapshot" | "set clock back" };

const step: fc.Arbitrary<ScenarioStep> = fc.oneof(
  { weight: 9, arbitrary: fc.record({ does: fc.constant("star"), user: fc.nat(2) }) },
  {
    weight: 3,
    arbitrary: fc.record({
      does: fc.constant("add hook"),
      owner: fc.constantFrom("repository", "organization"),
      behavior: fc.constantFrom(...BEHAVIORS),
    }),
  },
  { weight: 1, arbitrary: fc.record({ does: fc.constant("delete hook"), hook: fc.nat(3) }) },
  { weight: 2, arbitrary: fc.record({ does: fc.constant("pause"), deliveries: fc.integer({ min: 1, max: 4 }) }) },
  {
    weight: 3,
    arbitrary: fc.record({
      does: fc.constantFrom(
        "star missing repository",
        "settle",
        "restart",
        "restore invalid snapshot",
        "set clock back",
      ),
    }),
  },
);

/** The fields of a payload that the model knows. */
const Payload = z.pipe(
  z.object({
    action: z.optional(z.string()),
    repository: z.optional(z.object({ stargazers_count: z.int() })),
  }),
  z.transform(({ action, repository }) => `${action ?? "ping"} ${repository?.stargazers_count ?? ""}`.trim()),
);

interface OrderedEvent {
  readonly guid: string;
  readonly text: string;
}

const receivedEvents = new Map<string, OrderedEvent[]>();

/** Ends the wait for the next delivery. */
let onReceived = () => {};

/** Lets slow receivers respond to what they have received. */
let releaseSlow = () => {};
let slowReleased = Promise.resolve();

/**
 * Releases the slow receivers that are waiting. The next ones wait for {@link releaseSlow}, unless `isSlow` is false.
 */
function setSlow(isSlow: boolean): void {
  releaseSlow();
  const { promise, resolve } = Promise.withResolvers<void>();
  releaseSlow = resolve;
  slowReleased = promise;
  if (!isSlow) resolve();
}

/** Waits for a number of deliveries, or until none is pending. */
async function pause({ control }: Emulator, deliveries: number): Promise<void> {
  for (let left = deliveries; left > 0; left--) {
    const received = new Promise<void>((resolve) => {
      onReceived = resolve;
    });
    setSlow(true);
    await Promise.race([received, control.settled()]);
  }
}

/** Waits until no delivery is pending. */
async function waitUntilSettled({ control }: Emulator): Promise<void> {
  setSlow(false);
  await control.settled();
  setSlow(true);
}

/** Responds as the path says: `/slow/7`. */
const receiver = createServer((request, response) => {
  const chunks: Buffer[] = [];
  request.on("data", (chunk: Buffer) => chunks.push(chunk));
  request.on("end", async () => {
    const { url: path = "", socket, headers } = request;
    const text = z.parse(Payload, parseDeliveryBody(Buffer.concat(chunks).toString()));
    receivedEvents.set(path, [
      ...(receivedEvents.get(path) ?? []),
      { guid: String(headers["x-github-delivery"]), text },
    ]);
    const behavior = decodeURIComponent(path.split("/")[1] ?? "");
    onReceived();
    if (behavior === "slow") await slowReleased;
    if (behavior === "cut") socket.destroy();
    else if (behavior === "garbled") socket.end("What?\r\n\r\n");
    else if (behavior === "other protocol") {
      socket.end("HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: x\r\n\r\n");
    } else if (behavior === "empty") response.writeHead(204).end();
    else
      response.writeHead(behavior === "failing" ? 500 : 200).end(behavior === "huge" ? "x".repeat(400_000) : "thanks");
  });
});

let origin = "";
const folder = mkdtempSync(join(tmpdir(), "forgehand-order-"));

beforeAll(async () => {
  await new Promise<void>((resolve) => receiver.listen(0, "127.0.0.1", resolve));
  const address = receiver.address();
  origin = `http://127.0.0.1:${typeof address === "object" ? address?.port : ""}`;
});

afterAll(() => {
  receiver.closeAllConnections();
  receiver.close();
  rmSync(folder, { recursive: true });
});

/** A webhook in the model. */
interface ModelHook {
  readonly id: number;
  readonly path: string;
  readonly owner: "repository" | "organization";
  readonly expected: string[];
  /** Number of events received when it was deleted. */
  countAtDeletion?: number;
}

const HOOK_ROUTES = { repository: "/repos/acme/widgets/hooks", organization: "/orgs/acme/hooks" } as const;

const isDeleted = ({ countAtDeletion }: ModelHook) => countAtDeletion !== undefined;

let count = 0;

/**
 * Runs steps and checks the events that the webhooks received.
 * @param interrupt restarts the emulator or restores its state
 */
async function run(
  steps: readonly ScenarioStep[],
  options: EmulatorOptions,
  interrupt: (e: Emulator) => Promise<Emulator>,
) {
  let emulator = await startEmulator({ seed: SEED, ...options });
  setSlow(true);
  try {
    const hooks: ModelHook[] = [];
    const starred = new Set<string>();
    let interruptions = 0;
    const expectEvent = (text: string) => {
      for (const hook of hooks) if (!isDeleted(hook)) hook.expected.push(text);
    };
    const receivedBy = ({ path }: ModelHook) => receivedEvents.get(path) ?? [];
    const runStep = async (step: ScenarioStep) => {
      if (step.does === "star") {
        const user = PEOPLE[step.user] ?? "alice";
        const isNew = !starred.has(user);
        const method = isNew ? "PUT" : "DELETE";
        expect((await requestJson(emulator, `${method} /user/starred/acme/widgets`, undefined, user)).status).toBe(204);
        if (isNew) starred.add(user);
        else starred.delete(user);
        expectEvent(`${isNew ? "created" : "deleted"} ${starred.size}`);
      } else if (step.does === "add hook") {
        const path = `/${encodeURIComponent(step.behavior)}/${count++}`;
        const hook = {
          name: "web",
          config: { url: `${origin}${path}`, content_type: "json" },
          events: ["star", "meta"],
        };
        const { status, body } = await requestJson(emulator, `POST ${HOOK_ROUTES[step.owner]}`, hook);
        expect(status).toBe(201);
        const { id } = z.parse(z.object({ id: z.int() }), body);
        const ping = step.owner === "repository" ? `ping ${starred.size}` : "ping";
        hooks.push({ id, path, owner: step.owner, expected: [ping] });
      } else if (step.does === "delete hook") {
        const hook = hooks[step.hook];
        if (!hook || isDeleted(hook)) return;
        expect((await requestJson(emulator, `DELETE ${HOOK_ROUTES[hook.owner]}/${hook.id}`)).status).toBe(204);
        hook.countAtDeletion = withoutRepeats(receivedBy(hook)).length;
        hook.expected.push(hook.owner === "repository" ? `deleted ${starred.size}` : "deleted");
      } else if (step.does === "pause") await pause(emulator, step.deliveries);
      else if (step.does === "star missing repository") {
        expect((await requestJson(emulator, "PUT /user/starred/acme/nothing")).status).toBe(404);
      } else if (step.does === "settle") {
        await waitUntilSettled(emulator);
        for (const hook of hooks) if (!isDeleted(hook)) expect(withoutRepeats(receivedBy(hook))).toEqual(hook.expected);
      } else if (step.does === "set clock back") {
        emulator.control.clock.advance(-3600);
      } else if (step.does === "restore invalid snapshot") {
        const snapshot = emulator.control.snapshot();
        const broken = { ...snapshot, tables: { ...snapshot.tables, nothing: { columns: [], rows: [] } } };
        await expect(emulator.control.restore(broken)).rejects.toThrow("unknown table: nothing");
      } else {
        emulator = await interrupt(emulator);
        interruptions += 1;
      }
    };
    for (const step of steps) await runStep(step);
    // A webhook that is deleted with its repository still receives the earlier events.
    expect((await requestJson(emulator, "DELETE /repos/acme/widgets")).status).toBe(204);
    if (interruptions > 0) emulator = await interrupt(emulator);
    await waitUntilSettled(emulator);
    for (const hook of hooks) {
      const all = receivedBy(hook);
      if (hook.countAtDeletion !== undefined) {
        // After its deletion, a webhook receives at most a delivery in progress and the event of its deletion.
        const received = withoutRepeats(all);
        expect(received.length).toBeLessThanOrEqual(hook.countAtDeletion + 2);
        expect(received.at(-1)).toBe(hook.expected.at(-1));
        expect(received.slice(0, -1)).toEqual(hook.expected.slice(0, received.length - 1));
      } else expect(withoutRepeats(all)).toEqual(hook.expected);
      // Only deliveries in progress are repeated.
      const repeats = all.length - withoutRepeats(all).length;
      expect(repeats).toBeLessThanOrEqual(interruptions > 0 ? interruptions + 1 : 0);
    }
    expect(emulator.control.snapshot().tables["outgoing"]?.rows).toEqual([]);
    expect(emulator.control.snapshot().tables["outgoing_targets"]?.rows).toEqual([]);
  } finally {
    await emulator.stop();
  }
}

/** Returns the texts of the events, without immediate repetitions. */
const withoutRepeats = (all: readonly OrderedEvent[]) =>
  all.filter(({ guid }, index) => guid !== all[index - 1]?.guid).map(({ text }) => text);

const PROPERTY_OPTIONS = { numRuns: pickSize(5, 12), endOnFailure: true } as const;

test("delivers all events in order, repeating only deliveries in progress, after restoring a snapshot", async () => {
  const restore = async (emulator: Emulator) => {
    await emulator.control.restore(emulator.control.snapshot());
    return emulator;
  };
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 30 }), (steps) =>
      run(steps, { allowHookHosts: [new URL(origin).host] }, restore),
    ),
    PROPERTY_OPTIONS,
  );
});

test("delivers all events in order, repeating only deliveries in progress, after a restart", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 30 }), (steps) => {
      const options = { data: join(folder, `${count++}.db`), allowHookHosts: [new URL(origin).host] };
      return run(steps, options, async (emulator) => {
        await emulator.stop();
        return startEmulator(options);
      });
    }),
    PROPERTY_OPTIONS,
  );
});
