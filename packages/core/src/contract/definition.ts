import type { StandardSchema } from "../schema/schema.ts";
import type { FileUpload } from "../terms/uploads.ts";
import type { Access, Role } from "./access.ts";
import type { Edition } from "./edition.ts";
import type { AnyOperation } from "./operation-types.ts";

// Types of operation definitions. This file and its imports don't depend on zod, which keeps declarations small and
// editors fast.

/** Minimal view of a zod schema: only what its types need. */
export interface ZodLike extends StandardSchema {
  readonly _zod: { readonly input: unknown; readonly output: unknown };
}

/** Pagination of a list. */
export interface Paging {
  /** Numbered pages, an opaque cursor that only the `link` header contains, or all items after a given one. */
  readonly kind: "page" | "cursor" | "since";
  /** Query parameter that selects the next page. */
  readonly parameter: "page" | "cursor" | "after" | "since";
  /** Field that contains the items if the response wraps them; absent for a bare array. */
  readonly items?: string;
  /** Page size. A larger `per_page` is reduced to the maximum. Absent if the service decides. */
  readonly perPage?: PerPage;
  /** Limit on the number of items if one of these filters is used, however many match. */
  readonly truncated?: { readonly items: number; readonly filters: readonly string[] };
}

export interface PerPage {
  readonly default: number;
  readonly maximum: number;
}

/** Value that a response without a relevant body stands for: `204: undefined`, `204: true`, `201: "created"`. */
export type Constant = string | boolean | null | undefined;

/** A response that is not JSON: raw bytes, text, or the URL in its `location` header. */
export interface Verbatim {
  readonly verbatim: "bytes" | "text" | "location";
  /** The URL is signed and therefore secret. */
  readonly sensitive?: true;
}

/** Returns whether a response is not JSON. */
export function isVerbatim(response: unknown): response is Verbatim {
  return typeof response === "object" && response !== null && "verbatim" in response;
}

export const BYTES = { verbatim: "bytes" } as const satisfies Verbatim;
export const TEXT = { verbatim: "text" } as const satisfies Verbatim;
export const LOCATION = { verbatim: "location", sensitive: true } as const satisfies Verbatim;

/** Meaning of a response: a schema for its body, a constant, or a non-JSON body. */
export type ResponseSpec<S = StandardSchema> = S | Constant | Verbatim;

/** Returns the meaning of a response with this status, for the requested media type if any. */
export function expectedResponse<S>(
  { success, media }: Pick<Definition<S>, "success" | "media">,
  status: number,
  mediaType: string | undefined,
): ResponseSpec<S> {
  return mediaType !== undefined && status === 200 ? media?.[mediaType] : success[status];
}

/**
 * Whether a call can be retried after its response was lost.
 * `safe`: it changes nothing. `idempotent`: repeating it has no further effect. `verify`: check its effect before
 * retrying. `never`: a retry would repeat the effect.
 *
 * The class applies to the client's own retries. Browsers resend any request on their own, and invisibly to the client,
 * when a reused connection is lost before the response arrives.
 */
export type Retry = "safe" | "idempotent" | "verify" | "never";

/** Check for whether a call whose response was lost has taken effect. */
export interface WriteVerification {
  /** Operation that reads the current state. Its placeholders are filled from the call's own input. */
  readonly operation: AnyOperation;
  /** Additional input for that operation. */
  readonly input?: VerificationInput;
  /**
   * Returns whether the output shows that the call took effect; undefined if that is unknown.
   * @param sentAt when the call was sent, by the service's clock
   * @param now the present time, by the same clock
   */
  readonly isDone: (output: unknown, input: VerificationInput, sentAt: Date, now: Date) => boolean | undefined;
  /** Converts the verified output into what the call would have returned; absent if the call returns nothing. */
  readonly toOutput?: (output: unknown, input: VerificationInput) => unknown;
}

type VerificationInput = Readonly<Record<string, unknown>>;

/** Cost of a call under the primary and secondary rate limits (source: docs). */
export interface Pace {
  /** Points of the per-minute limit: 1 for reads and 5 for writes, unless stated otherwise. */
  readonly cost: number;
  /** The call creates content that triggers notifications; such calls have a limit of their own. */
  readonly createsContent: boolean;
  /**
   * Calls with equal values in these input fields run one at a time; an empty list means no restriction. Names are
   * compared case-insensitively, and an omitted field matches every value.
   */
  readonly serial: readonly string[];
  /** Primary rate limit that the call counts toward, by the service's name; null if none. */
  readonly resource: "core" | "search" | "code_search" | "graphql" | "actions_runner_registration" | null;
}

/** Context of a rule, in addition to the input. */
export interface RuleContext {
  readonly now: Date;
  /** Prefix that names of secrets and variables must not start with. */
  readonly reservedNamePrefix: string;
}

/** A constraint over the whole flat input that no single field's schema can express. */
export interface InputRule {
  readonly fields: readonly string[];
  /** The constraint in words. */
  readonly message: string;
  /** Adds the constraint's current values to the message. */
  readonly detail?: (context: RuleContext) => string;
  /** A further value that the constraint depends on. */
  readonly parameter?: string;
  readonly isMet: (input: Readonly<Record<string, unknown>>, context: RuleContext, rule: InputRule) => boolean;
}

/** Returns the message for a violated rule. */
export function ruleMessage({ message, detail }: InputRule, context: RuleContext): string {
  return detail ? `${message} (${detail(context)})` : message;
}

/** Deprecation of an operation: its first day, advice for callers, and the announced removal date. */
export interface Deprecation {
  readonly from: string;
  readonly note: string;
  readonly until?: string;
  /** Removal date that the emulator assumes if the removal was announced without a date. */
  readonly assumedRemoval?: string;
  /** Editions that it applies to; default all. */
  readonly editions?: readonly Edition[];
}

/**
 * Definition of an operation.
 * @template S schema type; `F`: schema type of inputs, which are objects
 */
export interface Definition<S = StandardSchema, F = S> {
  /** Placeholders that are not plain strings. */
  readonly path?: F;
  readonly query?: F;
  readonly body?: F;
  /** Wire names of body fields whose name is already taken by a placeholder. */
  readonly bodyNames?: Readonly<Record<string, string>>;
  /** Body fields, by their wire names, that list integers but are sent as strings. */
  readonly stringLists?: readonly string[];
  /** Returns the file that the fields of the body stand for. Absent if they are sent as JSON. */
  readonly upload?: (apiRoot: string, body: Readonly<Record<string, unknown>>) => FileUpload;
  /** Placeholder that spans several path segments: each is encoded separately, and an empty value means the root. */
  readonly segments?: string;
  /** Success statuses with the meaning of each response. */
  readonly success: Readonly<Record<number, ResponseSpec<S>>>;
  /** Statuses that mean "not found", with the value that the call returns for them instead of throwing an error. */
  readonly absent?: Readonly<Record<number, Constant>>;
  /** Further documented statuses: errors, redirects (301, 302, 307) and 304. */
  readonly otherStatuses?: readonly number[];
  /**
   * Media types specific to the operation, with the meaning of a 200 response: `<name>` for
   * `application/vnd.svc.<name>+json`, or a complete type.
   */
  readonly media?: Readonly<Record<string, ResponseSpec<S>>>;
  /** Advice for API errors, by error code. */
  readonly advice?: Readonly<Record<string, string>>;
  readonly access: Access;
  readonly retry: Retry;
  /** Check to run if `retry` is `verify`; absent if the effect can only be checked manually. */
  readonly verification?: WriteVerification;
  /** Overrides of the defaults of {@link paceOf}. */
  readonly pace?: Partial<Pace>;
  readonly paging?: Paging;
  readonly rules?: readonly InputRule[];
  /** Editions that have the operation; absent means all. */
  readonly editions?: readonly Edition[];
  /** API version that documents the operation, for each edition where that is not the newest one. */
  readonly versions?: Readonly<Partial<Record<Edition, string>>>;
  /** First day for which the service has data. */
  readonly since?: string;
  readonly deprecated?: Deprecation;
  /** Date since which the operation responds with 410. */
  readonly retired?: string;
  /** Date since which only these roles can call the operation. */
  readonly restricted?: { readonly from: string; readonly roles: readonly Role[] };
}
