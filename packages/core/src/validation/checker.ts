import * as z from "zod/mini";
import { once } from "../contract/once.ts";
import { defOf } from "../contract/schema.ts";

// Answers are checked and passed on as they came, so no copy need be made of them: plain functions say whether a value fits
// a schema, several times as fast as parsing, and where no code may be made, too. What they don't know is parsed.

/** Does a value fit? */
type Check = (value: unknown) => boolean;

const known = new WeakMap<z.core.$ZodType, Check>();

/** A function that says whether a value fits a schema, exactly as parsing would; made once. */
export function checkerOf(schema: z.core.$ZodType): Check {
  let check = known.get(schema);
  if (!check) {
    check = make(schema);
    known.set(schema, check);
  }
  return check;
}

function make(schema: z.core.$ZodType): Check {
  return build(schema) ?? ((value) => z.safeParse(schema, value).success);
}

/** Checks that change nothing about what fits. */
const HARMLESS = new Set(["meta"]);

/** Undefined for what only parsing can tell. */
function build(schema: z.core.$ZodType): Check | undefined {
  const def = defOf(schema);
  if (def.checks?.some((check) => !HARMLESS.has(check._zod.def.check))) return undefined;
  switch (def.type) {
    case "string":
      return "format" in def ? undefined : (value) => typeof value === "string";
    case "number":
      if (!("format" in def)) return (value) => typeof value === "number" && Number.isFinite(value);
      return def.format === "safeint" ? (value) => Number.isSafeInteger(value) : undefined;
    case "boolean":
      return (value) => typeof value === "boolean";
    case "null":
      return (value) => value === null;
    case "unknown":
    case "any":
      return () => true;
    case "literal":
      return (value) => def.values.some((literal) => literal === value);
    case "enum": {
      const words = new Set<unknown>(Object.values(def.entries));
      return (value) => words.has(value);
    }
    case "nullable": {
      const inner = checkerOf(def.innerType);
      return (value) => value === null || inner(value);
    }
    case "optional": {
      const inner = checkerOf(def.innerType);
      return (value) => value === undefined || inner(value);
    }
    case "array": {
      const inner = checkerOf(def.element);
      return (value) => {
        if (!Array.isArray(value)) return false;
        for (let index = 0; index < value.length; index++) if (!inner(value[index])) return false;
        return true;
      };
    }
    case "union": {
      const options = def.options.map(checkerOf);
      return (value) => options.some((option) => option(value));
    }
    case "object":
      return ofObject(def);
    default:
      return undefined;
  }
}

function ofObject({ shape, catchall }: z.core.$ZodObjectDef): Check | undefined {
  // What forbids other fields, leaves them out or looks at them is left to parsing.
  if (!catchall || defOf(catchall).type !== "unknown") return undefined;
  const fields = Object.entries(shape).map(([name, schema]) => ({
    name,
    check: checkerOf(schema),
    mayMiss: once(() => z.safeParse(z.looseObject({ [name]: schema }), {}).success),
  }));
  return (value) => {
    if (!isObject(value)) return false;
    for (const { name, check, mayMiss } of fields) {
      const field = value[name];
      if (field === undefined && !(name in value) ? !mayMiss() : !check(field)) return false;
    }
    return true;
  };
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
