import {
  type AnyOperation,
  type Definition,
  definitionOf,
  isSchema,
  isVerbatim,
  type ResponseSpec,
} from "@forgehand/core/contract";
import type { World } from "../world.ts";
import type { Refusal } from "./refusal.ts";
import { Reply } from "./reply.ts";
import { wireBody } from "./wire-body.ts";

/** An answer as it is sent. */
export interface Sent {
  readonly status: number;
  readonly body: string | Uint8Array<ArrayBuffer>;
  readonly headers: Readonly<Record<string, string>>;
  /** What tells its body from all others, where that is known without looking at each byte. */
  readonly digest?: () => string;
}

const JSON_TYPE = "application/json; charset=utf-8";

/** An operation's output on the wire. @param media the operation's own media type that it was made for */
export function writeAnswer(world: World, operation: AnyOperation, answer: unknown, media: string | undefined): Sent {
  const { status: said, output, headers } = answer instanceof Reply ? answer : { output: answer, headers: NONE };
  const definition = definitionOf(operation);
  const { absent, constants, bodies } = statusesOf(definition);
  const missing = absent.find(([status, constant]) => (said === undefined ? constant === output : status === said));
  if (missing) return errorAnswer(world, missing[0], "Not Found", undefined, headers);
  const status = said ?? constants.find(([, constant]) => constant === output)?.[0] ?? bodies[0];
  if (status === undefined) throw new Error(`There is no answer like ${JSON.stringify(output)}.`);
  const expected = media !== undefined && status === 200 ? definition.media?.[media] : definition.success[status];
  if (isSchema(expected)) {
    const { bytes, digest } = wireBody(world.dialect, expected, output);
    return { status, body: bytes, headers: { "content-type": JSON_TYPE, ...headers }, digest };
  }
  if (isVerbatim(expected)) return verbatim(world, status, output, media, headers);
  if (!Object.hasOwn(definition.success, status)) throw new Error(`${operation.route} has no answer of ${status}.`);
  // A status without a body of interest: nothing where there can't be one, an empty object elsewhere.
  if (status === 204) return { status, body: "", headers };
  return { status, body: "{}", headers: { "content-type": JSON_TYPE, ...headers } };
}

const NONE = {};

/** An operation's statuses, by what stands for them. */
interface Statuses {
  readonly absent: readonly (readonly [status: number, constant: unknown])[];
  readonly constants: readonly (readonly [status: number, constant: unknown])[];
  readonly bodies: readonly number[];
}

const known = new WeakMap<Definition, Statuses>();

function statusesOf(definition: Definition): Statuses {
  const before = known.get(definition);
  if (before) return before;
  const entries = (answers: Definition["success"]) =>
    Object.entries(answers).map(([status, answer]): [number, ResponseSpec] => [Number(status), answer]);
  const success = entries(definition.success);
  const hasBody = (answer: ResponseSpec) => isSchema(answer) || isVerbatim(answer);
  const statuses = {
    absent: entries(definition.absent ?? {}),
    constants: success.filter(([, answer]) => !hasBody(answer)),
    bodies: success.flatMap(([status, answer]) => (hasBody(answer) ? [status] : [])),
  };
  known.set(definition, statuses);
  return statuses;
}

function verbatim(
  { dialect }: World,
  status: number,
  output: unknown,
  media: string | undefined,
  headers: Readonly<Record<string, string>>,
): Sent {
  if (typeof output === "string" && status >= 300)
    return { status, body: "", headers: { location: output, ...headers } };
  const vendorType = media === undefined ? "" : `application/vnd.${dialect.mediaTypeVendor}.${media}`;
  if (typeof output === "string") {
    return {
      status,
      body: output,
      headers: { "content-type": `${vendorType || "text/plain"}; charset=utf-8`, ...headers },
    };
  }
  if (output instanceof Uint8Array) {
    const type = vendorType === "" ? "application/octet-stream" : `${vendorType}; charset=utf-8`;
    return { status, body: new Uint8Array(output), headers: { "content-type": type, ...headers } };
  }
  throw new Error(`An answer of ${status} is neither text nor bytes.`);
}

/** An error on the wire (public description: basic-error and validation-error). */
export function errorAnswer(
  world: World,
  status: number,
  message: string,
  complaints?: Refusal["complaints"],
  headers: Readonly<Record<string, string>> = {},
  more: Refusal["more"] = {},
): Sent {
  const errors = complaints ? { errors: complaints } : {};
  const body = JSON.stringify({ message, ...errors, ...more, documentation_url: world.webUrl, status: String(status) });
  return { status, body, headers: { "content-type": JSON_TYPE, ...headers } };
}
