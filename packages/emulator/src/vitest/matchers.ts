import type { AnyOperation } from "@forgehand/core/contract";
import { DIALECTS, type DialectName } from "@forgehand/core/dialects";
import type { MatcherState } from "vitest";
import { findOperation, operationName } from "../calls/operation-names.ts";
import { logLine } from "../http/log-line.ts";
import type { Emulator, LoggedEvent } from "../public.ts";
import { type ComparedEntry, describeMismatch } from "./closest.ts";
import { isObject } from "./is-object.ts";
import { inExpectedType, readReceivedInput } from "./received-call.ts";

/** The result of a matcher. */
interface MatcherResult {
  readonly pass: boolean;
  readonly message: () => string;
}

/** The dialects of emulators that do not have the default one. */
const dialectNames = new WeakMap<Emulator["control"], DialectName>();

/** Records the dialect of an emulator, in which its calls are logged. */
export function recordDialect({ control }: Emulator, dialect: DialectName): void {
  dialectNames.set(control, dialect);
}

/** Passes if the emulator has sent an event whose payload has these fields, to webhooks or without any receiver. */
export function toHaveSentEvent(
  this: MatcherState,
  { control }: Emulator,
  name: string,
  payload: object = {},
): MatcherResult {
  const events = control.events();
  const named = events.filter(({ event }) => event === name);
  if (Object.keys(payload).length > 0 && named.some((event) => event.payload === undefined)) {
    throw new TypeError("Payloads are only compared with the option eventPayloads: true of the emulator.");
  }
  const entries = named.map((event) => ({ title: titleOf(event), received: event.payload ?? {} }));
  const others = events.filter(({ event }) => event !== name).map(titleOf);
  return resultOf(this, { subject: `sent the event ${name}`, noun: "events" }, entries, others, payload);
}

/** Passes if the emulator has received a call of an operation whose input has these fields. */
export function toHaveReceivedCall(
  this: MatcherState,
  { control }: Emulator,
  { route }: AnyOperation,
  input: object = {},
): MatcherResult {
  const dialect = DIALECTS[dialectNames.get(control) ?? "github"];
  // The operation comes from the test's own copy of the contract.
  const operation = findOperation(dialect, route);
  const name = operationName(operation);
  const calls = control.calls();
  const entries = calls
    .filter((call) => call.operation === name)
    .map((call) => {
      const fields = Object.entries(readReceivedInput(dialect, operation, call));
      const expected: Readonly<Record<string, unknown>> = { ...input };
      const received = Object.fromEntries(fields.map(([key, value]) => [key, inExpectedType(value, expected[key])]));
      return { title: logLine(call), received };
    });
  const others = calls.filter((call) => call.operation !== name).map((call) => logLine(call));
  return resultOf(this, { subject: `received the call ${name}`, noun: "calls" }, entries, others, input);
}

function titleOf({ event, action, at }: LoggedEvent): string {
  return `${event}${action === null ? "" : `.${action}`} at ${at}`;
}

/** Compares the entries of a log with what is expected. */
function resultOf(
  { equals, utils, isNot, customTesters }: MatcherState,
  { subject, noun }: { readonly subject: string; readonly noun: string },
  entries: readonly ComparedEntry[],
  others: readonly string[],
  expected: object,
): MatcherResult {
  const matches = (received: unknown, part: unknown) =>
    isObject(part) && !isObject(received)
      ? false
      : equals(received, part, [...customTesters, utils.iterableEquality, utils.subsetEquality]);
  const match = entries.find(({ received }) => matches(received, expected));
  const fields =
    Object.keys(expected).length === 0
      ? ""
      : ` with ${utils.stringify(expected, undefined, { min: true, printBasicPrototype: false })}`;
  return {
    pass: match !== undefined,
    message: () =>
      isNot
        ? `The emulator must not have ${subject}${fields}, but it has: ${match?.title}`
        : `The emulator must have ${subject}${fields}.\n${describeMismatch(noun, entries, others, expected, matches, utils.diff)}`,
  };
}
