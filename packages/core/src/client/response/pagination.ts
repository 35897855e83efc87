import { callDefinitionOf, castValidated } from "../../contract/call-definition.ts";
import type { Paging } from "../../contract/definition.ts";
import type { AnyOperation } from "../../contract/operation-types.ts";
import type { WireNames } from "../../dialect/dialect.ts";
import { InputError, ResponseError } from "../../errors.ts";
import { readProperty } from "../../internal/copy-error.ts";
import type { Redact } from "../../internal/redact-secrets.ts";
import { withoutTrailingDot } from "../../internal/token-url.ts";
import { fieldNamesOf } from "../../schema/schema.ts";
import type { ListOptions } from "../call-options.ts";
import { callErrorContext, operationErrorContext } from "../error-context.ts";
import type { CallRequest } from "../middleware.ts";
import type { InputFields } from "../request/input-fields.ts";

/** Information about a list, as far as it has been read. */
export interface ListInfo {
  /** Number of pages read. */
  readonly pages: number;
  /** Method and path of the latest page, for messages about its items; undefined before the first page. */
  readonly source: string | undefined;
  /** Total number of items, if the service reports it. */
  readonly totalCount: number | undefined;
  /** A search timed out, so results may be missing. */
  readonly incompleteResults: boolean | undefined;
  /** Whether an installation has access to `all` repositories or to `selected` ones. */
  readonly repositorySelection: string | undefined;
  /** Whether the service cut the list off: some filtered lists end at a fixed number of items. */
  readonly truncated: boolean;
}

/** A list whose pages are fetched while it is iterated. */
export interface Listing<T> extends AsyncGenerator<T, void, undefined> {
  readonly info: ListInfo;
  /**
   * Reads the rest of the list into an array.
   * @throws ForgeError
   */
  readonly all: () => Promise<T[]>;
}

/** One page and the link to the next one. */
interface Page {
  readonly output: unknown;
  readonly next: string | undefined;
  readonly request: CallRequest;
  readonly redact: Redact;
}

/** Fetches the page that an input names. */
type FetchPage = (input: InputFields, signal: AbortSignal | undefined) => Promise<Page>;

type MutableListInfo = { -readonly [K in keyof ListInfo]: ListInfo[K] };

/** The operation of a list, and the names for its errors. */
export interface ListContext {
  readonly operation: AnyOperation;
  readonly dialect: WireNames;
}

/**
 * Creates an async generator over a list.
 * @param map turns a page into the yielded values: the page itself, or its items
 */
export function createListing(
  list: ListContext,
  readInput: () => InputFields,
  options: ListOptions,
  fetchPage: FetchPage,
  map: (page: unknown, source: string) => readonly unknown[],
): Listing<never> {
  const info: MutableListInfo = {
    pages: 0,
    source: undefined,
    totalCount: undefined,
    incompleteResults: undefined,
    repositorySelection: undefined,
    truncated: false,
  };
  async function* read() {
    for await (const page of readPages(list, readInput(), options, fetchPage, info)) {
      for (const value of map(page, info.source ?? "")) yield castValidated(value);
    }
  }
  const values = read();
  const all = async () => {
    const found: never[] = [];
    for await (const value of values) found.push(value);
    return found;
  };
  return Object.assign(values, { info, all });
}

async function* readPages(
  list: ListContext,
  initialInput: InputFields,
  options: ListOptions,
  fetchPage: FetchPage,
  info: MutableListInfo,
) {
  const { perPage } = pagingOf(list);
  // The largest page size needs the fewest calls.
  const largest = perPage && acceptsPerPage(list) ? { per_page: perPage.maximum } : {};
  let input: InputFields = { ...largest, ...initialInput };
  const visited = new Set<string>();
  const { prefetch = false, maxPages = Infinity } = options;
  const prefetchController = new AbortController();
  // Leaving the loop early aborts a prefetched page.
  const signal = prefetch ? anySignal(prefetchController.signal, options.signal) : options.signal;
  let items = 0;
  let pendingPage = fetchPage(input, signal);
  try {
    for (;;) {
      const { output, next, request, redact } = await pendingPage;
      info.pages++;
      info.source = callErrorContext(request).messagePrefix.slice(0, -1);
      const { length } = itemValues(list, output);
      items += length;
      updateInfo(info, output);
      if (next === undefined && isTruncated(list, input, length, items, info)) {
        info.truncated = true;
        request.emit?.({ type: "truncated", items });
      }
      const isLast = next === undefined || info.pages >= maxPages;
      const fetchNext = async () => {
        input = nextInput(list, input, request.url, next ?? "", visited, redact);
        return fetchPage(input, signal);
      };
      if (prefetch && !isLast) {
        pendingPage = fetchNext();
        // Its error is thrown when the page is awaited.
        pendingPage.catch(() => undefined);
      }
      yield output;
      if (isLast) return;
      if (!prefetch) pendingPage = fetchNext();
    }
  } finally {
    prefetchController.abort();
  }
}

/** Records what a page reports about the whole list. */
function updateInfo(info: MutableListInfo, page: unknown): void {
  const totalCount = readProperty(page, "total_count");
  const isIncomplete = readProperty(page, "incomplete_results");
  const selection = readProperty(page, "repository_selection");
  if (typeof totalCount === "number") info.totalCount = totalCount;
  // One page that timed out makes the whole list incomplete.
  if (typeof isIncomplete === "boolean") info.incompleteResults ||= isIncomplete;
  if (typeof selection === "string") info.repositorySelection = selection;
}

/**
 * Whether the service cut the list off: a filter was set, and the maximum number of items for it arrived.
 * @param last number of items on the last page
 * @param items number of items on all pages read
 */
function isTruncated(
  list: ListContext,
  input: InputFields,
  last: number,
  items: number,
  { totalCount = 0 }: ListInfo,
): boolean {
  const { truncated, perPage } = pagingOf(list);
  if (!truncated?.filters.some((name) => input[name] !== undefined)) return false;
  const { page, per_page: size } = input;
  // Reading may have started at a later page.
  const isNumbered = typeof page === "number" && typeof size === "number" && perPage && last > 0;
  const itemsBefore = isNumbered ? (page - 1) * Math.min(size, perPage.maximum) : 0;
  return totalCount > truncated.items || Math.max(items, itemsBefore + last) >= truncated.items;
}

function anySignal(signal: AbortSignal, other: AbortSignal | undefined): AbortSignal {
  return other ? AbortSignal.any([signal, other]) : signal;
}

/**
 * The URL of the next page from a `link` header; undefined on the last page.
 * @see https://docs.github.com/en/rest/using-the-rest-api/using-pagination-in-the-rest-api
 */
export function nextPageUrl(link: string | null): string | undefined {
  for (const entry of (link ?? "").matchAll(/<([^<>]*)>([^<]*)/g)) {
    if (/;\s*rel="?[^";]*\bnext\b/i.test(entry[2] ?? "")) return entry[1];
  }
  return undefined;
}

/**
 * The input for the next page. Only the page parameter is taken from the link; everything else stays as the caller gave
 * it.
 * @param visited positions of the pages so far; returning to one would loop forever
 * @throws ResponseError if the link leaves the service's origin, where the token must not go, or does not advance
 */
function nextInput(
  list: ListContext,
  input: InputFields,
  currentUrl: URL,
  next: string,
  visited: Set<string>,
  redact: Redact,
): InputFields {
  const responseError = (problem: string) =>
    new ResponseError(problem, operationErrorContext(list.operation, list.dialect));
  const url = URL.canParse(next, currentUrl.href) ? withoutTrailingDot(new URL(next, currentUrl)) : undefined;
  if (!url) throw responseError("The link to the next page is not a valid URL.");
  if (url.origin !== currentUrl.origin) {
    throw responseError(
      `The next page is on ${redact(url.origin)}, but the token belongs to ${currentUrl.origin}. The request was not sent.`,
    );
  }
  const { kind, parameter } = pagingOf(list);
  const position = url.searchParams.get(parameter);
  const isValidPosition = position !== null && (kind === "cursor" ? position !== "" : /^[1-9]\d{0,14}$/.test(position));
  const currentPosition = currentUrl.searchParams.get(parameter) ?? (kind === "page" ? "1" : undefined);
  if (currentPosition !== undefined) visited.add(currentPosition);
  if (!isValidPosition || visited.has(position))
    throw responseError(
      `The link to the next page does not advance: ${parameter}=${safePosition(position && redact(position))}.`,
    );
  return { ...input, [parameter]: kind === "cursor" ? position : Number(position) };
}

/** Positions are short and plain; anything else is not repeated in a message. */
function safePosition(position: string | null): string | null {
  return position === null || /^[\w-]{1,20}$/.test(position) ? position : "…";
}

/** The items of a page: the output itself, or the array that it wraps; empty if the service omits it. */
export function itemValues(list: ListContext, output: unknown): unknown[] {
  const paging = pagingOf(list);
  const isWrapped = paging.items !== undefined && typeof output === "object";
  const wrapped = isWrapped ? (readProperty(output, paging.items) ?? []) : output;
  if (Array.isArray(wrapped)) return wrapped;
  const position = paging.items === undefined ? "" : ` under ${paging.items}`;
  throw new ResponseError(
    `The response contains no list${position}.`,
    operationErrorContext(list.operation, list.dialect),
  );
}

/** Whether a list has a `per_page` parameter. */
function acceptsPerPage({ operation }: ListContext): boolean {
  return fieldNamesOf(callDefinitionOf(operation).query ?? "anything")?.includes("per_page") === true;
}

/**
 * The pagination of an operation.
 * @throws InputError if it does not return a list
 */
function pagingOf({ operation, dialect }: ListContext): Paging {
  const { paging } = callDefinitionOf(operation);
  if (!paging)
    throw new InputError("This operation does not return a list; use call.", operationErrorContext(operation, dialect));
  return paging;
}
