import * as z from "zod/mini";
import { type Definition, definitionOf } from "../contract/operation.ts";
import type { AnyOperation } from "../contract/operation-types.ts";
import { InputError, ResponseError } from "./errors.ts";

/** The address of the next page, from a `link` header (document 1, Pagination); undefined on the last page. */
export function nextPage(link: string | null): string | undefined {
  for (const entry of (link ?? "").matchAll(/<([^>]*)>([^<]*)/g)) {
    if (/;\s*rel="?next"?/i.test(entry[2] ?? "")) return entry[1];
  }
  return undefined;
}

/**
 * The query of the next page's address, as input fields.
 * @throws ResponseError where the address leaves the service's own origin: a token must not go there
 */
export function nextInput(operation: AnyOperation, here: URL, next: string): Record<string, string | number> {
  const url = new URL(next, here);
  if (url.origin !== here.origin) {
    throw new ResponseError(
      `The next page is said to be on ${url.origin}, but the token belongs to ${here.origin}. It was not sent.`,
      { call: operation.route, route: operation.route },
    );
  }
  const known = Object.keys(definitionOf(operation).query?.shape ?? {});
  return Object.fromEntries(
    [...url.searchParams]
      .filter(([name]) => known.includes(name))
      .map(([name, value]) => [name, name === "page" || name === "per_page" ? Number(value) : value]),
  );
}

const Items = z.array(z.unknown());

/** The items of one page: the answer itself, or the array that it wraps. */
export function itemValues(operation: AnyOperation, answer: unknown): unknown[] {
  const paging = pagingOf(operation);
  const wrapped: unknown =
    paging.items !== undefined && typeof answer === "object" && answer !== null
      ? Object.entries(answer).find(([key]) => key === paging.items)?.[1]
      : answer;
  return z.parse(Items, wrapped);
}

/** How a list operation is paged. @throws InputError where the operation is no list */
export function pagingOf(operation: AnyOperation): NonNullable<Definition["paging"]> {
  const { paging } = definitionOf(operation);
  if (!paging) throw new InputError("This is no list; use call.", { call: operation.route, route: operation.route });
  return paging;
}
