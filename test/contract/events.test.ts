import { type AnyEvent, actionsOf, EVENT_NAMES, EVENTS, payloadSchema } from "@forgehand/core/contract";
import { DIALECTS, fromWire, github, neutralEvent, toWire } from "@forgehand/core/dialects";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import * as z from "zod/mini";
import { damaged, valuesOf } from "../../packages/core/src/contract/arbitrary.fixture.ts";
import { compileSchema } from "../../packages/core/src/schema/compile-schema.ts";
import { describeMismatch } from "../../packages/core/src/schema/describe-issue.ts";
import { isMatch } from "../../packages/core/src/schema/is-match.ts";
import { pickSize } from "../test-size.ts";
import { compareWithExpected } from "./compare-with-expected.ts";
import { expectedEventDifferences } from "./data.ts";
import { readDescribedEvents, readRealExamples } from "./event-description.ts";
import { differencesOfEvent, UNKNOWN_ACTION } from "./event-differences.ts";

const described = Map.groupBy(readDescribedEvents(), ({ event }) => neutralEvent(github, event));
const examples = Map.groupBy(readRealExamples(), ({ event }) => neutralEvent(github, event));
const events: readonly AnyEvent[] = Object.values(EVENTS);

describe("the contract's events and the public description", () => {
  const names = [...new Set([...EVENT_NAMES, ...described.keys()])].sort();
  const expected = expectedEventDifferences();
  const cache = new Map<string, readonly string[]>();
  const differencesFor = (name: string): readonly string[] => {
    const lines = cache.get(name) ?? [...differencesOfEvent(name, described.get(name) ?? [], examples.get(name) ?? [])];
    cache.set(name, lines);
    return lines;
  };

  test.each(names)("%s differs only as expected", (name) => {
    expect(compareWithExpected(new Set(differencesFor(name)), expected).unexpected).toEqual([]);
  });

  test("every expected difference still exists", () => {
    expect(compareWithExpected(names.flatMap(differencesFor), expected).obsolete).toEqual([]);
  });

  test("every action that is restricted to some kinds of webhook exists", () => {
    const restricted = events.filter(({ rule }) => rule.actions);
    expect(restricted.length).toBeGreaterThan(0);
    const missing = restricted.flatMap((event) =>
      Object.keys(event.rule.actions ?? {}).filter((action) => !actionsOf(event).includes(action)),
    );
    expect(missing).toEqual([]);
  });
});

describe("real deliveries", () => {
  test.each(events.filter(({ name }) => examples.has(name)))("of $name validate and round-trip", (event) => {
    const problems = examples.get(event.name)?.flatMap(({ source, action, payload }) => {
      const schema = payloadSchema(event, action);
      const named = fromWire(github, schema, payload);
      expect(toWire(github, schema, named)).toEqual(payload);
      const compiled = compileSchema(schema);
      expect(isMatch(compiled, named)).toBe(z.safeParse(schema, named).success);
      if (isMatch(compiled, named)) return [];
      const { at, problem } = describeMismatch(compiled, named, "the payload");
      return `${event.name} ${action} of ${source}: ${at} ${problem}`;
    });
    expect([...new Set(problems)]).toEqual([]);
  });
});

describe("event schemas accept valid values, translate them without loss, and reject damaged values", () => {
  test.each(events)("$name", (event) => {
    for (const schema of [...actionsOf(event), UNKNOWN_ACTION].map((action) => payloadSchema(event, action))) {
      const values = valuesOf(schema);
      fc.assert(
        fc.property(values, damaged(values), (value, other) => {
          expect(isMatch(compileSchema(schema), value)).toBe(true);
          for (const dialect of Object.values(DIALECTS)) {
            expect(fromWire(dialect, schema, toWire(dialect, schema, value))).toEqual(value);
          }
          expect(isMatch(compileSchema(schema), other)).toBe(z.safeParse(schema, other).success);
        }),
        { numRuns: pickSize(2, 10) },
      );
    }
  });
});
