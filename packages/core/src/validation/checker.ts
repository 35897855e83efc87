import * as z from "zod/mini";
import { type PlannedField, planOf } from "./plan.ts";

// Answers are checked and passed on as they came, so no copy need be made of them: plain functions say whether a value fits
// a schema, several times as fast as parsing, and where no code may be made, too. What they don't know is parsed.

/** Does a value fit? */
export type Check = (value: unknown) => boolean;

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
  const plan = planOf(schema);
  switch (plan.is) {
    case "string":
    case "boolean":
      return (value) => typeof value === plan.is;
    case "number":
      return (value) => typeof value === "number" && Number.isFinite(value);
    case "integer":
      return (value) => Number.isSafeInteger(value);
    case "anything":
      return () => true;
    case "word":
      return (value) => plan.words.has(value);
    case "nullable": {
      const inner = checkerOf(plan.inner);
      return (value) => value === null || inner(value);
    }
    case "optional": {
      const inner = checkerOf(plan.inner);
      return (value) => value === undefined || inner(value);
    }
    case "array": {
      const inner = checkerOf(plan.element);
      return (value) => Array.isArray(value) && value.every((item) => inner(item));
    }
    case "union": {
      const options = plan.options.map(checkerOf);
      return (value) => options.some((option) => option(value));
    }
    case "object":
      return ofObject(plan.fields);
    case "parsed":
      return (value) => z.safeParse(schema, value).success;
  }
}

function ofObject(planned: readonly PlannedField[]): Check {
  const fields = planned.map((field) => ({ ...field, check: checkerOf(field.schema) }));
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
