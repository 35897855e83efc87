import type * as z from "zod/mini";
import { type CheckedField, checkPlanOf } from "./check-plan.ts";
import { type Check, checkerOf } from "./checker.ts";

/**
 * Generates code that does the same as `checkerOf`. Each field has its own property access, which engines optimize
 * well.
 * @throws EvalError if code generation is not allowed
 */
export function compileChecker(schema: z.core.$ZodType): Check {
  const functions: string[] = [];
  const names = new Map<z.core.$ZodType, string>();
  /** Checks that are not generated but called. */
  const externalChecks: Check[] = [];

  /**
   * Returns an expression that tells whether a value matches.
   * @param value name of the variable
   */
  function matchExpression(part: z.core.$ZodType, value: string): string {
    const plan = checkPlanOf(part);
    switch (plan.is) {
      case "string":
      case "boolean":
        return `typeof ${value} === "${plan.is}"`;
      case "integer":
        return `isInteger(${value})`;
      case "anything":
        return "true";
      case "nullable":
        return `(${value} === null || ${matchExpression(plan.inner, value)})`;
      case "optional":
        return `(${value} === undefined || ${matchExpression(plan.inner, value)})`;
      case "union":
        return `(${plan.options.map((option) => matchExpression(option, value)).join(" || ")})`;
      case "array":
        return `${functionFor(part, (name) => arrayFunction(name, plan.element))}(${value})`;
      case "object":
        return `${functionFor(part, (name) => objectFunction(name, plan.fields))}(${value})`;
      default:
        return `externalChecks[${externalChecks.push(checkerOf(part)) - 1}](${value})`;
    }
  }

  /** Returns the name of the function for a schema, generated once because schemas share parts. */
  function functionFor(part: z.core.$ZodType, write: (name: string) => string): string {
    const known = names.get(part);
    if (known !== undefined) return known;
    const name = `f${names.size}`;
    names.set(part, name);
    functions.push(write(name));
    return name;
  }

  function arrayFunction(name: string, element: z.core.$ZodType): string {
    return `function ${name}(items) {
      if (!isArray(items)) return false;
      for (let at = 0; at < items.length; at++) {
        const item = items[at];
        if (!(${matchExpression(element, "item")})) return false;
      }
      return true;
    }`;
  }

  function objectFunction(name: string, fields: readonly CheckedField[]): string {
    const checks = fields.map((field) => {
      const key = JSON.stringify(field.name);
      return `field = value[${key}]; if (!(${fieldExpression(field, key)})) return false;`;
    });
    return `function ${name}(value) {
      if (typeof value !== "object" || value === null || isArray(value)) return false;
      let field;
      ${checks.join("\n")}
      return true;
    }`;
  }

  function fieldExpression({ schema: part, canBeMissing }: CheckedField, key: string): string {
    const presentExpression = matchExpression(part, "field");
    const matchesUndefined = checkerOf(part)(undefined);
    if (canBeMissing() === matchesUndefined) return presentExpression;
    return `field === undefined && !(${key} in value) ? ${canBeMissing()} : ${presentExpression}`;
  }

  const expression = matchExpression(schema, "root");
  const code = `"use strict"; ${functions.join("\n")}; return (root) => ${expression};`;
  const factory = new Function("externalChecks", "isInteger", "isArray", code);
  return asCheck(factory(externalChecks, Number.isSafeInteger, Array.isArray));
}

function asCheck(compiled: unknown): Check {
  if (typeof compiled !== "function") throw new TypeError("The generated code must return a function.");
  return (value) => compiled(value) === true;
}
