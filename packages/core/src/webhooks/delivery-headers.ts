import type { Dialect } from "../dialect/dialect.ts";
import { neutralEvent } from "../dialect/event-name.ts";
import { DeliveryError } from "../errors.ts";
import type { HookTarget } from "./delivery-types.ts";
import type { HeaderReader } from "./header-reader.ts";

/** Values of a delivery's headers. */
export interface DeliveryHeaderFields {
  readonly guid: string;
  readonly event: string;
  readonly hookId: number | null;
  readonly target: HookTarget | null;
  readonly userAgent: string;
}

const TOKEN = /^[\w.-]{1,200}$/;

/** Returns true for an event name, a GUID or a target type as a header can carry it. */
export function isHeaderToken(value: unknown): value is string {
  return typeof value === "string" && TOKEN.test(value);
}

/** Returns true for an id as a header can carry it. */
export function isHeaderId(value: unknown): value is number {
  return Number.isSafeInteger(value) && Number(value) >= 0;
}

/** @throws DeliveryError 400 that names a missing, repeated or malformed header */
export function readHeaders(header: HeaderReader, dialect: Dialect): DeliveryHeaderFields {
  const { event, delivery, hookId, hookTargetId, hookTargetType } = dialect.headers;
  const userAgent = header("user-agent") ?? "";
  if (!userAgent.startsWith(dialect.hookUserAgent)) {
    throw headerError(`The user agent must start with ${dialect.hookUserAgent}: the request is not a delivery.`);
  }
  const type = optionalToken(header, hookTargetType);
  const id = optionalId(header, hookTargetId);
  return {
    guid: requiredToken(header, delivery),
    event: neutralEvent(dialect, requiredToken(header, event)),
    hookId: optionalId(header, hookId),
    target: type === null || id === null ? null : { type, id },
    userAgent,
  };
}

function requiredToken(header: HeaderReader, name: string): string {
  const value = optionalToken(header, name);
  if (value === null) throw headerError(`The header ${name} is missing.`);
  return value;
}

function optionalId(header: HeaderReader, name: string): number | null {
  const value = optionalToken(header, name);
  if (value === null) return null;
  const id = /^\d+$/.test(value) ? Number(value) : Number.NaN;
  if (!isHeaderId(id)) throw headerError(`The header ${name} must be one whole number.`);
  return id;
}

function optionalToken(header: HeaderReader, name: string): string | null {
  const value = header(name);
  if (value === undefined) return null;
  if (!isHeaderToken(value)) throw headerError(`The header ${name} is malformed or repeated.`);
  return value;
}

const headerError = (detail: string) => new DeliveryError(detail, { status: 400, problem: "headers" });
