import { placeholdersOf } from "../contract/placeholders.ts";
import { ResponseError } from "../errors.ts";
import type { CallPipeline } from "./call-pipeline.ts";
import type { Clock } from "./clock.ts";
import { followUpOptions } from "./follow-up-options.ts";
import { emptySuccess } from "./middleware/empty-success.ts";
import type { CallRequest, CallResponse, Send } from "./middleware.ts";
import type { ServiceClock } from "./service-clock.ts";

interface VerificationDeps {
  readonly pipeline: CallPipeline;
  /** Bypasses the cache, because the current state is needed. */
  readonly send: Send;
  readonly clock: Clock;
  readonly serviceClock: ServiceClock;
}

/**
 * Verifies whether an ambiguous call took effect.
 * @returns a response that replaces the lost one; undefined if it did not take effect
 */
export async function verifyOutcome(
  { pipeline: { buildRequest, read, run }, send, clock, serviceClock }: VerificationDeps,
  ambiguous: CallRequest,
  sinceSent: () => number,
): Promise<CallResponse | undefined> {
  const { verification: check, success } = ambiguous.definition;
  if (!check) return undefined;
  const { deadline = Infinity, ...followUp } = followUpOptions(ambiguous, clock);
  const callOptions = { ...followUp, deadline: Math.max(1, deadline) };
  const pathFields = placeholdersOf(check.operation.path).map((name) => [name, ambiguous.input[name]]);
  const input = { ...Object.fromEntries(pathFields), ...check.input };
  const request = await buildRequest(check.operation, input, callOptions);
  return run(request, send, async (response) => {
    // Whether the call took effect must not be decided from an unexpected response.
    const state = await read(request, response, "strict");
    // The service's times are compared with its own clock, which this response has just shown.
    const done = check.isDone(
      state,
      ambiguous.input,
      new Date(serviceClock.now() - sinceSent()),
      new Date(serviceClock.now()),
    );
    if (done === false) return undefined;
    const status = Number(Object.keys(success)[0]);
    const substitute = check.toOutput
      ? { ...response, status, output: check.toOutput(state, ambiguous.input) }
      : emptySuccess(ambiguous);
    if (done && substitute) return substitute;
    throw new ResponseError("It is unknown whether the call took effect.");
  });
}
