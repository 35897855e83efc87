import * as z from "zod/mini";
import type { Paging, PerPage } from "./definition.ts";

type FieldShapes = Readonly<Record<string, z.ZodMiniType>>;
type NoFieldShapes = Readonly<Record<never, never>>;
type PageFields = ReturnType<typeof pageFields>;

/** Parts that every list operation's definition has, apart from its access. */
interface ListOf<Body extends z.ZodMiniType, Q extends FieldShapes> {
  readonly query: z.ZodMiniObject<PageFields & Q>;
  readonly success: { readonly 200: Body };
  readonly retry: "safe";
  readonly paging: Paging;
}

/** Page size of most lists: 30 by default, 100 at most. */
export const PER_PAGE: PerPage = { default: 30, maximum: 100 };

/**
 * Builds a list with numbered pages whose body is a bare array. Adds `per_page`, `page` and the filters to the query.
 */
export function list<S extends z.ZodMiniType, Q extends FieldShapes = NoFieldShapes>(
  item: S,
  filters?: Q,
): ListOf<z.ZodMiniArray<S>, Q>;
export function list(
  item: z.ZodMiniType,
  filters: FieldShapes = {},
): ListOf<z.ZodMiniArray<z.ZodMiniType>, FieldShapes> {
  return {
    query: z.object({ ...pageFields(PER_PAGE), ...filters }),
    success: { 200: z.array(item) },
    retry: "safe",
    paging: { kind: "page", parameter: "page", perPage: PER_PAGE },
  };
}

type WrappedListOf<W extends FieldShapes, Q extends FieldShapes> = ListOf<
  z.ZodMiniObject<Omit<{ total_count: z.ZodMiniNumberFormat }, keyof W> & W, z.core.$loose>,
  Q
>;

/**
 * Builds a list with numbered pages whose items are wrapped in an object with a `total_count`: `wrappedList({ secrets:
 * z.array(Secret.schema()) })`.
 * @param body the items' field first, then further fields; an own `total_count` replaces the default one
 */
export function wrappedList<W extends FieldShapes, Q extends FieldShapes = NoFieldShapes>(
  body: W,
  filters?: Q,
  perPage?: PerPage,
): WrappedListOf<W, Q>;
export function wrappedList(
  body: FieldShapes,
  filters: FieldShapes = {},
  perPage: PerPage = PER_PAGE,
): WrappedListOf<FieldShapes, FieldShapes> {
  const [items = ""] = Object.keys(body);
  return {
    query: z.object({ ...pageFields(perPage), ...filters }),
    success: { 200: z.looseObject({ total_count: z.int(), ...body }) },
    retry: "safe",
    paging: { kind: "page", parameter: "page", items, perPage },
  };
}

/** Query fields of numbered pages. The service reduces a `per_page` above the maximum, so no number is rejected. */
export function pageFields(perPage: PerPage) {
  return { ...perPageField(perPage), page: z._default(z.int().check(z.gte(1)), 1) };
}

/** Query field for the page size alone, for lists with cursors. */
export function perPageField(perPage: PerPage) {
  return { per_page: z._default(z.int(), perPage.default) };
}
