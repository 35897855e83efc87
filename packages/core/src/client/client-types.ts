import type { Item, ListOperation, Operation } from "../contract/operation-types.ts";
import type { CallOptions, ListOptions } from "./call-options.ts";
import type { InputFields } from "./request/input-fields.ts";
import type { UntypedOptions } from "./request/route-pace.ts";
import type { Download } from "./response/download.ts";
import type { Listing } from "./response/pagination.ts";
import type { RateLimitStatus } from "./response/rate-limit.ts";
import type { ItemsOptions } from "./response/valid-items.ts";

/** Options of a call, with the names of the operation's own media types. */
export interface MediaOptions<Name> extends CallOptions {
  /** Name of the media type, such as `"star"` or `"raw"`; determines the output type. */
  readonly mediaType?: Name;
}

/** Options of a list's pages, with the names of the operation's own media types. */
export interface ListMediaOptions<Name> extends ListOptions {
  /** Name of the media type, such as `"star"`; determines the output type. */
  readonly mediaType?: Name;
}

/** Options of a list's items, with the names of the operation's own media types. */
export interface ItemMediaOptions<Name> extends ItemsOptions {
  /** Name of the media type, such as `"star"`; determines the output type. */
  readonly mediaType?: Name;
}

/** Output of a call with the media type `K`, which is `never` if none was requested. */
export type MediaOutput<A, M, K extends keyof M> = [K] extends [never] ? A : M[K];

/** An output with its response metadata. */
export interface RawResponse<Value> {
  readonly output: Value;
  readonly status: number;
  readonly headers: Headers;
  /** The primary rate limit; undefined if the response does not report it. */
  readonly rateLimit: RateLimitStatus | undefined;
  /** The service's ID for the request; quote it when contacting support. */
  readonly requestId: string | undefined;
}

/** The input is optional if it has no required fields. */
export type CallArguments<I, Options> =
  Record<never, never> extends I ? [input?: I, options?: Options] : [input: I, options?: Options];

/**
 * Calls an operation.
 * @throws ForgeError, or the reason of an aborted signal
 */
export type PlainCall = <I, A, M, K extends keyof M = never>(
  operation: Operation<I, A, M>,
  ...args: CallArguments<NoInfer<I>, MediaOptions<K>>
) => Promise<MediaOutput<A, M, K>>;

/** Calls an operation; `raw` also returns the response metadata. */
export interface Call extends PlainCall {
  readonly raw: RawCall;
}

/** Calls an operation and returns its output with status and headers. */
export type RawCall = <I, A, M, K extends keyof M = never>(
  operation: Operation<I, A, M>,
  ...args: CallArguments<NoInfer<I>, MediaOptions<K>>
) => Promise<RawResponse<MediaOutput<A, M, K>>>;

/**
 * Iterates over the pages of a list, starting with the one that the input names.
 * @throws ForgeError
 */
export type ListPages = <I, A, M, K extends keyof M = never>(
  operation: ListOperation<I, A, M>,
  ...args: CallArguments<NoInfer<I>, ListMediaOptions<K>>
) => Listing<MediaOutput<A, M, K>>;

/**
 * Iterates over the items of a list, page by page.
 * @throws ForgeError
 */
export type ListItems = <I, A, M, K extends keyof M = never>(
  operation: ListOperation<I, A, M>,
  ...args: CallArguments<NoInfer<I>, ItemMediaOptions<K>>
) => Listing<Item<MediaOutput<A, M, K>>>;

/**
 * Calls an endpoint that the contract lacks; only the path is validated. Placeholders are filled from the input; other
 * fields go into the query of a GET or DELETE, and into the body otherwise.
 * @returns parsed JSON, in which integers above 2^53 are strings of digits; text if the response is not JSON, undefined
 *   if it is empty
 * @throws ForgeError
 */
export interface UntypedRequest {
  (route: string, input?: InputFields, options?: UntypedOptions): Promise<unknown>;
  readonly raw: (route: string, input?: InputFields, options?: UntypedOptions) => Promise<RawResponse<unknown>>;
}

/**
 * Downloads the result of an operation that returns bytes or a link to them, as a stream: file contents (`mediaType:
 * "raw"`), logs, reports. Not cached and not retried. Links are followed without the token.
 * @throws ForgeError
 */
export interface DownloadCall {
  <I, M, K extends keyof M = never>(
    operation: Operation<I, unknown, M>,
    ...args: CallArguments<NoInfer<I>, MediaOptions<K>>
  ): Promise<Download>;
  /** Downloads a link from an output, such as a report's. */
  (link: string, input?: Record<never, never>, options?: CallOptions): Promise<Download>;
}

/** A client for one service and one set of credentials. */
export interface Client {
  readonly call: Call;
  readonly pages: ListPages;
  readonly items: ListItems;
  readonly request: UntypedRequest;
  readonly download: DownloadCall;
}
