import * as z from "zod/mini";
import { definitionOf } from "../contract/defined.ts";
import type { Paging } from "../contract/definition.ts";
import { once } from "../contract/once.ts";
import type { AnyOperation } from "../contract/operation-types.ts";
import { InputError, ResponseError } from "./errors.ts";
import type { Fields } from "./input.ts";

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
export function nextInput(operation: AnyOperation, input: Fields, here: URL, next: string, seen: Set<string>): Fields {
  const complain = (problem: string) =>
    new ResponseError(problem, { about: `${operation.route}:`, route: operation.route });
  const url = URL.canParse(next, here.href) ? new URL(next, here) : undefined;
  if (!url) throw complain("The link to the next page is no address.");
  if (url.origin !== here.origin) {
    throw complain(
      `The next page is said to be on ${url.origin}, but the token belongs to ${here.origin}. It was not sent.`,
    );
  }
  const { kind, parameter } = pagingOf(operation);
  const place = url.searchParams.get(parameter);
  const known = place !== null && (kind === "cursor" || /^[1-9]\d{0,14}$/.test(place));
  if (kind === "page") seen.add(here.searchParams.get(parameter) ?? "1");
  if (!known || seen.has(place)) throw complain(`The link to the next page leads nowhere new: ${parameter}=${place}.`);
  seen.add(place);
  return { ...input, [parameter]: kind === "cursor" ? place : Number(place) };
}

const Items = /* @__PURE__ */ once(() => z.array(z.unknown()));

/** The items of one page: the answer itself, or the array that it wraps; none where the service leaves that out. */
export function itemValues(operation: AnyOperation, answer: unknown): unknown[] {
  const paging = pagingOf(operation);
  const wrapped: unknown =
    paging.items !== undefined && typeof answer === "object" && answer !== null
      ? (Object.entries(answer).find(([key]) => key === paging.items)?.[1] ?? [])
      : answer;
  const items = z.safeParse(Items(), wrapped);
  if (items.success) return items.data;
  throw new ResponseError(`The answer holds no list${paging.items === undefined ? "" : ` under ${paging.items}`}.`, {
    about: `${operation.route}:`,
    route: operation.route,
  });
}

/** Does a list let its caller say how long a page is? */
export function takesPerPage(operation: AnyOperation): boolean {
  return Object.hasOwn(definitionOf(operation).query?.shape ?? {}, "per_page");
}

/** How a list operation is paged. @throws InputError where the operation is no list */
export function pagingOf(operation: AnyOperation): Paging {
  const { paging } = definitionOf(operation);
  if (!paging)
    throw new InputError("This is no list; use call.", { about: `${operation.route}:`, route: operation.route });
  return paging;
}
