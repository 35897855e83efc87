import { expect, test } from "vitest";
import { createVirtualClock } from "../../../../../test/clock/virtual-clock.ts";
import { planRedeliveries } from "./plan.ts";
import { readScope } from "./read.ts";
import { redeliver } from "./redeliver.ts";
import type { RedeliverOptions } from "./redeliver-options.ts";
import { contextOf, startService } from "./service.fixture.ts";

const EVENTS = 120;

const OPTIONS: RedeliverOptions = {
  selection: {
    patterns: [],
    filters: {
      topics: undefined,
      visibility: undefined,
      archived: "include",
      properties: undefined,
      languages: undefined,
    },
  },
  organizations: [],
  includesApp: false,
  hooks: ["all"],
  stateRepository: undefined,
  variable: "TIMES",
  overlap: 600_000,
  maxAttempts: 4,
  maxRedeliveries: Number.POSITIVE_INFINITY,
  events: undefined,
  wait: 0,
};

test("a run that loses its lock takes it again and sends the rest", async () => {
  const clock = createVirtualClock({ quietTurns: 1 });
  let redelivered = 0;
  const service = startService(clock, {
    store: () => 20,
    listed: () => 500,
    redeliver: () => {
      redelivered += 1;
      if (redelivered === EVENTS / 2) service.variables.delete("TIMES_LOCK");
      return 300;
    },
    accepts: (_, attempt) => attempt > 1,
  });
  for (let guid = 0; guid < EVENTS; guid += 1) service.createEvent(String(guid));
  const view = service.view(() => true);
  await clock.runUntil(
    (async () => {
      await clock.sleep(1000);
      const found = await readScope(view.scope, OPTIONS);
      const state = { entries: [OPTIONS], found: [found], isSharded: false, skipped: [], unreadable: [] };
      const context = contextOf(view.clock, new AbortController().signal, "1");
      const { outcomes } = await redeliver.apply(context, planRedeliveries(state).changes, state);
      expect(outcomes.filter(({ end }) => end === "not-started")).toEqual([]);
    })(),
  );
  expect(service.violations).toEqual([]);
  expect(service.attempts.filter(({ record }) => record.redelivery)).toHaveLength(EVENTS);
});
