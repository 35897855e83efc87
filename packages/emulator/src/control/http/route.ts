import { describeIssue } from "@forgehand/core/contract";
import * as z from "zod/mini";
import type { Control } from "../../public.ts";

/** What is asked of the control API, and what that does. */
export interface ControlRoute {
  readonly method: "GET" | "POST" | "PUT" | "DELETE";
  /** Below `/_control`, with `:names` for what varies. */
  readonly path: string;
  /** @throws BadRequest on a body that doesn't fit, RangeError on what isn't there or may not be */
  answer(control: Control, asked: Asked): unknown;
}

/** A request to the control API. */
export interface Asked {
  /** Its JSON; undefined where it had none. */
  readonly body: unknown;
  /** What stands for the names of its path. */
  readonly names: Readonly<Record<string, string>>;
}

/** A body that doesn't fit. */
export class BadRequest extends Error {}

/** A route without a body. @param answer what is sent as JSON; nothing (204) where it gives undefined */
export function ask(
  method: ControlRoute["method"],
  path: string,
  answer: (control: Control, names: Asked["names"]) => unknown,
): ControlRoute {
  return { method, path, answer: (control, { names }) => answer(control, names) };
}

/** A route with a body. */
export function tell<T>(
  method: ControlRoute["method"],
  path: string,
  schema: z.ZodMiniType<T>,
  answer: (control: Control, body: T, names: Asked["names"]) => unknown,
): ControlRoute {
  return { method, path, answer: (control, { body, names }) => answer(control, read(schema, body), names) };
}

/** A body as it is wanted. @throws BadRequest */
export function read<T>(schema: z.ZodMiniType<T>, body: unknown): T {
  const found = z.safeParse(schema, body);
  if (found.success) return found.data;
  const [issue] = found.error.issues;
  if (!issue) throw new BadRequest("The body doesn't fit.");
  if (issue.code === "unrecognized_keys") {
    throw new BadRequest(`${[...issue.path, issue.keys[0] ?? ""].join(".")} is no field here.`);
  }
  const { at, problem } = describeIssue(issue, body, "The body");
  throw new BadRequest(`${at} ${problem}.`);
}
