import * as z from "zod/mini";
import { allow } from "../allow.ts";
import type { Definition } from "../definition.ts";
import type { Edition } from "../edition.ts";
import { alike } from "../schema.ts";

// Every report of what an organization used is of a year, a month or a day, and may be narrowed (public description).

type Fields = Readonly<Record<string, z.ZodMiniType>>;

const editions: readonly Edition[] = ["github.com"];

/**
 * A report of a time: what isn't named of it is today's.
 * @param filters what else narrows it
 */
export const usageReport = <S extends z.ZodMiniType, Q extends Fields, N extends number>(
  report: S,
  filters: Q,
  otherStatuses: readonly N[],
) =>
  ({
    query: z.object({ ...alike(z.optional(z.int()), "year", "month", "day"), ...filters }),
    success: { 200: report },
    otherStatuses,
    access: allow("organization_administration", "read", [], { roles: ["organization-owner", "billing-manager"] }),
    retry: "safe",
    editions,
  }) as const satisfies Definition;

/** What narrows a report of the models. */
export const ofModels = () => alike(z.optional(z.string()), "user", "model", "product");
