import * as z from "zod/mini";
import { defOf } from "../contract/schema.ts";
import { lazy } from "../internal/lazy.ts";

/** How it is told whether a value fits a schema: what of zod's schemas takes no parsing. */
export type Plan =
  | { readonly is: "string" | "number" | "integer" | "boolean" | "anything" }
  | { readonly is: "word"; readonly words: ReadonlySet<unknown> }
  | { readonly is: "nullable" | "optional"; readonly inner: z.core.$ZodType }
  | { readonly is: "array"; readonly element: z.core.$ZodType }
  | { readonly is: "union"; readonly options: readonly z.core.$ZodType[] }
  | { readonly is: "object"; readonly fields: readonly PlannedField[] }
  | { readonly is: "parsed" };

/** A field of an object that may have others. */
export interface PlannedField {
  readonly name: string;
  readonly schema: z.core.$ZodType;
  /** May an object leave it out? */
  readonly mayMiss: () => boolean;
}

/** Checks that change nothing about what fits. */
const HARMLESS = new Set(["meta"]);

const PARSED: Plan = { is: "parsed" };

export function planOf(schema: z.core.$ZodType): Plan {
  const def = defOf(schema);
  if (def.checks?.some((check) => !HARMLESS.has(check._zod.def.check))) return PARSED;
  switch (def.type) {
    case "string":
      return "format" in def ? PARSED : { is: "string" };
    case "number":
      if (!("format" in def)) return { is: "number" };
      return def.format === "safeint" ? { is: "integer" } : PARSED;
    case "boolean":
      return { is: "boolean" };
    case "null":
      return { is: "word", words: new Set([null]) };
    case "unknown":
    case "any":
      return { is: "anything" };
    case "literal":
      return { is: "word", words: new Set(def.values) };
    case "enum":
      return { is: "word", words: new Set(Object.values(def.entries)) };
    case "nullable":
    case "optional":
      return { is: def.type, inner: def.innerType };
    case "array":
      return { is: "array", element: def.element };
    case "union":
      return { is: "union", options: def.options };
    case "object":
      return ofObject(def);
    default:
      return PARSED;
  }
}

function ofObject({ shape, catchall }: z.core.$ZodObjectDef): Plan {
  // What forbids other fields, leaves them out or looks at them is left to parsing.
  if (!catchall || defOf(catchall).type !== "unknown") return PARSED;
  const fields = Object.entries(shape).map(([name, schema]) => ({
    name,
    schema,
    mayMiss: lazy(() => z.safeParse(z.looseObject({ [name]: schema }), {}).success),
  }));
  return { is: "object", fields };
}
