import type { Access, Role } from "./access.ts";
import type { Edition } from "./edition.ts";
import type { AnyOperation } from "./operation-types.ts";

// What the contract says of an operation, as types. This file and those that it imports know nothing of zod, so that
// declarations stay small and editors quick.

/** As much of a schema as its types need. */
export interface SchemaLike {
  readonly _zod: { readonly input: unknown; readonly output: unknown };
}

/** How a list is cut into pages (document 1, Pagination). */
export interface Paging {
  /** Numbered pages, an opaque cursor that only the `link` header tells, or everything after an item. */
  readonly kind: "page" | "cursor" | "since";
  /** The query parameter that carries on. */
  readonly parameter: "page" | "cursor" | "after" | "since";
  /** The field that holds the items where the answer wraps them; absent for a bare array. */
  readonly items?: string;
  /** Items a page when the caller names no number, and at most; a larger number is cut down. Absent: the service decides. */
  readonly perPage?: PerPage;
  /** With one of these filters the list ends at so many items, however many there are (document 1, Limits). */
  readonly truncated?: { readonly items: number; readonly filters: readonly string[] };
}

export interface PerPage {
  readonly default: number;
  readonly maximum: number;
}

/** What an answer without a body of interest stands for: `204: undefined`, `204: true`, `201: "created"`. */
export type Constant = string | boolean | null | undefined;

/** An answer that is no JSON: its bytes as they are, its text, or the address that its `location` header names. */
export interface Verbatim {
  readonly verbatim: "bytes" | "text" | "location";
  /** It is a secret in itself: a signed address. */
  readonly sensitive?: true;
}
export const BYTES = { verbatim: "bytes" } as const satisfies Verbatim;
export const TEXT = { verbatim: "text" } as const satisfies Verbatim;
export const LOCATION = { verbatim: "location", sensitive: true } as const satisfies Verbatim;

/** What an answer means: the schema of its body, a constant that it stands for, or something that is no JSON. */
export type Answer<S = SchemaLike> = S | Constant | Verbatim;

/**
 * May a call whose answer was lost be sent again?
 * `safe`: it changes nothing. `idempotent`: twice is once, or does no harm. `verify`: look first. `never`: it would be done twice.
 */
export type Retry = "safe" | "idempotent" | "verify" | "never";

/** How to find out whether a call whose answer was lost has taken effect. */
export interface LookFirst {
  /** What shows it. Its placeholders are filled from the call's own input. */
  readonly operation: AnyOperation;
  /** What the look takes beside. */
  readonly with?: Fields;
  /**
   * Does this answer show that it was done? Undefined: it doesn't show.
   * @param sentAt when the call was sent, by this machine's clock
   */
  readonly done: (answer: unknown, input: Fields, sentAt: Date) => boolean | undefined;
  /** What the call would have answered, from the answer that was looked at; absent where it answers with nothing. */
  readonly answers?: (answer: unknown) => unknown;
}

type Fields = Readonly<Record<string, unknown>>;

/** What a call counts on the secondary limits (public documentation of rate limits). */
export interface Pace {
  /** Points of the minute's limit: 1 for reading and 5 for writing, unless said otherwise. */
  readonly cost: number;
  /** It makes something that people are notified of: a limit of its own. */
  readonly createsContent: boolean;
  /**
   * Calls that agree in these input fields go one at a time; empty: any number at once. Names don't count by the case of
   * their letters, and a field that is left out agrees with every value.
   */
  readonly serial: readonly string[];
  /** The primary limit that it counts on, as the service names it; null: none. */
  readonly resource: "core" | "search" | "actions_runner_registration" | null;
}

/** What a rule may know beside the input. */
export interface RuleContext {
  readonly now: Date;
  /** Names of secrets and variables may not begin with it. */
  readonly reservedNamePrefix: string;
}

/** A condition over the whole flat input that no field's shape can state. */
export interface Rule {
  readonly fields: readonly string[];
  /** What must hold, in words. */
  readonly message: string;
  /** What that comes to here and now. */
  readonly detail?: (context: RuleContext) => string;
  readonly holds: (input: Readonly<Record<string, unknown>>, context: RuleContext) => boolean;
}

/** From when an operation is better left alone, what becomes of it, and the day that its removal was announced for. */
export interface Deprecation {
  readonly from: string;
  readonly note: string;
  readonly until?: string;
}

/**
 * All that the contract says of an operation.
 * @template S what schemas are to whoever reads or writes it; `F`: the schemas of inputs, which are objects
 */
export interface Definition<S = SchemaLike, F = S> {
  /** Placeholders that are not plain strings. */
  readonly path?: F;
  readonly query?: F;
  readonly body?: F;
  /** The body's wire name of an input field, where the placeholder of that name came first. */
  readonly bodyNames?: Readonly<Record<string, string>>;
  /** A placeholder that takes several segments: each is encoded by itself, and empty means the root. */
  readonly segments?: string;
  /** Each success status with what its answer means. */
  readonly success: Readonly<Record<number, Answer<S>>>;
  /** Statuses that say "there is none": an answer here, not an error. */
  readonly absent?: Readonly<Record<number, Constant>>;
  /** Statuses that the documents list beside: refusals, redirects (301, 302, 307) and 304. */
  readonly otherStatuses?: readonly number[];
  /** Media types of the operation's own by their names (`application/vnd.svc.<name>+json`), and what they make of 200. */
  readonly media?: Readonly<Record<string, Answer<S>>>;
  /** What to do about a refusal, by an error code of its own. */
  readonly advice?: Readonly<Record<string, string>>;
  readonly access: Access;
  readonly retry: Retry;
  /** Where `retry` is `verify`: how to look. Absent: only a person can. */
  readonly look?: LookFirst;
  /** Where it differs from {@link paceOf}'s rule. */
  readonly pace?: Partial<Pace>;
  readonly paging?: Paging;
  readonly rules?: readonly Rule[];
  /** The editions that have it; absent: every one. */
  readonly editions?: readonly Edition[];
  /** The API version that it is described in, where that is not the newest. */
  readonly versions?: Readonly<Partial<Record<Edition, string>>>;
  /** The first day that it has data for. */
  readonly since?: string;
  readonly deprecated?: Deprecation;
  /** From when it answers 410 to everybody. */
  readonly retired?: string;
  /** From when only these may call it. */
  readonly restricted?: { readonly from: string; readonly roles: readonly Role[] };
}
