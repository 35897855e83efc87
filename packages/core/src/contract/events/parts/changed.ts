import * as z from "zod/mini";
import type { Named, OutputOf } from "../../named.ts";
import { named } from "../../schema.ts";

/** What a text was before it was edited; what it is now stands in the object itself (public description). */
export interface Changed extends OutputOf<typeof changedSchema> {}
const changedSchema = /* @__PURE__ */ named(() => z.looseObject({ from: z.string() }));
export const Changed: Named<Changed> = changedSchema;
