import { type AnyOperation, definitionOf, isSchema } from "@forgehand/core/contract";
import * as z from "zod/mini";
import type { Fault as PublicFault } from "../../public.ts";

/** What a fault may say. */
export const Fault: z.ZodMiniType<PublicFault> = z.strictObject({
  operation: z.optional(z.string()),
  token: z.optional(z.string()),
  after: z.optional(z.int().check(z.nonnegative())),
  times: z.optional(z.int().check(z.gte(1))),
  rate: z.optional(z.number().check(z.gte(0), z.lte(1))),
  seed: z.optional(z.int()),
  delay: z.optional(z.number().check(z.nonnegative(), z.lte(3600))),
  executed: z.optional(z.boolean()),
  status: z.optional(z.int().check(z.gte(200), z.lte(599))),
  message: z.optional(z.string()),
  headers: z.optional(z.record(z.string(), z.string())),
  cut: z.optional(z.enum(["connection", "body"])),
  shape: z.optional(z.enum(["wrong", "text"])),
});

/** Is what comes back made of the operation's own answer? Then there must be one: the operation takes effect. */
export function keepsAnswer({ status, cut, shape }: PublicFault): boolean {
  return status === undefined && cut !== "connection" && shape !== "text";
}

/** Does an answer of this status never have a body? */
export const isBodiless = (status: number) => status === 204 || status === 205 || status === 304;

/** Headers that say how long an answer is and how it travels: every answer has its own. */
const OWN_HEADERS: readonly string[] = [
  "content-length",
  "transfer-encoding",
  "connection",
  "trailer",
  "upgrade",
  "date",
];

/**
 * What makes no sense about a fault, in a sentence; undefined: nothing.
 * @param operation the one that it names
 * @param requestId what the header of a call's number is called
 */
export function nonsenseIn(
  fault: PublicFault,
  operation: AnyOperation | undefined,
  requestId: string,
): string | undefined {
  const { status, message, headers, cut, shape, executed, delay = 0 } = fault;
  const told = [
    status !== undefined && "status",
    message !== undefined && "message",
    headers !== undefined && "headers",
    shape !== undefined && "shape",
  ].filter((name) => name !== false);
  if (status === undefined && cut === undefined && shape === undefined && delay === 0) {
    return "A fault that does nothing: it takes a status, a delay, a cut or a shape.";
  }
  if (cut === "connection" && told.length > 0) {
    return `Of a connection that is cut no answer comes: leave out ${told.join(" and ")}, or the cut.`;
  }
  if (cut === "body" && shape !== undefined) return "Half of a body has no shape: leave out the cut or the shape.";
  if (shape === "wrong" && status !== undefined) {
    return "A wrong shape is made of the operation's own answer, which has its own status: leave out the status or the shape.";
  }
  if (status === undefined && shape !== "text" && told.some((name) => name === "message" || name === "headers")) {
    return `The ${told.filter((name) => name !== "shape").join(" and ")} of what answer? A status is missing.`;
  }
  if (executed === false && keepsAnswer(fault)) {
    return "The operation's own answer comes back, so it takes effect: leave out executed, or say another status.";
  }
  if (
    status !== undefined &&
    isBodiless(status) &&
    (message !== undefined || cut !== undefined || shape !== undefined)
  ) {
    const without = [...told.filter((name) => name === "message" || name === "shape"), ...(cut ? ["cut"] : [])];
    return `An answer of ${status} has no body: leave out ${without.join(" and ")}.`;
  }
  if (operation && shape === "wrong" && !Object.values(definitionOf(operation).success).some(isSchema)) {
    return `${operation.route} answers with no JSON, so it has no shape that could be wrong.`;
  }
  return headers && nonsenseInHeaders(headers, [...OWN_HEADERS, requestId]);
}

function nonsenseInHeaders(headers: Readonly<Record<string, string>>, own: readonly string[]): string | undefined {
  const { validateHeaderName, validateHeaderValue } = process.getBuiltinModule("node:http");
  for (const [name, value] of Object.entries(headers)) {
    if (own.includes(name.toLowerCase())) return `The header ${name} is the service's own to set.`;
    try {
      validateHeaderName(name);
      validateHeaderValue(name, value);
    } catch {
      return `There can be no header ${JSON.stringify(name)} of ${JSON.stringify(value)}.`;
    }
  }
  return undefined;
}
