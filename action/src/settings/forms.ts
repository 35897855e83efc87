import { timeOf } from "../service-time.ts";

// Settings that are put together of several things. Each reader gives undefined for what is wrong.

/** How a value is made, and how long: in characters, of `bytes` in bytes. */
export interface Generator {
  readonly form: "bytes" | "hex" | "base64url" | "alphanumeric";
  readonly length: number;
}

const GENERATOR = /^(bytes|hex|base64url|alphanumeric)(?:[\s:]+(\d{1,6}))?$/;
const FORMS: Readonly<Record<string, Generator["form"]>> = {
  ...{ bytes: "bytes", hex: "hex", base64url: "base64url", alphanumeric: "alphanumeric" },
};

/** The service takes no secret that is longer, in bytes (public documents). */
export const LARGEST_VALUE = 48 * 1024;

/** `hex`, `alphanumeric 40` */
export function readGenerator(text: string): Generator | undefined {
  const [, name = "", digits = "32"] = GENERATOR.exec(text) ?? [];
  const form = FORMS[name];
  const length = Number(digits);
  return form && length >= 8 && length <= LARGEST_VALUE ? { form, length } : undefined;
}

/** One of several processes that share something. */
export interface Share {
  readonly part: number;
  readonly of: number;
}

/** Processes that may share one quota. */
export const MOST_SHARES = 80;

/** `2/16` */
export function readShare(text: string): Share | undefined {
  const [, part, of] = /^(\d{1,3})\/(\d{1,3})$/.exec(text) ?? [];
  const share = { part: Number(part), of: Number(of) };
  return share.part >= 1 && share.part <= share.of && share.of <= MOST_SHARES ? share : undefined;
}

/** Which part of the targets, by its name: an owner's, or `2/16`. */
export function readShardName(text: string): string | undefined {
  return /^[\w-]+$/.test(text) || readShare(text) ? text : undefined;
}

/** A custom property that a repository must have: one of these values, or any where there are none. */
export interface PropertyFilter {
  readonly name: string;
  readonly values: readonly string[];
}

/** `team`, `tier=gold`, `tier=gold|silver` */
export function readProperty(text: string): PropertyFilter | undefined {
  const [, name, , values] = /^([\w#$-]+)(=(.+))?$/.exec(text) ?? [];
  return name === undefined ? undefined : { name, values: values?.split("|") ?? [] };
}

/** Which webhooks: all, an app's own, one by its id, those whose address fits a pattern. */
export type HookSelector = "all" | "app" | { readonly id: number } | { readonly address: string };

/** `all`, `app`, `12345678`, `https://ci.acme.example/*` */
export function readHook(text: string): HookSelector | undefined {
  if (text === "all" || text === "app") return text;
  if (/^\d{1,15}$/.test(text)) return { id: Number(text) };
  return /^[\w*?]+.*[./*]/.test(text) ? { address: text } : undefined;
}

/** An event, and one of its actions or any. */
export interface EventFilter {
  readonly event: string;
  readonly action: string | undefined;
}

/** `push`, `star.created` */
export function readEventFilter(text: string): EventFilter | undefined {
  const [, event, action] = /^([a-z_]+)(?:\.([a-z_]+))?$/.exec(text) ?? [];
  return event === undefined ? undefined : { event, action };
}

const TIME = /^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:\d{2}))?$/;

/** A point in time, or the present one, whatever that is where it is asked for. */
export type Moment = Date | "now";

/** `now`, `2026-01-31`, `2026-01-31T12:00:00Z` */
export function readMoment(text: string): Moment | undefined {
  if (text === "now") return text;
  return TIME.test(text) ? timeOf(text) : undefined;
}
