import { type AnyOperation, definitionOf, isSchema } from "@forgehand/core/contract";
import * as z from "zod/mini";
import type { Fault as PublicFault } from "../public.ts";

/** Schema of a fault. */
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

/** Whether the response is derived from the operation's own response, so that the operation must be executed. */
export function usesOwnResponse({ status, cut, shape }: PublicFault): boolean {
  return status === undefined && cut !== "connection" && shape !== "text";
}

/** Whether responses with this status never have a body. */
export const isBodiless = (status: number) => status === 204 || status === 205 || status === 304;

/** Headers that are determined by the connection and the body. */
const RESERVED_HEADERS: readonly string[] = [
  "content-length",
  "transfer-encoding",
  "connection",
  "trailer",
  "upgrade",
  "date",
];

/**
 * Returns a message if a fault's fields contradict each other; otherwise undefined.
 * @param operation the operation that the fault names
 * @param requestId name of the request ID header
 */
export function findFaultError(
  fault: PublicFault,
  operation: AnyOperation | undefined,
  requestId: string,
): string | undefined {
  const { status, message, headers, cut, shape, executed, delay = 0 } = fault;
  const givenFields = [
    status !== undefined && "status",
    message !== undefined && "message",
    headers !== undefined && "headers",
    shape !== undefined && "shape",
  ].filter((name) => name !== false);
  if (status === undefined && cut === undefined && shape === undefined && delay === 0) {
    return "A fault must have a status, a delay, a cut or a shape.";
  }
  if (cut === "connection" && givenFields.length > 0) {
    return `A cut connection has no response: omit ${givenFields.join(" and ")}, or the cut.`;
  }
  if (cut === "body" && shape !== undefined) return "A cut body has no shape: omit the cut or the shape.";
  if (shape === "wrong" && status !== undefined) {
    return "A wrong shape is derived from the operation's own response and its status: omit the status or the shape.";
  }
  if (
    status === undefined &&
    shape !== "text" &&
    givenFields.some((name) => name === "message" || name === "headers")
  ) {
    return `A fault with ${givenFields.filter((name) => name !== "shape").join(" and ")} must have a status.`;
  }
  if (executed === false && usesOwnResponse(fault)) {
    return "The fault returns the operation's own response, so it is always executed: omit executed, or set a status.";
  }
  if (
    status !== undefined &&
    isBodiless(status) &&
    (message !== undefined || cut !== undefined || shape !== undefined)
  ) {
    const superfluous = [
      ...givenFields.filter((name) => name === "message" || name === "shape"),
      ...(cut ? ["cut"] : []),
    ];
    return `A response with status ${status} has no body: omit ${superfluous.join(" and ")}.`;
  }
  if (operation && shape === "wrong" && !Object.values(definitionOf(operation).success).some(isSchema)) {
    return `${operation.route} doesn't respond with JSON, so its shape can't be wrong.`;
  }
  return headers && findHeaderError(headers, [...RESERVED_HEADERS, requestId]);
}

function findHeaderError(headers: Readonly<Record<string, string>>, reserved: readonly string[]): string | undefined {
  const { validateHeaderName, validateHeaderValue } = process.getBuiltinModule("node:http");
  for (const [name, value] of Object.entries(headers)) {
    if (reserved.includes(name.toLowerCase())) return `The header ${name} is reserved.`;
    try {
      validateHeaderName(name);
      validateHeaderValue(name, value);
    } catch {
      return `The header ${JSON.stringify(name)} must be valid, got ${JSON.stringify(value)}.`;
    }
  }
  return undefined;
}
