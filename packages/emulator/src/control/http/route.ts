import { describeIssue } from "@forgehand/core/contract";
import * as z from "zod/mini";
import type { Control } from "../../public.ts";

/** A route of the control API. */
export interface ControlRoute {
  readonly method: "GET" | "POST" | "PUT" | "DELETE";
  /** Path below `/_control`, with `:name` for parameters. */
  readonly path: string;
  /**
   * Handles a request.
   * @throws BadRequestError on an invalid body, RangeError if something doesn't exist or isn't allowed
   */
  respond(control: Control, request: ControlRequest): unknown;
}

/** A request to the control API. */
export interface ControlRequest {
  /** The JSON body; undefined if empty. */
  readonly body: unknown;
  /** Path parameters. */
  readonly params: Readonly<Record<string, string>>;
}

/** The request is invalid. */
export class BadRequestError extends Error {}

/**
 * Defines a route without a body.
 * @param respond returns the JSON response; undefined for a 204
 */
export function bodilessRoute(
  method: ControlRoute["method"],
  path: string,
  respond: (control: Control, params: ControlRequest["params"]) => unknown,
): ControlRoute {
  return { method, path, respond: (control, { params }) => respond(control, params) };
}

/** Defines a route with a body. */
export function bodyRoute<T>(
  method: ControlRoute["method"],
  path: string,
  schema: z.ZodMiniType<T>,
  respond: (control: Control, body: T, params: ControlRequest["params"]) => unknown,
): ControlRoute {
  return { method, path, respond: (control, { body, params }) => respond(control, parseBody(schema, body), params) };
}

/**
 * Validates a body.
 * @throws BadRequestError
 */
export function parseBody<T>(schema: z.ZodMiniType<T>, body: unknown): T {
  const result = z.safeParse(schema, body);
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  if (!issue) throw new BadRequestError("The body is invalid.");
  if (issue.code === "unrecognized_keys") {
    throw new BadRequestError(`${[...issue.path, issue.keys[0] ?? ""].join(".")} is not a known field.`);
  }
  const { at, problem } = describeIssue(issue, body, "The body");
  throw new BadRequestError(`${at} ${problem}.`);
}
