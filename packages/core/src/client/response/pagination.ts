import { type CallPaging, callDefinitionOf, castValidated } from "../../contract/call-definition.ts";
import type { AnyOperation } from "../../contract/operation-types.ts";
import type { WireNames } from "../../dialect/dialect.ts";
import { InputError } from "../../errors.ts";
import { readProperty } from "../../internal/read-property.ts";
import { withoutTrailingDot } from "../../internal/token-url.ts";
import { fieldNamesOf } from "../../schema/schema.ts";
import type { ListOptions } from "../call-options.ts";
import { describedError, type LoadFailures } from "../described-error.ts";
import { callErrorContext, operationErrorContext } from "../error-context.ts";
import type { CallRequest, CallResponse } from "../middleware.ts";
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
  readonly response: CallResponse;
}

/** Fetches the page that an input names. */
type FetchPage = (input: InputFields, signal: AbortSignal | undefined) => Promise<Page>;

type MutableListInfo = { -readonly [K in keyof ListInfo]: ListInfo[K] };

/** The operation of a list, and the names for its errors. */
export interface ListContext {
  readonly operation: AnyOperation;
  readonly dialect: WireNames;
  readonly loadFailures: LoadFailures;
}

/**
 * Creates an async generator over a list.
 * @param map turns a page into the yielded values: the page itself, or its items
 */
export function createListing(
  list: ListContext,
  readInput: () => InputFields | Promise<never>,
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
    for await (const page of readPages(list, await readInput(), options, fetchPage, info)) {
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
  const paging = pagingOf(list);
  const { perPage } = paging;
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
      const { output, next, request, response } = await pendingPage;
      info.pages++;
      info.source = callErrorContext(request).messagePrefix.slice(0, -1);
      const values = itemValues(list, output);
      if (!values)
        throw await describedError(request, response, list.loadFailures, (f) => f.missingListError(list, paging));
      const { length } = values;
      items += length;
      paging.recordReport?.(info, output);
      if (next === undefined && paging.isCutOff?.(paging, input, length, items, info.totalCount)) {
        info.truncated = true;
        request.emit?.({ type: "truncated", items });
      }
      const isLast = next === undefined || info.pages >= maxPages;
      const fetchNext = async () => {
        const nextPage = nextInput(list, input, request.url, next ?? "", visited);
        if (!nextPage)
          throw await describedError(request, response, list.loadFailures, (f) =>
            f.nextPageError(list, paging, request, response, next),
          );
        input = nextPage;
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
 * @returns undefined if the link leaves the service's origin, where the token must not go, or does not advance
 */
function nextInput(
  list: ListContext,
  input: InputFields,
  currentUrl: URL,
  next: string,
  visited: Set<string>,
): InputFields | undefined {
  const url = URL.canParse(next, currentUrl.href) ? withoutTrailingDot(new URL(next, currentUrl)) : undefined;
  const { kind, parameter } = pagingOf(list);
  const position = url?.origin === currentUrl.origin ? (url.searchParams.get(parameter) ?? "") : "";
  const currentPosition = currentUrl.searchParams.get(parameter) ?? (kind === "page" ? "1" : undefined);
  if (currentPosition !== undefined) visited.add(currentPosition);
  const isCursor = kind === "cursor";
  if (!(isCursor ? position : /^[1-9]\d{0,14}$/.test(position)) || visited.has(position)) return undefined;
  return { ...input, [parameter]: isCursor ? position : Number(position) };
}

/**
 * The items of a page: the output itself, or the array that it wraps, empty if omitted or without a body; undefined if it
 * is no list.
 */
export function itemValues(list: ListContext, output: unknown): unknown[] | undefined {
  if (output === undefined) return [];
  const { items } = pagingOf(list);
  const values = items !== undefined && typeof output === "object" ? (readProperty(output, items) ?? []) : output;
  return Array.isArray(values) ? values : undefined;
}

/** Whether a list has a `per_page` parameter. */
function acceptsPerPage({ operation }: ListContext): boolean {
  return fieldNamesOf(callDefinitionOf(operation).query ?? "anything")?.includes("per_page") === true;
}

/**
 * The pagination of an operation.
 * @throws InputError if it does not return a list
 */
function pagingOf({ operation, dialect }: Pick<ListContext, "operation" | "dialect">): CallPaging {
  const { paging } = callDefinitionOf(operation);
  if (!paging)
    throw new InputError("This operation does not return a list; use call.", operationErrorContext(operation, dialect));
  return paging;
}
