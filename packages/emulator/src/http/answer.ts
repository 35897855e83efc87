import { type AnyOperation, definitionOf, exactFields, isSchema, unquoteExact } from "@forgehand/core/contract";
import { toWire } from "@forgehand/core/dialects";
import type { World } from "../world.ts";
import type { Refusal } from "./refusal.ts";

/** Status and body that say an operation's output on the wire. */
export function writeAnswer(world: World, operation: AnyOperation, output: unknown): { status: number; body: string } {
  const { success, absent } = definitionOf(operation);
  const missing = Object.entries(absent ?? {}).find(([, constant]) => constant === output);
  if (missing) return { status: Number(missing[0]), body: errorBody(world, Number(missing[0]), "Not Found") };
  const constant = Object.entries(success).find(([, answer]) => answer === output);
  if (constant) return { status: Number(constant[0]), body: constant[0] === "204" ? "" : "{}" };
  for (const [status, schema] of Object.entries(success)) {
    if (!isSchema(schema)) continue;
    const json = JSON.stringify(toWire(world.dialect, schema, output));
    return { status: Number(status), body: unquoteExact(json, exactFields(schema)) };
  }
  throw new Error(`${operation.route} has no answer like ${JSON.stringify(output)}.`);
}

/** The body of an error (public description: basic-error and validation-error). */
export function errorBody(world: World, status: number, message: string, complaints?: Refusal["complaints"]): string {
  const errors = complaints ? { errors: complaints } : {};
  return JSON.stringify({ message, ...errors, documentation_url: world.webUrl, status: String(status) });
}
