import type { Client } from "@forgehand/core";
import type { Input, Operation } from "@forgehand/core/contract";
import { test as base, expect } from "vitest";
import { apiName } from "./editions.ts";
import { startEmulator } from "./emulator.ts";
import { logLine } from "./http/log-line.ts";
import type { Emulator, EmulatorOptions, LoggedCall, LoggedRequest } from "./public.ts";
import { createAccountClients, type TestAccount } from "./vitest/account-clients.ts";
import { recordDialect, toHaveReceivedCall, toHaveSentEvent } from "./vitest/matchers.ts";

export type { TestAccount, TestPermissions } from "./vitest/account-clients.ts";

expect.extend({ toHaveSentEvent, toHaveReceivedCall });

/** Some of the fields of an object, at any depth. Asymmetric matchers, such as `expect.any(Number)`, fit everywhere. */
export type ExpectedFields<T> = T extends readonly unknown[]
  ? T
  : T extends object
    ? { readonly [K in keyof T]?: ExpectedFields<T[K]> }
    : T;

declare module "vitest" {
  interface Matchers<R extends void | Promise<void> = void | Promise<void>, T = unknown> {
    /**
     * Passes if the emulator has sent an event, whether or not a webhook received it.
     * @param event name of the event, as in the header `X-GitHub-Event`
     * @param payload some of the payload's fields, such as `{ action: "opened" }`
     */
    toHaveSentEvent(event: string, payload?: Readonly<Record<string, unknown>>): R;
    /**
     * Passes if the emulator has received a call of an operation, whatever its response.
     * @param input some of the input's fields
     */
    toHaveReceivedCall<O extends Operation<never, unknown>>(operation: O, input?: ExpectedFields<Input<O>>): R;
  }
}

/** The emulator of a test, with clients for its accounts. */
export interface TestEmulator extends Emulator {
  /**
   * Returns a client that calls as an account, without waiting for rate limits and without retries.
   * @throws RangeError if the account doesn't exist
   */
  as(account: TestAccount): Client;
}

/** Number of calls that a failed test prints. */
const PRINTED_CALLS = 20;

/** Options for {@link emulatorTest}. */
export interface EmulatorTestOptions extends EmulatorOptions {
  /**
   * Whether a test fails at the first call that the emulator doesn't have: of a route that it doesn't serve yet, or that
   * its edition of GitHub doesn't have either. Default true, because clients take such a response for a missing resource, or repeat it.
   */
  readonly strict?: boolean;
}

/**
 * Creates a `test` function whose tests each get their own emulator: `test("...", async ({ emulator }) => { ... })`. A
 * failed test prints the last calls that the emulator received. Call this again in files or suites that need other
 * options; the returned functions share nothing.
 * @param options options of each emulator; default: the demo seed
 */
export function emulatorTest({ strict = true, ...options }: EmulatorTestOptions = {}) {
  return base.extend<{ emulator: TestEmulator }>({
    emulator: async ({ task, signal, onTestFailed }, use) => {
      let error: Error | undefined;
      const emulator = await startEmulator({
        eventPayloads: true,
        ...options,
        log: (line, entry) => {
          options.log?.(line, entry);
          if (!strict || error || !("isNotEmulated" in entry) || !entry.isNotEmulated) return;
          error = notEmulatedError(entry, apiName(options.edition ?? "all"));
          abortTest(signal, error);
        },
      });
      onTestFailed(() => console.error(lastCalls(emulator.control.calls())));
      try {
        const dialect = options.dialect ?? "github";
        recordDialect(emulator, dialect);
        await use({ ...emulator, as: createAccountClients(emulator, dialect) });
      } finally {
        await emulator.stop();
      }
      const { errors = [] } = task.result ?? {};
      if (error && errors.every(({ message }) => message !== error?.message)) throw error;
    },
  });
}

/** Vitest's `test` with an emulator that has the demo seed. */
export const test = emulatorTest();

/**
 * Fails a test with an error, without waiting for the client's retries. A test ends when its signal is aborted, but
 * Vitest offers no way to abort it; if that ever stops working, the test still fails at its end.
 */
function abortTest(signal: AbortSignal, error: Error): void {
  Object.defineProperties(signal, { aborted: { value: true }, reason: { value: error } });
  signal.dispatchEvent(new Event("abort"));
}

/** @param api name of the API in messages */
function notEmulatedError({ method, path, status }: LoggedRequest, api: string): Error {
  const reason = status === 404 ? `the ${api} has no such route` : `the emulator doesn't have this route of the ${api}`;
  const advice = "If the test expects this, set the option strict to false.";
  const error = new Error(`${method} ${path} returned ${status}, because ${reason}. ${advice}`);
  // The call comes from the network, so the stack would show nothing of the test.
  error.stack = String(error);
  return error;
}

function lastCalls(calls: readonly LoggedCall[]): string {
  if (calls.length === 0) return "The emulator received no calls.";
  const printed = calls.slice(-PRINTED_CALLS);
  const title = printed.length < calls.length ? `Last ${PRINTED_CALLS} of ${calls.length} calls` : "Calls";
  return [`${title} that the emulator received:`, ...printed.map((call) => logLine(call))].join("\n  ");
}
