import { callDefinitionOf, isJson } from "../../contract/call-definition.ts";
import type { AnyOperation } from "../../contract/operation-types.ts";
import { ResponseError } from "../../errors.ts";
import { lazyPerObject } from "../../internal/lazy.ts";
import { describeMismatch } from "../../schema/describe-issue.ts";
import { isMatch } from "../../schema/is-match.ts";
import type { Schema } from "../../schema/schema.ts";
import type { ListOptions } from "../call-options.ts";
import type { PageMapper, PreparedList } from "../call-pipeline.ts";

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

/**
 * Returns a list that validates each item on its own, and passes the invalid ones to the listener.
 * @param yieldItems returns the items of a page
 */
export function lenientList(
  operation: AnyOperation,
  onInvalidItem: (invalid: InvalidItem) => void,
  yieldItems: PageMapper,
): PreparedList {
  const { list, item: schema } = lenientListOf(operation);
  if (!schema) return { list, use: yieldItems };
  const use: PageMapper = (context, page, source) =>
    yieldItems(context, page, source).filter((item) => {
      if (isMatch(schema, item)) return true;
      const { at, problem } = describeMismatch(schema, item, "the item");
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
  readonly item: Schema | undefined;
}

const lenientListOf = lazyPerObject((operation: AnyOperation): LenientDefinition => {
  const definition = callDefinitionOf(operation);
  const { 200: success } = definition.success;
  const body = success !== undefined && isJson(success) ? success.json : undefined;
  const field = definition.paging?.items;
  const fields = typeof body === "object" && body.type === "object" ? body.fields : {};
  const item = elementOf(field === undefined ? body : fields[field]);
  if (!item) return { list: operation, item };
  // The union keeps the marks of fields, such as big integers, by which responses are decoded.
  const items: Schema = { type: "array", of: { type: "union", of: [item, "anything"] } };
  const json: Schema =
    field === undefined ? items : { type: "object", fields: { ...fields, [field]: { type: "optional", of: items } } };
  const lenient = { ...definition, success: { ...definition.success, 200: { ...(isJson(success) && success), json } } };
  return { list: { ...operation, define: () => lenient }, item };
});

/** Returns the schema of a list's items; services can omit an empty list. */
function elementOf(list: Schema | undefined): Schema | undefined {
  if (typeof list !== "object") return undefined;
  if (list.type === "optional") return elementOf(list.of);
  return list.type === "array" ? list.of : undefined;
}
