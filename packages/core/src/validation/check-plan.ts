import * as z from "zod/mini";
import { defOf } from "../contract/schema.ts";
import { lazy } from "../internal/lazy.ts";

/** Describes how to check a schema without parsing, for the schema types that allow it. */
export type CheckPlan =
  | { readonly is: "string" | "number" | "integer" | "boolean" | "anything" }
  | { readonly is: "one-of"; readonly values: ReadonlySet<unknown> }
  | { readonly is: "nullable" | "optional"; readonly inner: z.core.$ZodType }
  | { readonly is: "array"; readonly element: z.core.$ZodType }
  | { readonly is: "union"; readonly options: readonly z.core.$ZodType[] }
  | { readonly is: "object"; readonly fields: readonly CheckedField[] }
  | { readonly is: "parsed" };

/** A field of an object that can have others. */
export interface CheckedField {
  readonly name: string;
  readonly schema: z.core.$ZodType;
  /** Whether an object can omit it. */
  readonly canBeMissing: () => boolean;
}

/** Checks that do not affect whether a value matches. */
const METADATA_CHECKS = new Set(["meta"]);

const PARSED: CheckPlan = { is: "parsed" };

export function checkPlanOf(schema: z.core.$ZodType): CheckPlan {
  const def = defOf(schema);
  if (def.checks?.some((check) => !METADATA_CHECKS.has(check._zod.def.check))) return PARSED;
  switch (def.type) {
    case "string":
      return "format" in def ? PARSED : { is: "string" };
    case "number":
      if (!("format" in def)) return { is: "number" };
      return def.format === "safeint" ? { is: "integer" } : PARSED;
    case "boolean":
      return { is: "boolean" };
    case "null":
      return { is: "one-of", values: new Set([null]) };
    case "unknown":
    case "any":
      return { is: "anything" };
    case "literal":
      return { is: "one-of", values: new Set(def.values) };
    case "enum":
      return { is: "one-of", values: new Set(Object.values(def.entries)) };
    case "nullable":
    case "optional":
      return { is: def.type, inner: def.innerType };
    case "array":
      return { is: "array", element: def.element };
    case "union":
      return { is: "union", options: def.options };
    case "object":
      return objectPlan(def);
    default:
      return PARSED;
  }
}

function objectPlan({ shape, catchall }: z.core.$ZodObjectDef): CheckPlan {
  // Objects that reject, strip or validate other fields are left to parsing.
  if (!catchall || defOf(catchall).type !== "unknown") return PARSED;
  const fields = Object.entries(shape).map(([name, schema]) => ({
    name,
    schema,
    canBeMissing: lazy(() => z.safeParse(z.looseObject({ [name]: schema }), {}).success),
  }));
  return { is: "object", fields };
}
