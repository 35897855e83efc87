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
const LARGEST_VALUE = 48 * 1024;

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

/** `2/16` */
export function readShare(text: string): Share | undefined {
  const [, part, of] = /^(\d{1,3})\/(\d{1,3})$/.exec(text) ?? [];
  const share = { part: Number(part), of: Number(of) };
  return share.part >= 1 && share.part <= share.of && share.of <= 80 ? share : undefined;
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

/** A point in time, or the present one. */
export function readMoment(text: string): Date | undefined {
  if (text === "now") return new Date();
  const time = new Date(TIME.test(text) ? text : Number.NaN);
  return Number.isNaN(time.getTime()) ? undefined : time;
}
