import fc from "fast-check";
import { expect, test } from "vitest";
import * as z from "zod/mini";
import { sized } from "../../../../../test/effort.ts";
import { ask } from "../../calling.fixture.ts";
import { type Receiver, startReceiver } from "../../deliveries/receiver.fixture.ts";
import { startEmulator } from "../../emulator.ts";
import type { Emulator } from "../../public.ts";
import { idsIn, SEED } from "./hooks.fixture.ts";

// Whatever is done to webhooks in whatever order: lists, single answers and records say what a plain model says.

const PLACES = ["/repos/acme/widgets/hooks", "/orgs/acme/hooks"] as const;

const place = fc.constantFrom(...PLACES);
const path = fc.constantFrom("a", "b");
const events = fc.constantFrom(["star"], ["watch"], ["star", "watch"], ["*"], ["star", "no_such_event"]);
/** One of the webhooks that there are by then, or of a webhook's records; past the last: one that is gone. */
const which = fc.nat({ max: 3 });

const command = fc.oneof(
  fc.record({ do: fc.constant("create" as const), place, path, events, active: fc.boolean() }),
  fc.record({
    ...{ do: fc.constant("change" as const), which },
    path: fc.option(path, { nil: undefined }),
    events: fc.option(events, { nil: undefined }),
    active: fc.option(fc.boolean(), { nil: undefined }),
  }),
  fc.record({ do: fc.constant("delete" as const), which }),
  fc.record({ do: fc.constant("ping" as const), which }),
  { weight: 3, arbitrary: fc.record({ do: fc.constant("star" as const), by: fc.constantFrom("alice", "bob") }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant("redeliver" as const), which, delivery: which }) },
  fc.record({ do: fc.constant("answer" as const), status: fc.constantFrom(200, 500) }),
  fc.record({ do: fc.constant("wait" as const), hours: fc.constantFrom(25, 50) }),
);
type Command = typeof command extends fc.Arbitrary<infer C> ? C : never;

interface DeliveryRecord {
  readonly event: string;
  readonly action: string | null;
  readonly redelivery: boolean;
  readonly status_code: number;
  /** Which event it was, counted: what stands for its GUID. */
  readonly cause: number;
  /** Hours. */
  readonly at: number;
}

interface Hook {
  readonly id: number;
  readonly place: string;
  path: string;
  events: readonly string[];
  active: boolean;
  /** The newest first. */
  readonly records: DeliveryRecord[];
}

/** What there should be. */
interface Model {
  hooks: Hook[];
  readonly starredBy: Set<string>;
  status: number;
  now: number;
  causes: number;
}

const KEPT = 72;
const kept = (model: Model, hook: Hook) => hook.records.filter(({ at }) => model.now - at < KEPT);

const isRefused = (model: Model, own: Hook | undefined, wanted: Pick<Hook, "place" | "path" | "events">) =>
  wanted.events.includes("no_such_event") ||
  model.hooks.some(
    (other) =>
      other !== own &&
      other.place === wanted.place &&
      other.path === wanted.path &&
      other.events.join() === wanted.events.join(),
  );

function deliver(model: Model, hook: Hook, event: string, action: string | null, cause: number, redelivery = false) {
  hook.records.unshift({ event, action, redelivery, status_code: model.status, cause, at: model.now });
}

function emit(model: Model, event: string, action: string): void {
  model.causes++;
  for (const hook of model.hooks) {
    if (hook.active && (hook.events.includes(event) || hook.events.includes("*"))) {
      deliver(model, hook, event, action, model.causes);
    }
  }
}

/** What a command comes to: what is asked, what should be answered, and what then should be. */
interface Step {
  readonly route: string;
  readonly body?: object;
  readonly token?: string;
  readonly status: number;
  readonly done: (id: number) => void;
}

function stepOf(model: Model, told: Command, receiver: Receiver): Step | undefined {
  const url = (name: string) => `${receiver.url}${name}`;
  const hook = "which" in told ? model.hooks[told.which] : undefined;
  const at = hook ? `${hook.place}/${hook.id}` : `${PLACES[0]}/999`;
  const missing = { status: 404, done: () => {} };
  switch (told.do) {
    case "create": {
      const refused = isRefused(model, undefined, told);
      return {
        route: `POST ${told.place}`,
        body: { name: "web", config: { url: url(told.path) }, events: told.events, active: told.active },
        status: refused ? 422 : 201,
        done: (id) => {
          if (refused) return;
          const made = {
            id,
            place: told.place,
            path: told.path,
            events: told.events,
            active: told.active,
            records: [],
          };
          model.hooks.push(made);
          model.causes++;
          if (made.active) deliver(model, made, "ping", null, model.causes);
        },
      };
    }
    case "change": {
      const body = {
        ...(told.path === undefined ? {} : { config: { url: url(told.path) } }),
        ...(told.events === undefined ? {} : { events: told.events }),
        ...(told.active === undefined ? {} : { active: told.active }),
      };
      if (!hook) return { route: `PATCH ${at}`, body, ...missing };
      const wanted = { place: hook.place, path: told.path ?? hook.path, events: told.events ?? hook.events };
      const refused = isRefused(model, hook, wanted);
      const done = () => {
        if (!refused) Object.assign(hook, wanted, { active: told.active ?? hook.active });
      };
      return { route: `PATCH ${at}`, body, status: refused ? 422 : 200, done };
    }
    case "delete": {
      const route = `DELETE ${at}`;
      if (!hook) return { route, ...missing };
      const done = () => {
        model.hooks = model.hooks.filter((other) => other !== hook);
      };
      return { route, status: 204, done };
    }
    case "ping": {
      const route = `POST ${at}/pings`;
      if (!hook) return { route, ...missing };
      const done = () => {
        model.causes++;
        deliver(model, hook, "ping", null, model.causes);
      };
      return { route, status: 204, done };
    }
    case "star": {
      const isNew = !model.starredBy.has(told.by);
      const done = () => {
        if (isNew) model.starredBy.add(told.by);
        else model.starredBy.delete(told.by);
        emit(model, "star", isNew ? "created" : "deleted");
        if (isNew) emit(model, "watch", "started");
      };
      return { route: `${isNew ? "PUT" : "DELETE"} /user/starred/acme/widgets`, token: told.by, status: 204, done };
    }
    default:
      return undefined;
  }
}

const Deliveries = z.array(
  z.object({
    ...{ event: z.string(), action: z.nullable(z.string()), redelivery: z.boolean(), status_code: z.int() },
    guid: z.string(),
  }),
);

/** The records of a webhook as they are listed, each read by itself too. */
async function recordsOf(emulator: Emulator, hook: Hook) {
  const base = `${hook.place}/${hook.id}/deliveries`;
  const listed = await ask(emulator, `GET ${base}?per_page=100`);
  const ids = idsIn(listed);
  const records = z.parse(Deliveries, listed.body);
  const [newest] = ids;
  if (newest !== undefined) {
    expect((await ask(emulator, `GET ${base}/${newest}`)).body).toMatchObject(records[0] ?? {});
  }
  return { ids, records };
}

async function check(emulator: Emulator, model: Model, receiver: Receiver, guids: Map<number, string>) {
  for (const listing of PLACES) {
    const expected = model.hooks.filter((hook) => hook.place === listing);
    expect((await ask(emulator, `GET ${listing}`)).body).toMatchObject(
      expected.map(({ id, active, events: wanted, path: name }) => ({
        ...{ id, active, events: wanted, config: { url: `${receiver.url}${name}` } },
      })),
    );
  }
  for (const hook of model.hooks) {
    const { records } = await recordsOf(emulator, hook);
    const expected = kept(model, hook);
    expect(records).toMatchObject(
      expected.map(({ event, action, redelivery, status_code }) => ({ event, action, redelivery, status_code })),
    );
    // Each event has one GUID, at every webhook and every time it is sent, and no other has it.
    for (const [index, { cause }] of expected.entries()) {
      const guid = records[index]?.guid ?? "";
      if (!guids.has(cause)) expect([...guids.values()]).not.toContain(guid);
      guids.set(cause, guids.get(cause) ?? guid);
      expect(guid).toBe(guids.get(cause));
    }
  }
}

async function run(commands: readonly Command[]): Promise<void> {
  await using receiver = await startReceiver();
  const emulator = await startEmulator({ seed: SEED });
  const model: Model = { hooks: [], starredBy: new Set(), status: 200, now: 0, causes: 0 };
  const guids = new Map<number, string>();
  try {
    for (const [index, told] of commands.entries()) {
      if (told.do === "answer") {
        model.status = told.status;
        receiver.answer(told.status);
      } else if (told.do === "wait") {
        model.now += told.hours;
        emulator.control.clock.advance(told.hours * 3600);
      } else if (told.do === "redeliver") {
        const hook = model.hooks[told.which];
        const { ids } = hook ? await recordsOf(emulator, hook) : { ids: [] };
        const record = hook && kept(model, hook)[told.delivery];
        const place = hook ? `${hook.place}/${hook.id}` : `${PLACES[0]}/999`;
        const answer = await ask(emulator, `POST ${place}/deliveries/${ids[told.delivery] ?? "1"}/attempts`);
        expect(answer.status).toBe(record ? 202 : 404);
        if (record) deliver(model, hook, record.event, record.action, record.cause, true);
      } else {
        const step = stepOf(model, told, receiver);
        const answer = await ask(emulator, step?.route ?? "", step?.body, step?.token);
        expect([step?.route, answer.status]).toEqual([step?.route, step?.status]);
        step?.done(Number(Object(answer.body).id));
      }
      await emulator.control.settled();
      if (index % 4 === 0 || index === commands.length - 1) await check(emulator, model, receiver, guids);
    }
    const sent = receiver.received.length;
    expect(sent).toBeGreaterThanOrEqual(model.hooks.reduce((sum, { records }) => sum + records.length, 0));
  } finally {
    await emulator.stop();
  }
}

/** So that there is something to tell of the events. */
const BEGINNING: readonly Command[] = PLACES.map((where) => ({
  ...{ do: "create", place: where, path: "a", events: ["star"], active: true },
}));

test("any sequence of changes, events and redeliveries leaves lists, records and reads as a model has them", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(command, { maxLength: 14 }), (commands) => run([...BEGINNING, ...commands])),
    { numRuns: sized(6, 20) },
  );
});
