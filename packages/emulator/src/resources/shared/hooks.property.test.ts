import fc from "fast-check";
import { expect, test } from "vitest";
import * as z from "zod/mini";
import { pickSize } from "../../../../../test/test-size.ts";
import { type Receiver, startReceiver } from "../../deliveries/receiver.fixture.ts";
import { startEmulator } from "../../emulator.ts";
import type { Emulator } from "../../public.ts";
import { requestJson } from "../../requests.fixture.ts";
import { deliveryIds, SEED } from "./hooks.fixture.ts";

// After any sequence of changes, lists, single reads and records match a simple model.

const HOOKS_PATHS = ["/repos/acme/widgets/hooks", "/orgs/acme/hooks"] as const;

const hooksPath = fc.constantFrom(...HOOKS_PATHS);
const path = fc.constantFrom("a", "b");
const events = fc.constantFrom(["star"], ["watch"], ["star", "watch"], ["*"], ["star", "no_such_event"]);
/** Index of an existing webhook or record. A higher index stands for a deleted one. */
const itemIndex = fc.nat({ max: 3 });

const command = fc.oneof(
  fc.record({ action: fc.constant("create" as const), hooksPath, path, events, active: fc.boolean() }),
  fc.record({
    action: fc.constant("change" as const),
    hookIndex: itemIndex,
    path: fc.option(path, { nil: undefined }),
    events: fc.option(events, { nil: undefined }),
    active: fc.option(fc.boolean(), { nil: undefined }),
  }),
  fc.record({ action: fc.constant("delete" as const), hookIndex: itemIndex }),
  fc.record({ action: fc.constant("ping" as const), hookIndex: itemIndex }),
  { weight: 3, arbitrary: fc.record({ action: fc.constant("star" as const), by: fc.constantFrom("alice", "bob") }) },
  {
    weight: 3,
    arbitrary: fc.record({ action: fc.constant("redeliver" as const), hookIndex: itemIndex, recordIndex: itemIndex }),
  },
  fc.record({ action: fc.constant("set-response" as const), status: fc.constantFrom(200, 500) }),
  fc.record({ action: fc.constant("wait" as const), hours: fc.constantFrom(25, 50) }),
);
type HookCommand = typeof command extends fc.Arbitrary<infer C> ? C : never;

interface DeliveryRecord {
  readonly event: string;
  readonly action: string | null;
  readonly redelivery: boolean;
  readonly status_code: number;
  /** Number of the event, in place of its GUID. */
  readonly eventNumber: number;
  /** Time of the delivery, in hours. */
  readonly time: number;
}

interface ExpectedHook {
  readonly id: number;
  readonly hooksPath: string;
  path: string;
  events: readonly string[];
  active: boolean;
  /** Deliveries, newest first. */
  readonly records: DeliveryRecord[];
}

/** The expected state. */
interface HookModel {
  hooks: ExpectedHook[];
  readonly starredBy: Set<string>;
  status: number;
  now: number;
  eventCount: number;
}

const RETENTION_HOURS = 72;
const keptRecords = (model: HookModel, hook: ExpectedHook) =>
  hook.records.filter(({ time }) => model.now - time < RETENTION_HOURS);

const isRejected = (
  model: HookModel,
  own: ExpectedHook | undefined,
  requested: Pick<ExpectedHook, "hooksPath" | "path" | "events">,
) =>
  requested.events.includes("no_such_event") ||
  model.hooks.some(
    (other) =>
      other !== own &&
      other.hooksPath === requested.hooksPath &&
      other.path === requested.path &&
      other.events.join() === requested.events.join(),
  );

function deliver(
  model: HookModel,
  hook: ExpectedHook,
  event: string,
  action: string | null,
  eventNumber: number,
  redelivery = false,
) {
  hook.records.unshift({ event, action, redelivery, status_code: model.status, eventNumber, time: model.now });
}

function emit(model: HookModel, event: string, action: string): void {
  model.eventCount++;
  for (const hook of model.hooks) {
    if (hook.active && (hook.events.includes(event) || hook.events.includes("*"))) {
      deliver(model, hook, event, action, model.eventCount);
    }
  }
}

/** The request for a command, its expected status, and the change to the model. */
interface HookStep {
  readonly route: string;
  readonly body?: object;
  readonly token?: string;
  readonly status: number;
  readonly applyToModel: (id: number) => void;
}

function toStep(model: HookModel, input: HookCommand, receiver: Receiver): HookStep | undefined {
  const url = (name: string) => `${receiver.url}${name}`;
  const hook = "hookIndex" in input ? model.hooks[input.hookIndex] : undefined;
  const hookPath = hook ? `${hook.hooksPath}/${hook.id}` : `${HOOKS_PATHS[0]}/999`;
  const missing = { status: 404, applyToModel: () => {} };
  switch (input.action) {
    case "create": {
      const rejected = isRejected(model, undefined, input);
      return {
        route: `POST ${input.hooksPath}`,
        body: { name: "web", config: { url: url(input.path) }, events: input.events, active: input.active },
        status: rejected ? 422 : 201,
        applyToModel: (id) => {
          if (rejected) return;
          const newHook = {
            id,
            hooksPath: input.hooksPath,
            path: input.path,
            events: input.events,
            active: input.active,
            records: [],
          };
          model.hooks.push(newHook);
          model.eventCount++;
          if (newHook.active) deliver(model, newHook, "ping", null, model.eventCount);
        },
      };
    }
    case "change": {
      const body = {
        ...(input.path === undefined ? {} : { config: { url: url(input.path) } }),
        ...(input.events === undefined ? {} : { events: input.events }),
        ...(input.active === undefined ? {} : { active: input.active }),
      };
      if (!hook) return { route: `PATCH ${hookPath}`, body, ...missing };
      const requested = {
        hooksPath: hook.hooksPath,
        path: input.path ?? hook.path,
        events: input.events ?? hook.events,
      };
      const rejected = isRejected(model, hook, requested);
      const applyToModel = () => {
        if (!rejected) Object.assign(hook, requested, { active: input.active ?? hook.active });
      };
      return { route: `PATCH ${hookPath}`, body, status: rejected ? 422 : 200, applyToModel };
    }
    case "delete": {
      const route = `DELETE ${hookPath}`;
      if (!hook) return { route, ...missing };
      const applyToModel = () => {
        model.hooks = model.hooks.filter((other) => other !== hook);
      };
      return { route, status: 204, applyToModel };
    }
    case "ping": {
      const route = `POST ${hookPath}/pings`;
      if (!hook) return { route, ...missing };
      const applyToModel = () => {
        model.eventCount++;
        deliver(model, hook, "ping", null, model.eventCount);
      };
      return { route, status: 204, applyToModel };
    }
    case "star": {
      const isNew = !model.starredBy.has(input.by);
      const applyToModel = () => {
        if (isNew) model.starredBy.add(input.by);
        else model.starredBy.delete(input.by);
        emit(model, "star", isNew ? "created" : "deleted");
        if (isNew) emit(model, "watch", "started");
      };
      return {
        route: `${isNew ? "PUT" : "DELETE"} /user/starred/acme/widgets`,
        token: input.by,
        status: 204,
        applyToModel,
      };
    }
    default:
      return undefined;
  }
}

const Deliveries = z.array(
  z.object({
    event: z.string(),
    action: z.nullable(z.string()),
    redelivery: z.boolean(),
    status_code: z.int(),
    guid: z.string(),
  }),
);

/** Returns a webhook's records from the list, and checks each single read. */
async function recordsOf(emulator: Emulator, hook: ExpectedHook) {
  const base = `${hook.hooksPath}/${hook.id}/deliveries`;
  const listed = await requestJson(emulator, `GET ${base}?per_page=100`);
  const ids = deliveryIds(listed);
  const records = z.parse(Deliveries, listed.body);
  const [newest] = ids;
  if (newest !== undefined) {
    expect((await requestJson(emulator, `GET ${base}/${newest}`)).body).toMatchObject(records[0] ?? {});
  }
  return { ids, records };
}

async function compareWithModel(emulator: Emulator, model: HookModel, receiver: Receiver, guids: Map<number, string>) {
  for (const listing of HOOKS_PATHS) {
    const expected = model.hooks.filter((hook) => hook.hooksPath === listing);
    expect((await requestJson(emulator, `GET ${listing}`)).body).toMatchObject(
      expected.map(({ id, active, events: requested, path: name }) => ({
        id,
        active,
        events: requested,
        config: { url: `${receiver.url}${name}` },
      })),
    );
  }
  for (const hook of model.hooks) {
    const { records } = await recordsOf(emulator, hook);
    const expected = keptRecords(model, hook);
    expect(records).toMatchObject(
      expected.map(({ event, action, redelivery, status_code }) => ({ event, action, redelivery, status_code })),
    );
    // An event has the same GUID in all deliveries, and no other event has it.
    for (const [index, { eventNumber }] of expected.entries()) {
      const guid = records[index]?.guid ?? "";
      if (!guids.has(eventNumber)) expect([...guids.values()]).not.toContain(guid);
      guids.set(eventNumber, guids.get(eventNumber) ?? guid);
      expect(guid).toBe(guids.get(eventNumber));
    }
  }
}

async function runCommands(commands: readonly HookCommand[]): Promise<void> {
  await using receiver = await startReceiver();
  const emulator = await startEmulator({ seed: SEED, allowHookHosts: [receiver.host] });
  const model: HookModel = { hooks: [], starredBy: new Set(), status: 200, now: 0, eventCount: 0 };
  const guids = new Map<number, string>();
  try {
    for (const [index, input] of commands.entries()) {
      if (input.action === "set-response") {
        model.status = input.status;
        receiver.setResponse(input.status);
      } else if (input.action === "wait") {
        model.now += input.hours;
        emulator.control.clock.advance(input.hours * 3600);
      } else if (input.action === "redeliver") {
        const hook = model.hooks[input.hookIndex];
        const { ids } = hook ? await recordsOf(emulator, hook) : { ids: [] };
        const record = hook && keptRecords(model, hook)[input.recordIndex];
        const hookPath = hook ? `${hook.hooksPath}/${hook.id}` : `${HOOKS_PATHS[0]}/999`;
        const response = await requestJson(
          emulator,
          `POST ${hookPath}/deliveries/${ids[input.recordIndex] ?? "1"}/attempts`,
        );
        expect(response.status).toBe(record ? 202 : 404);
        if (record) deliver(model, hook, record.event, record.action, record.eventNumber, true);
      } else {
        const step = toStep(model, input, receiver);
        const response = await requestJson(emulator, step?.route ?? "", step?.body, step?.token);
        expect([step?.route, response.status]).toEqual([step?.route, step?.status]);
        step?.applyToModel(Number(Object(response.body).id));
      }
      await emulator.control.settled();
      if (index % 4 === 0 || index === commands.length - 1) await compareWithModel(emulator, model, receiver, guids);
    }
    const sent = receiver.received.length;
    expect(sent).toBeGreaterThanOrEqual(model.hooks.reduce((sum, { records }) => sum + records.length, 0));
  } finally {
    await emulator.stop();
  }
}

/** Creates webhooks first, so that events are delivered from the start. */
const INITIAL_COMMANDS: readonly HookCommand[] = HOOKS_PATHS.map((hooksPath) => ({
  action: "create",
  hooksPath,
  path: "a",
  events: ["star"],
  active: true,
}));

test("lists, records and single reads match a model after any sequence of changes, events and redeliveries", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(command, { maxLength: 14 }), (commands) =>
      runCommands([...INITIAL_COMMANDS, ...commands]),
    ),
    { numRuns: pickSize(6, 20) },
  );
});
