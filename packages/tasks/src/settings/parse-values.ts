import { parseJson } from "@forgehand/core/internal";
import { parseTime } from "../service-time.ts";

/** Name of a secret or a variable. */
export const VARIABLE_NAME = /^[A-Za-z_][A-Za-z0-9_]*$/;

// Parsers of structured settings. Each returns undefined if the text is invalid.

/** Form and length of a generated value; the length is in characters, for `bytes` in bytes. */
export interface ValueGenerator {
  readonly form: (typeof FORMS)[number];
  readonly length: number;
}

const GENERATOR = /^(bytes|hex|base64url|alphanumeric)(?:[\s:]+(\d{1,6}))?$/;
const FORMS = ["bytes", "hex", "base64url", "alphanumeric"] as const;

/** Maximum size of a secret, in bytes. */
export const MAX_SECRET_SIZE = 48 * 1024;

/** Parses `hex` or `alphanumeric 40`. */
export function parseGenerator(text: string): ValueGenerator | undefined {
  const [, name = "", digits = "32"] = GENERATOR.exec(text) ?? [];
  const form = FORMS.find((known) => known === name);
  const length = Number(digits);
  return form && length >= 8 && length <= MAX_SECRET_SIZE ? { form, length } : undefined;
}

/** A configuration variable and its value. */
export interface VariableValue {
  readonly name: string;
  readonly value: string;
}

const VARIABLE_LINE = /^\s*([A-Za-z_]\w*)\s*=(.*)$/;

/** Parses lines `NAME=value`, or a JSON object with strings as values. */
export function parseVariables(text: string): readonly VariableValue[] | undefined {
  if (text.trimStart().startsWith("{")) {
    const object = parseJson(text);
    if (typeof object !== "object" || object === null) return undefined;
    const variables = Object.entries(object).map(([name, value]) => variableOf(name, value));
    return isDefined(variables) ? variables : undefined;
  }
  const lines = text.split(/\r?\n/).filter((line) => line.trim() !== "");
  const variables = lines.map((line) => {
    const [, name = "", value = ""] = VARIABLE_LINE.exec(line) ?? [];
    return variableOf(name, value.trim());
  });
  return isDefined(variables) ? variables : undefined;
}

function variableOf(name: string, value: unknown): VariableValue | undefined {
  return VARIABLE_NAME.test(name) && typeof value === "string" ? { name, value } : undefined;
}

function isDefined(variables: readonly (VariableValue | undefined)[]): variables is readonly VariableValue[] {
  return variables.every((variable) => variable !== undefined);
}

/** One of several processes that share a quota. */
export interface Share {
  readonly part: number;
  readonly of: number;
}

/** Maximum number of processes that share a quota. */
export const MAX_SHARES = 80;

/** Parses `2/16`. */
export function parseShare(text: string): Share | undefined {
  const [, part, of] = /^(\d{1,3})\/(\d{1,3})$/.exec(text) ?? [];
  const share = { part: Number(part), of: Number(of) };
  return share.part >= 1 && share.part <= share.of && share.of <= MAX_SHARES ? share : undefined;
}

/** Parses the name of a shard: an owner, or `2/16`. */
export function parseShardName(text: string): string | undefined {
  return /^[\w-]+$/.test(text) || parseShare(text) ? text : undefined;
}

/** A custom property that a repository must have: one of the values, or any value if there are none. */
export interface PropertyFilter {
  readonly name: string;
  readonly values: readonly string[];
}

/** Parses `team`, `tier=gold` or `tier=gold|silver`. */
export function parsePropertyFilter(text: string): PropertyFilter | undefined {
  const [, name, , values] = /^([\w#$-]+)(=(.+))?$/.exec(text) ?? [];
  return name === undefined ? undefined : { name, values: values?.split("|") ?? [] };
}

/** Selects webhooks: all, an app's own, one by its id, or those with a matching address. */
export type HookSelector = "all" | "app" | { readonly id: number } | { readonly address: string };

/** Parses `all`, `app`, `12345678` or `https://ci.acme.example/*`. */
export function parseHookSelector(text: string): HookSelector | undefined {
  if (text === "all" || text === "app") return text;
  if (/^\d{1,15}$/.test(text)) return { id: Number(text) };
  return /^[\w*?]+.*[./*]/.test(text) ? { address: text } : undefined;
}

/** An event, and optionally one of its actions. */
export interface EventFilter {
  readonly event: string;
  readonly action: string | undefined;
}

/** Parses `push` or `star.created`. */
export function parseEventFilter(text: string): EventFilter | undefined {
  const [, event, action] = /^([a-z_]+)(?:\.([a-z_]+))?$/.exec(text) ?? [];
  return event === undefined ? undefined : { event, action };
}

const TIME = /^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:\d{2}))?$/;

/** A point in time; `now` is the time at which the setting is used. */
export type Moment = Date | "now";

/** Parses `now`, `2026-01-31` or `2026-01-31T12:00:00Z`. */
export function parseMoment(text: string): Moment | undefined {
  if (text === "now") return text;
  return TIME.test(text) ? parseTime(text) : undefined;
}
