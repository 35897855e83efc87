import { InputError } from "../../errors.ts";
import type { CallPipeline } from "../call-pipeline.ts";
import type { Clock } from "../clock.ts";
import type { Send } from "../middleware.ts";
import { responseMeta } from "../response/response-meta.ts";
import type { InputFields } from "./input-fields.ts";
import { separatePace, type UntypedOptions } from "./route-pace.ts";
import { readUntyped, untypedOperation } from "./untyped-operation.ts";

interface UntypedDeps {
  readonly pipeline: CallPipeline;
  readonly send: Send;
  readonly clock: Clock;
}

/** Calls an endpoint that the contract lacks. */
export async function requestWithoutContract(
  { pipeline: { prepareCall, read, run, dialect }, send, clock }: UntypedDeps,
  route: string,
  input: InputFields = {},
  options: UntypedOptions = {},
) {
  const { callOptions, pace } = separatePace(options);
  if (typeof input !== "object" || input === null) {
    throw new InputError("input must be an object with the fields of path, query or body.", { field: "input" });
  }
  const prepared = await prepareCall(untypedOperation(route, input, pace), input, callOptions);
  return run(prepared, send, async (response) => {
    const { onDecoded, ...received } = response;
    // Throws for any response that is not a success.
    await read(prepared, received);
    const output = readUntyped(prepared, received);
    onDecoded?.();
    return { output, ...responseMeta(response, prepared, dialect, clock) };
  });
}
