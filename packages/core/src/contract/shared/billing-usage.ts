import * as z from "zod/mini";
import type { Definition } from "../definition.ts";
import type { Edition } from "../edition.ts";
import { permissionAccess } from "../permission-access.ts";
import { fieldsWith } from "../schema.ts";

// Every usage report of an organization covers a year, month or day, and accepts filters (source: openapi).

type UsageFilters = Readonly<Record<string, z.ZodMiniType>>;

const editions: readonly Edition[] = ["github.com"];

/**
 * Builds the definition of an operation that gets a usage report for a year, month or day. Omitted parts default to
 * today's.
 * @param filters further query fields
 */
export const usageReport = <S extends z.ZodMiniType, Q extends UsageFilters, N extends number>(
  report: S,
  filters: Q,
  otherStatuses: readonly N[],
) =>
  ({
    query: z.object({ ...fieldsWith(z.optional(z.int()), "year", "month", "day"), ...filters }),
    success: { 200: report },
    otherStatuses,
    access: permissionAccess("organization_administration", "read", [], {
      roles: ["organization-owner", "billing-manager"],
    }),
    retry: "safe",
    editions,
  }) as const satisfies Definition;

/** Filters of reports on the usage of AI models. */
export const modelUsageFilters = () => fieldsWith(z.optional(z.string()), "user", "model", "product");
