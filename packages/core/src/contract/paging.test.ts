import { expect, test } from "vitest";
import { definitionOf, isSchema } from "./definition-of.ts";
import * as catalogue from "./index.ts";
import { fieldPaths } from "./schema.ts";

const wrapped = Object.entries(catalogue).flatMap(([name, operation]) => {
  const { paging, success } = definitionOf(operation);
  const schema = success[200];
  return paging?.items !== undefined && isSchema(schema) ? [{ name, items: paging.items, schema }] : [];
});

// The type `Item` derives the items' type from the response's arrays alone.
test.each(wrapped)("the items of $name are its only required array, or its only array", ({ items, schema }) => {
  const arrays = fieldPaths(schema, ({ _zod: { def } }) => def.type === "array");
  const optional = fieldPaths(schema, ({ _zod: { def } }) => def.type === "optional");
  const topLevel = arrays.filter((path) => !path.includes(".") && path !== "parents");
  const required = topLevel.filter((path) => !optional.includes(path));
  expect(required.length === 0 ? topLevel : required).toEqual([items]);
});
