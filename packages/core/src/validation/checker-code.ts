import type * as z from "zod/mini";
import { type Check, checkerOf } from "./checker.ts";
import { type PlannedField, planOf } from "./plan.ts";

/**
 * Makes code of what `checkerOf` does by plain functions: as each field has a place of its own in it, the engine learns
 * where its objects have it.
 * @throws EvalError where no code may be made
 */
export function compiledChecker(schema: z.core.$ZodType): Check {
  const functions: string[] = [];
  const names = new Map<z.core.$ZodType, string>();
  /** What code can't tell, plain functions do. */
  const others: Check[] = [];

  /** An expression that says whether a value fits. @param value a name */
  function fits(part: z.core.$ZodType, value: string): string {
    const plan = planOf(part);
    switch (plan.is) {
      case "string":
      case "boolean":
        return `typeof ${value} === "${plan.is}"`;
      case "integer":
        return `isInteger(${value})`;
      case "anything":
        return "true";
      case "nullable":
        return `(${value} === null || ${fits(plan.inner, value)})`;
      case "optional":
        return `(${value} === undefined || ${fits(plan.inner, value)})`;
      case "union":
        return `(${plan.options.map((option) => fits(option, value)).join(" || ")})`;
      case "array":
        return `${named(part, (name) => ofArray(name, plan.element))}(${value})`;
      case "object":
        return `${named(part, (name) => ofObject(name, plan.fields))}(${value})`;
      default:
        return `others[${others.push(checkerOf(part)) - 1}](${value})`;
    }
  }

  /** The function for a schema, written at its first use: schemas share parts. */
  function named(part: z.core.$ZodType, write: (name: string) => string): string {
    const known = names.get(part);
    if (known !== undefined) return known;
    const name = `f${names.size}`;
    names.set(part, name);
    functions.push(write(name));
    return name;
  }

  function ofArray(name: string, element: z.core.$ZodType): string {
    return `function ${name}(items) {
      if (!isArray(items)) return false;
      for (let at = 0; at < items.length; at++) {
        const item = items[at];
        if (!(${fits(element, "item")})) return false;
      }
      return true;
    }`;
  }

  function ofObject(name: string, fields: readonly PlannedField[]): string {
    const checks = fields.map((field) => {
      const key = JSON.stringify(field.name);
      return `field = value[${key}]; if (!(${fieldFits(field, key)})) return false;`;
    });
    return `function ${name}(value) {
      if (typeof value !== "object" || value === null || isArray(value)) return false;
      let field;
      ${checks.join("\n")}
      return true;
    }`;
  }

  function fieldFits({ schema: part, mayMiss }: PlannedField, key: string): string {
    const there = fits(part, "field");
    const undefinedFits = checkerOf(part)(undefined);
    if (mayMiss() === undefinedFits) return there;
    return `field === undefined && !(${key} in value) ? ${mayMiss()} : ${there}`;
  }

  const expression = fits(schema, "whole");
  const code = `"use strict"; ${functions.join("\n")}; return (whole) => ${expression};`;
  const make = new Function("others", "isInteger", "isArray", code);
  return asCheck(make(others, Number.isSafeInteger, Array.isArray));
}

function asCheck(made: unknown): Check {
  if (typeof made !== "function") throw new TypeError("the code makes no function");
  return (value) => made(value) === true;
}
