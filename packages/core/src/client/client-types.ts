import type { Item, Operation } from "../contract/operation-types.ts";
import type { CallOptions, ListOptions } from "./call-options.ts";
import type { InputFields } from "./request/input-fields.ts";
import type { Download } from "./response/download.ts";
import type { Listing } from "./response/pagination.ts";
import type { RateLimitStatus } from "./response/rate-limit.ts";

/** Options for a call with one of the operation's own media types. */
export interface MediaOptions<Name> extends CallOptions {
  /** Name of the media type, such as `"star"` or `"raw"`; determines the output type. */
  readonly mediaType: Name;
}

/** Options for a list with one of the operation's own media types. */
export interface ListMediaOptions<Name> extends ListOptions {
  readonly mediaType: Name;
}

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
export interface PlainCall {
  <I, A>(operation: Operation<I, A>, ...args: CallArguments<NoInfer<I>, CallOptions>): Promise<A>;
  <I, M, K extends keyof M>(
    operation: Operation<I, unknown, M>,
    input: NoInfer<I>,
    options: MediaOptions<K>,
  ): Promise<M[K]>;
}

/** Calls an operation; `raw` also returns the response metadata. */
export interface Call extends PlainCall {
  readonly raw: RawCall;
}

/** Calls an operation and returns its output with status and headers. */
export interface RawCall {
  <I, A>(operation: Operation<I, A>, ...args: CallArguments<NoInfer<I>, CallOptions>): Promise<RawResponse<A>>;
  <I, M, K extends keyof M>(
    operation: Operation<I, unknown, M>,
    input: NoInfer<I>,
    options: MediaOptions<K>,
  ): Promise<RawResponse<M[K]>>;
}

/**
 * Iterates over the pages of a list, starting with the one that the input names.
 * @throws ForgeError
 */
export interface ListPages {
  <I, A>(operation: Operation<I, A>, ...args: CallArguments<NoInfer<I>, ListOptions>): Listing<A>;
  <I, M, K extends keyof M>(
    operation: Operation<I, unknown, M>,
    input: NoInfer<I>,
    options: ListMediaOptions<K>,
  ): Listing<M[K]>;
}

/**
 * Iterates over the items of a list, page by page.
 * @throws ForgeError
 */
export interface ListItems {
  <I, A>(operation: Operation<I, A>, ...args: CallArguments<NoInfer<I>, ListOptions>): Listing<Item<A>>;
  <I, M, K extends keyof M>(
    operation: Operation<I, unknown, M>,
    input: NoInfer<I>,
    options: ListMediaOptions<K>,
  ): Listing<Item<M[K]>>;
}

/**
 * Calls an endpoint that the contract lacks; only the path is validated. Placeholders are filled from the input; other
 * fields go into the query of a GET or DELETE, and into the body otherwise.
 * @returns parsed JSON, text if the response is not JSON, undefined if it is empty
 * @throws ForgeError
 */
export interface UntypedRequest {
  (route: string, input?: InputFields, options?: CallOptions): Promise<unknown>;
  readonly raw: (route: string, input?: InputFields, options?: CallOptions) => Promise<RawResponse<unknown>>;
}

/**
 * Downloads the result of an operation that returns bytes or a link to them, as a stream: file contents (`mediaType:
 * "raw"`), logs, reports. Not cached and not retried. Links are followed without the token.
 * @throws ForgeError
 */
export interface DownloadCall {
  <I>(operation: Operation<I, unknown>, ...args: CallArguments<NoInfer<I>, CallOptions>): Promise<Download>;
  <I, M, K extends keyof M>(
    operation: Operation<I, unknown, M>,
    input: NoInfer<I>,
    options: MediaOptions<K>,
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
