import { type AnyEvent, actionsOf, EVENT_NAMES, EVENTS, payloadSchema } from "@forgehand/core/contract";
import { DIALECTS, fromWire, github, neutralEvent, toWire } from "@forgehand/core/dialects";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import * as z from "zod/mini";
import { damaged, valuesOf } from "../../packages/core/src/contract/arbitrary.fixture.ts";
import { interpreted } from "../../packages/core/src/validation/interpreted.ts";
import { sized } from "../effort.ts";
import { eventDifferences } from "./data.ts";
import { describedEvents, realExamples } from "./event-description.ts";
import { differencesOfEvent, TO_COME } from "./event-difference.ts";
import { againstList } from "./meant.ts";

const described = Map.groupBy(describedEvents(), ({ event }) => neutralEvent(github, event));
const examples = Map.groupBy(realExamples(), ({ event }) => neutralEvent(github, event));
const events: readonly AnyEvent[] = Object.values(EVENTS);

describe("the contract's events and the public description's", () => {
  const names = [...new Set([...EVENT_NAMES, ...described.keys()])].sort();
  const meant = eventDifferences();
  const known = new Map<string, readonly string[]>();
  const found = (name: string): readonly string[] => {
    const lines = known.get(name) ?? [...differencesOfEvent(name, described.get(name) ?? [], examples.get(name) ?? [])];
    known.set(name, lines);
    return lines;
  };

  test.each(names)("%s differs only where it is meant to", (name) => {
    expect(againstList(new Set(found(name)), meant).unlisted).toEqual([]);
  });

  test("differ still wherever they are meant to", () => {
    expect(againstList(names.flatMap(found), meant).gone).toEqual([]);
  });

  test("have the actions that are restricted to some webhooks", () => {
    const restricted = events.filter(({ rule }) => rule.actions);
    expect(restricted.length).toBeGreaterThan(0);
    const missing = restricted.flatMap((event) =>
      Object.keys(event.rule.actions ?? {}).filter((action) => !actionsOf(event).includes(action)),
    );
    expect(missing).toEqual([]);
  });
});

describe("every real delivery", () => {
  test.each(events.filter(({ name }) => examples.has(name)))("of $name fits and comes back as it was", (event) => {
    const misfits = examples.get(event.name)?.flatMap(({ source, action, payload }) => {
      const schema = payloadSchema(event, action);
      const named = fromWire(github, schema, payload);
      expect(toWire(github, schema, named)).toEqual(payload);
      const held = interpreted(schema, named);
      expect("data" in held).toBe(z.safeParse(schema, named).success);
      return "data" in held ? [] : `${event.name} ${action} of ${source}: ${held.at} ${held.problem}`;
    });
    expect([...new Set(misfits)]).toEqual([]);
  });
});

describe("what a schema allows is let through and survives renaming, what else there is is not let through", () => {
  test.each(events)("$name", (event) => {
    for (const schema of [...actionsOf(event), TO_COME].map((action) => payloadSchema(event, action))) {
      const values = valuesOf(schema);
      fc.assert(
        fc.property(values, damaged(values), (value, other) => {
          expect(interpreted(schema, value)).toEqual({ data: value });
          for (const dialect of Object.values(DIALECTS)) {
            expect(fromWire(dialect, schema, toWire(dialect, schema, value))).toEqual(value);
          }
          expect("data" in interpreted(schema, other)).toBe(z.safeParse(schema, other).success);
        }),
        { numRuns: sized(2, 10) },
      );
    }
  });
});
