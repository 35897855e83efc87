import * as z from "zod/mini";
import type { NamedSchema, SchemaOutput } from "../../named-schema.ts";
import { namedSchema } from "../../schema.ts";

/** Previous value of an edited text; the current value is in the object itself. */
export interface PreviousText extends SchemaOutput<typeof previousTextSchema> {}
const previousTextSchema = /* @__PURE__ */ namedSchema(() => z.looseObject({ from: z.string() }));
export const PreviousText: NamedSchema<PreviousText> = previousTextSchema;
