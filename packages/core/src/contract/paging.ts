import * as z from "zod/mini";
import type { Paging, PerPage } from "./definition.ts";

type Shape = Readonly<Record<string, z.ZodMiniType>>;
type NoShape = Readonly<Record<never, never>>;
type PageFields = ReturnType<typeof pageFields>;

/** What every list has beside its access. */
interface ListOf<Answer extends z.ZodMiniType, Q extends Shape> {
  readonly query: z.ZodMiniObject<PageFields & Q>;
  readonly success: { readonly 200: Answer };
  readonly retry: "safe";
  readonly paging: Paging;
}

/** Most lists: 30 items a page, at most 100. */
export const PER_PAGE: PerPage = { default: 30, maximum: 100 };

/** A list in numbered pages, as a bare array: its query with `per_page`, `page` and filters, its answer and its paging. */
export function list<S extends z.ZodMiniType, Q extends Shape = NoShape>(
  item: S,
  filters?: Q,
): ListOf<z.ZodMiniArray<S>, Q>;
export function list(item: z.ZodMiniType, filters: Shape = {}): ListOf<z.ZodMiniArray<z.ZodMiniType>, Shape> {
  return {
    query: z.object({ ...pageFields(PER_PAGE), ...filters }),
    success: { 200: z.array(item) },
    retry: "safe",
    paging: { kind: "page", parameter: "page", perPage: PER_PAGE },
  };
}

type WrappedListOf<W extends Shape, Q extends Shape> = ListOf<
  z.ZodMiniObject<Omit<{ total_count: z.ZodMiniNumberFormat }, keyof W> & W, z.core.$loose>,
  Q
>;

/**
 * The same where the items lie in an object beside their `total_count`: `wrappedList({ secrets: z.array(Secret()) })`.
 * @param answer the items' field first, then what else the object has; its own `total_count` counts before the usual one
 */
export function wrappedList<W extends Shape, Q extends Shape = NoShape>(
  answer: W,
  filters?: Q,
  perPage?: PerPage,
): WrappedListOf<W, Q>;
export function wrappedList(
  answer: Shape,
  filters: Shape = {},
  perPage: PerPage = PER_PAGE,
): WrappedListOf<Shape, Shape> {
  const [items = ""] = Object.keys(answer);
  return {
    query: z.object({ ...pageFields(perPage), ...filters }),
    success: { 200: z.looseObject({ total_count: z.int(), ...answer }) },
    retry: "safe",
    paging: { kind: "page", parameter: "page", items, perPage },
  };
}

/** How much of a list a call asks for. A number past the maximum is cut down, so none is refused. */
export function pageFields(perPage: PerPage) {
  return { ...perPageField(perPage), page: z._default(z.int().check(z.gte(1)), 1) };
}

/** The same without a page's number, for lists that a cursor leads through. */
export function perPageField(perPage: PerPage) {
  return { per_page: z._default(z.int(), perPage.default) };
}
