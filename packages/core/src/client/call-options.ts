import type { Priority } from "./middleware.ts";
import type { HeaderOptions } from "./request/own-headers.ts";
import { findInvalidOption } from "./shared-options.ts";

/** Options of a single call. */
export interface CallOptions extends HeaderOptions {
  /** Cancels the call, its waits, or a list between its pages; the call throws the signal's reason. */
  readonly signal?: AbortSignal | undefined;
  /**
   * Order in which waiting calls are sent; default `normal`. Use `interactive` for user actions and `bulk` for batch
   * jobs.
   */
  readonly priority?: Priority | undefined;
  /** API version to request, overriding the client's. */
  readonly version?: string | undefined;
  /** Timeout of one attempt in milliseconds, overriding the client's. */
  readonly timeout?: number | undefined;
  /**
   * Timeout of the whole call in milliseconds, including waits and retries. A wait that would exceed it fails
   * immediately.
   */
  readonly deadline?: number | undefined;
  /** Maximum milliseconds to wait for rate limits, overriding the client's; 0 sends the call now or not at all. */
  readonly maxWait?: number | undefined;
  /**
   * Whether the repository is private, if known. Some operations otherwise read the repository to distinguish absence
   * from a hidden repository.
   */
  readonly private?: boolean | undefined;
  /** Any value that the client's custom `middleware` receives as `request.context`; it is never sent. */
  readonly context?: unknown;
}

/** Options for iterating a list. */
export interface ListOptions extends CallOptions {
  /** Fetches the next page while the current one is processed; default false. */
  readonly prefetch?: boolean | undefined;
  /** Maximum number of pages; default unlimited. */
  readonly maxPages?: number | undefined;
}

/** Options of calls and lists, plus `mediaType`, which only operations with several media types accept. */
export interface AnyCallOptions extends ListOptions {
  readonly mediaType?: PropertyKey | undefined;
}

const LIST_OPTIONS = {
  signal: true,
  priority: true,
  version: true,
  timeout: true,
  deadline: true,
  maxWait: true,
  private: true,
  context: true,
  headers: true,
  userAgent: true,
  mediaType: true,
  // Only of lists.
  prefetch: true,
  maxPages: true,
} as const satisfies Record<keyof AnyCallOptions, true>;

/** The names of the options of a list or a call. */
export const optionNames = (isList: boolean): string[] => Object.keys(LIST_OPTIONS).slice(0, isList ? undefined : -2);

/**
 * Validates the options of a call, for callers that are not type-checked. Headers are validated when they are read.
 * @returns the name of the first invalid or unknown option; undefined if all are valid
 */
export function findInvalidCallOption(options: AnyCallOptions, isList: boolean): string | undefined {
  if (typeof options !== "object" || options === null) return "options";
  const isUnknown = (name: string) => !optionNames(isList).includes(name);
  const isUndefinedMediaType = Object.hasOwn(options, "mediaType") && options.mediaType === undefined;
  return Object.keys(options).find(isUnknown) ?? (isUndefinedMediaType ? "mediaType" : findInvalidOption(options));
}
