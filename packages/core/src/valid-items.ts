import * as z from "zod/mini";
import type { ListOptions } from "./client/call-options.ts";
import type { Client } from "./client/client-types.ts";
import { asUntypedOperation, castValidated, definitionOf, isSchema } from "./contract/definition-of.ts";
import type { AnyOperation, Item, Operation } from "./contract/operation-types.ts";
import { defOf } from "./contract/schema.ts";
import { describeIssue } from "./contract/schema-issue.ts";
import { ResponseError } from "./errors.ts";
import { lazyPerObject } from "./internal/lazy.ts";
import { checkerOf } from "./validation/checker.ts";

/** An item of a list that does not match the contract. */
export interface InvalidItem {
  /** The item as the service returned it. */
  readonly item: unknown;
  /** Path of the unexpected field, such as `owner.login`. */
  readonly field: string;
  /** Names the call, the field and what is unexpected about it. */
  readonly error: ResponseError;
}

/** Options for lists whose invalid items are reported. */
export interface ValidItemsOptions extends ListOptions {
  /** Called with each item that does not match the contract; the iteration continues after it. */
  readonly onInvalidItem: (invalid: InvalidItem) => void;
}

/**
 * Iterates over the items of a list like `client.items`, but validates each item on its own: one that does not match the
 * contract is reported and left out.
 * @throws ForgeError
 */
export async function* validItems<I extends Readonly<Record<string, unknown>>, A>(
  { items }: Pick<Client, "items">,
  operation: Operation<I, A>,
  input: NoInfer<I>,
  { onInvalidItem, ...options }: ValidItemsOptions,
): AsyncGenerator<Item<A>, void, undefined> {
  const { list, item: schema } = lenientListOf(operation);
  const isValid = schema && checkerOf(schema);
  const listing = items(asUntypedOperation(list), input, options);
  for await (const item of listing) {
    if (!schema || isValid?.(item)) yield castValidated(item);
    else {
      const { at, problem } = describeIssue(z.safeParse(schema, item).error?.issues[0], item, "the item");
      const error = new ResponseError(`An item of the list does not match the contract, where ${at} ${problem}.`, {
        messagePrefix: `${listing.info.source}:`,
        route: operation.route,
      });
      onInvalidItem({ item, field: at, error });
    }
  }
}

/** A list that accepts any items, and the schema that each of them should match. */
interface LenientList {
  readonly list: AnyOperation;
  /** Undefined if the operation does not return a list, which iterating it reports. */
  readonly item: z.core.$ZodType | undefined;
}

const lenientListOf = /* @__PURE__ */ lazyPerObject((operation: AnyOperation): LenientList => {
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
