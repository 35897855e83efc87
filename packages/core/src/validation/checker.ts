import * as z from "zod/mini";
import { lazyPerObject } from "../internal/lazy.ts";
import { type CheckedField, checkPlanOf } from "./check-plan.ts";

// Responses are checked but returned as received, so no copy is needed: plain functions check a value several times
// faster than parsing, and need no code generation. Unsupported schemas fall back to parsing.

/** Returns whether a value matches. */
export type Check = (value: unknown) => boolean;

/** Returns a function that tells whether a value matches a schema, with the same result as parsing. Cached. */
export const checkerOf: (schema: z.core.$ZodType) => Check = /* @__PURE__ */ lazyPerObject(createCheck);

function createCheck(schema: z.core.$ZodType): Check {
  const checkPlan = checkPlanOf(schema);
  switch (checkPlan.is) {
    case "string":
    case "boolean":
      return (value) => typeof value === checkPlan.is;
    case "number":
      return (value) => typeof value === "number" && Number.isFinite(value);
    case "integer":
      return (value) => Number.isSafeInteger(value);
    case "anything":
      return () => true;
    case "one-of":
      return (value) => checkPlan.values.has(value);
    case "nullable": {
      const inner = checkerOf(checkPlan.inner);
      return (value) => value === null || inner(value);
    }
    case "optional": {
      const inner = checkerOf(checkPlan.inner);
      return (value) => value === undefined || inner(value);
    }
    case "array": {
      const inner = checkerOf(checkPlan.element);
      return (value) => Array.isArray(value) && value.every((item) => inner(item));
    }
    case "union": {
      const options = checkPlan.options.map(checkerOf);
      return (value) => options.some((option) => option(value));
    }
    case "object":
      return objectCheck(checkPlan.fields);
    case "parsed":
      return (value) => z.safeParse(schema, value).success;
  }
}

function objectCheck(planned: readonly CheckedField[]): Check {
  const fields = planned.map((field) => ({ ...field, check: checkerOf(field.schema) }));
  return (value) => {
    if (!isObject(value)) return false;
    for (const { name, check, canBeMissing } of fields) {
      const field = value[name];
      if (field === undefined && !(name in value) ? !canBeMissing() : !check(field)) return false;
    }
    return true;
  };
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
