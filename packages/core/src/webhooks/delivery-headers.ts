import type { Dialect } from "../dialect/dialect.ts";
import { neutralEvent } from "../dialect/event-name.ts";
import { DeliveryError } from "../errors.ts";
import type { HookTarget } from "./delivery-types.ts";
import type { HeaderReader } from "./headers.ts";

/** What a delivery's headers say (document 1, Delivery). */
export interface DeliveryFacts {
  readonly guid: string;
  readonly event: string;
  readonly hookId: number | null;
  readonly target: HookTarget | null;
  readonly userAgent: string;
}

const WORD = /^[\w.-]{1,200}$/;

/** Is this an event's name, a GUID or a kind of place, as a header can carry it? */
export function isWord(value: unknown): value is string {
  return typeof value === "string" && WORD.test(value);
}

/** Is this an id, as a header can carry it? */
export function isId(value: unknown): value is number {
  return Number.isSafeInteger(value) && Number(value) >= 0;
}

/** @throws DeliveryError 400 on a header that is missing, doubled or malformed, naming it */
export function readHeaders(header: HeaderReader, dialect: Dialect): DeliveryFacts {
  const { event, delivery, hookId, hookTargetId, hookTargetType } = dialect.headers;
  const userAgent = header("user-agent") ?? "";
  if (!userAgent.startsWith(dialect.hookUserAgent)) {
    throw wrong(`The user agent does not begin with ${dialect.hookUserAgent}: this is no delivery of the service's.`);
  }
  const type = word(header, hookTargetType);
  const id = integer(header, hookTargetId);
  return {
    guid: needed(header, delivery),
    event: neutralEvent(dialect, needed(header, event)),
    hookId: integer(header, hookId),
    target: type === null || id === null ? null : { type, id },
    userAgent,
  };
}

function needed(header: HeaderReader, name: string): string {
  const value = word(header, name);
  if (value === null) throw wrong(`The header ${name} is missing.`);
  return value;
}

function integer(header: HeaderReader, name: string): number | null {
  const value = word(header, name);
  if (value === null) return null;
  const id = /^\d+$/.test(value) ? Number(value) : Number.NaN;
  if (!isId(id)) throw wrong(`The header ${name} is no whole number, or there more than once.`);
  return id;
}

function word(header: HeaderReader, name: string): string | null {
  const value = header(name);
  if (value === undefined) return null;
  if (!isWord(value)) throw wrong(`The header ${name} is malformed, or there more than once.`);
  return value;
}

const wrong = (detail: string) => new DeliveryError(detail, { status: 400, problem: "headers" });
