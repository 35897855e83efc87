import { callDefinitionOf } from "./call-definition.ts";
import type { Pace } from "./definition.ts";
import type { AnyOperation } from "./operation-types.ts";

/** Returns how a call of an operation counts toward the rate limits. */
export function paceOf(operation: AnyOperation): Pace {
  const cost = operation.method === "GET" ? 1 : 5;
  return { cost, createsContent: false, serial: [], resource: "core", ...callDefinitionOf(operation).pace };
}
