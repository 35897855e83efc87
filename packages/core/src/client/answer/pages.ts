import * as z from "zod/mini";
import { asTyped, definitionOf } from "../../contract/defined.ts";
import type { Paging } from "../../contract/definition.ts";
import type { AnyOperation } from "../../contract/operation-types.ts";
import { InputError, ResponseError } from "../../errors.ts";
import { lazy } from "../../internal/lazy.ts";
import { aboutOperation } from "../about.ts";
import type { ListOptions } from "../call-options.ts";
import type { Outgoing } from "../chain.ts";
import type { Fields } from "../request/fields.ts";

/** What is known of a list beside its items, as far as it has been read. */
export interface ListFacts {
  /** Pages that have been read. */
  readonly pages: number;
  /** How many there are in all, where the service says so. */
  readonly totalCount: number | undefined;
  /** A search ran out of time: there may be more. */
  readonly incompleteResults: boolean | undefined;
  /** An installation reaches `all` repositories or `selected` ones. */
  readonly repositorySelection: string | undefined;
  /** There are more than the service shows: filtered lists end at a number of items (document 1, Limits). */
  readonly truncated: boolean;
}

/** A list that is read while one goes through it. */
export interface Listing<T> extends AsyncGenerator<T, void, undefined> {
  readonly facts: ListFacts;
}

/** One page, and where the next one is. */
interface Page {
  readonly output: unknown;
  readonly next: string | undefined;
  readonly request: Outgoing;
}

/** Asks for the page that an input names. */
type Ask = (input: Fields, signal: AbortSignal | undefined) => Promise<Page>;

type Noted = { -readonly [K in keyof ListFacts]: ListFacts[K] };

/**
 * Goes through a list.
 * @param use makes what is given of a page: the page itself, or its items
 */
export function listing(
  operation: AnyOperation,
  begin: () => Fields,
  wishes: ListOptions,
  ask: Ask,
  use: (page: unknown) => readonly unknown[],
): Listing<never> {
  const facts: Noted = {
    pages: 0,
    totalCount: undefined,
    incompleteResults: undefined,
    repositorySelection: undefined,
    truncated: false,
  };
  async function* read() {
    for await (const page of readPages(operation, begin(), wishes, ask, facts)) {
      for (const one of use(page)) yield asTyped(one);
    }
  }
  return Object.assign(read(), { facts });
}

async function* readPages(operation: AnyOperation, given: Fields, wishes: ListOptions, ask: Ask, facts: Noted) {
  const { perPage } = pagingOf(operation);
  // The largest page: fewest calls.
  const largest = perPage && takesPerPage(operation) ? { per_page: perPage.maximum } : {};
  let input: Fields = { ...largest, ...given };
  const seen = new Set<string>();
  const { prefetch = false, maxPages = Infinity } = wishes;
  const leave = new AbortController();
  // Who leaves early ends the page that was asked for ahead.
  const signal = prefetch ? eitherOf(leave.signal, wishes.signal) : wishes.signal;
  let items = 0;
  let coming = ask(input, signal);
  try {
    for (;;) {
      const { output, next, request } = await coming;
      facts.pages++;
      const { length } = itemValues(operation, output);
      items += length;
      note(facts, output);
      if (next === undefined && isTruncated(operation, input, length, items, facts)) {
        facts.truncated = true;
        request.tell?.({ type: "truncated", items });
      }
      const isLast = next === undefined || facts.pages >= maxPages;
      const goOn = async () => {
        input = nextInput(operation, input, request.url, next ?? "", seen);
        return ask(input, signal);
      };
      if (prefetch && !isLast) {
        coming = goOn();
        // It is heard when its turn comes.
        coming.catch(() => undefined);
      }
      yield output;
      if (isLast) return;
      if (!prefetch) coming = goOn();
    }
  } finally {
    leave.abort();
  }
}

const Told = /* @__PURE__ */ lazy(() =>
  z.looseObject({
    total_count: z.optional(z.number()),
    incomplete_results: z.optional(z.boolean()),
    repository_selection: z.optional(z.string()),
  }),
);

/** Notes what a page says of the whole list. */
function note(facts: Noted, page: unknown): void {
  if (Array.isArray(page)) return;
  const told = z.safeParse(Told(), page);
  if (!told.success) return;
  facts.totalCount = told.data.total_count ?? facts.totalCount;
  // One page that ran out of time makes the whole incomplete.
  facts.incompleteResults = facts.incompleteResults || told.data.incomplete_results;
  facts.repositorySelection = told.data.repository_selection ?? facts.repositorySelection;
}

/**
 * Has the service stopped before the end? Then as many as it shows have come, and a filter was set.
 * @param last how many were on the last page
 * @param items how many were on all pages that were read
 */
function isTruncated(
  operation: AnyOperation,
  input: Fields,
  last: number,
  items: number,
  { totalCount = 0 }: ListFacts,
): boolean {
  const { truncated, perPage } = pagingOf(operation);
  if (!truncated?.filters.some((name) => input[name] !== undefined)) return false;
  const { page, per_page: size } = input;
  // Who began further on has not seen those before.
  const isNumbered = typeof page === "number" && typeof size === "number" && perPage && last > 0;
  const before = isNumbered ? (page - 1) * Math.min(size, perPage.maximum) : 0;
  return totalCount > truncated.items || Math.max(items, before + last) >= truncated.items;
}

function eitherOf(one: AbortSignal, other: AbortSignal | undefined): AbortSignal {
  return other ? AbortSignal.any([one, other]) : one;
}

/** The address of the next page, from a `link` header (document 1, Pagination); undefined on the last page. */
export function nextPage(link: string | null): string | undefined {
  for (const entry of (link ?? "").matchAll(/<([^>]*)>([^<]*)/g)) {
    if (/;\s*rel="?[^";]*\bnext\b/i.test(entry[2] ?? "")) return entry[1];
  }
  return undefined;
}

/**
 * The input of the next page: this one's, further on. Only what leads on is taken from the address; everything else stays
 * as the caller said it.
 * @param seen the places of the pages so far; a list that comes back to one would never end
 * @throws ResponseError where the address leaves the service's own origin (a token must not go there), or leads nowhere
 */
function nextInput(operation: AnyOperation, input: Fields, here: URL, next: string, seen: Set<string>): Fields {
  const complain = (problem: string) => new ResponseError(problem, aboutOperation(operation));
  const url = URL.canParse(next, here.href) ? new URL(next, here) : undefined;
  if (!url) throw complain("The link to the next page is no address.");
  if (url.origin !== here.origin) {
    throw complain(
      `The next page is said to be on ${url.origin}, but the token belongs to ${here.origin}. It was not sent.`,
    );
  }
  const { kind, parameter } = pagingOf(operation);
  const place = url.searchParams.get(parameter);
  const known = place !== null && (kind === "cursor" ? place !== "" : /^[1-9]\d{0,14}$/.test(place));
  const own = here.searchParams.get(parameter) ?? (kind === "page" ? "1" : undefined);
  if (own !== undefined) seen.add(own);
  if (!known || seen.has(place))
    throw complain(`The link to the next page leads nowhere new: ${parameter}=${shown(place)}.`);
  seen.add(place);
  return { ...input, [parameter]: kind === "cursor" ? place : Number(place) };
}

/** A place in a list is short and plain; anything else is not repeated. */
function shown(place: string | null): string | null {
  return place === null || /^[\w-]{1,20}$/.test(place) ? place : "…";
}

/** The items of one page: the answer itself, or the array that it wraps; none where the service leaves that out. */
export function itemValues(operation: AnyOperation, answer: unknown): unknown[] {
  const paging = pagingOf(operation);
  const wrapped: unknown =
    paging.items !== undefined && typeof answer === "object" && answer !== null
      ? (Object.entries(answer).find(([key]) => key === paging.items)?.[1] ?? [])
      : answer;
  if (Array.isArray(wrapped)) return wrapped;
  const place = paging.items === undefined ? "" : ` under ${paging.items}`;
  throw new ResponseError(`The answer holds no list${place}.`, aboutOperation(operation));
}

/** Does a list let its caller say how long a page is? */
function takesPerPage(operation: AnyOperation): boolean {
  return Object.hasOwn(definitionOf(operation).query?.shape ?? {}, "per_page");
}

/** How a list operation is paged. @throws InputError where the operation is no list */
function pagingOf(operation: AnyOperation): Paging {
  const { paging } = definitionOf(operation);
  if (!paging) throw new InputError("This is no list; use call.", aboutOperation(operation));
  return paging;
}
