import * as z from "zod/mini";
import { definitionOf, isSchema } from "../../contract/definition-of.ts";
import type { AnyOperation } from "../../contract/operation-types.ts";
import { defOf } from "../../contract/schema.ts";
import { describeIssue } from "../../contract/schema-issue.ts";
import { ResponseError } from "../../errors.ts";
import { lazyPerObject } from "../../internal/lazy.ts";
import { checkerOf } from "../../validation/checker.ts";
import type { ListOptions } from "../call-options.ts";
import type { PageMapper } from "../call-pipeline.ts";
import { itemValues } from "./pagination.ts";

/** An item of a list that does not match the contract. */
export interface InvalidItem {
  /** The item as the service returned it. */
  readonly item: unknown;
  /** Path of the unexpected field, such as `owner.login`. */
  readonly field: string;
  /** Names the call, the field and what is unexpected about it. */
  readonly error: ResponseError;
}

/** Options for iterating the items of a list. */
export interface ItemsOptions extends ListOptions {
  /**
   * Called with each item that does not match the contract; the iteration continues after it. By default such an item is
   * an error, and ends the iteration.
   */
  readonly onInvalidItem?: ((invalid: InvalidItem) => void) | undefined;
}

/** A list that accepts any items, and a mapper that yields its valid ones. */
export interface LenientList {
  readonly list: AnyOperation;
  readonly use: PageMapper;
}

/** Returns a list that validates each item on its own, and passes the invalid ones to the listener. */
export function lenientList(operation: AnyOperation, onInvalidItem: (invalid: InvalidItem) => void): LenientList {
  const { list, item: schema } = lenientListOf(operation);
  if (!schema) return { list, use: itemValues };
  const isValid = checkerOf(schema);
  const use: PageMapper = (context, page, source) =>
    itemValues(context, page).filter((item) => {
      if (isValid(item)) return true;
      const { at, problem } = describeIssue(z.safeParse(schema, item).error?.issues[0], item, "the item");
      const error = new ResponseError(`An item of the list does not match the contract, where ${at} ${problem}.`, {
        messagePrefix: `${source}:`,
        route: operation.route,
      });
      onInvalidItem({ item, field: at, error });
      return false;
    });
  return { list, use };
}

interface LenientDefinition {
  readonly list: AnyOperation;
  /** The schema that each item should match; undefined if the operation does not return a list. */
  readonly item: z.core.$ZodType | undefined;
}

const lenientListOf = /* @__PURE__ */ lazyPerObject((operation: AnyOperation): LenientDefinition => {
  const definition = definitionOf(operation);
  const { 200: success } = definition.success;
  const body = success !== undefined && isSchema(success) ? success : undefined;
  const field = definition.paging?.items;
  const wrapper = body && field !== undefined ? defOf(body) : undefined;
  const shape = wrapper?.type === "object" ? wrapper.shape : {};
  const item = elementOf(field === undefined ? body : shape[field]);
  if (!item) return { list: operation, item };
  // The union keeps the annotations of fields, such as big integers, by which responses are decoded.
  const items = z.array(z.union([item, z.unknown()]));
  const lenientBody = field === undefined ? items : z.looseObject({ ...shape, [field]: z.optional(items) });
  const lenient = { ...definition, success: { ...definition.success, 200: lenientBody } };
  return { list: { ...operation, define: () => lenient }, item };
});

/** Returns the schema of a list's items; services can omit an empty list. */
function elementOf(list: z.core.$ZodType | undefined): z.core.$ZodType | undefined {
  const def = list && defOf(list);
  if (def?.type === "optional") return elementOf(def.innerType);
  return def?.type === "array" ? def.element : undefined;
}
