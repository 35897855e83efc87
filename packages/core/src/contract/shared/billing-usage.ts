import * as z from "zod/mini";
import type { Definition } from "../definition.ts";
import { permissionAccess } from "../permission-access.ts";
import { get, type OperationAccess } from "../reads-and-writes.ts";
import { fieldsWith } from "../schema.ts";

// Every usage report of an organization covers a year, month or day, and accepts filters (source: openapi).

type UsageFilters = Readonly<Record<string, z.ZodMiniType>>;

const ACCESS: OperationAccess = {
  access: permissionAccess("organization_administration", "read", [], {
    roles: ["organization-owner", "billing-manager"],
  }),
  editions: ["github.com"],
};

/**
 * Builds the definition of an operation that gets a usage report for a year, month or day. Omitted parts default to
 * today's.
 * @param filters further query fields
 */
export const usageReport = <S extends z.ZodMiniType, Q extends UsageFilters>(
  report: S,
  filters: Q,
  otherStatuses: readonly number[],
) =>
  ({
    query: z.object({ ...fieldsWith(z.optional(z.int()), "year", "month", "day"), ...filters }),
    ...get(ACCESS, report, otherStatuses),
  }) as const satisfies Definition;

/** Filters of reports on the usage of AI models. */
export const modelUsageFilters = () => fieldsWith(z.optional(z.string()), "user", "model", "product");
