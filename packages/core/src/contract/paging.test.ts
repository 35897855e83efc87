import { expect, test } from "vitest";
import { definitionOf, isSchema } from "./definition-of.ts";
import * as catalogue from "./index.ts";
import { fieldPaths } from "./schema.ts";

const wrapped = Object.entries(catalogue).flatMap(([name, operation]) => {
  const { paging, success } = definitionOf(operation);
  const answer = success[200];
  return paging?.items !== undefined && isSchema(answer) ? [{ name, items: paging.items, answer }] : [];
});

// The type `Item` derives the items' type from the response's arrays alone.
test.each(wrapped)("the items of $name are its only required array, or its only array", ({ items, answer }) => {
  const arrays = fieldPaths(answer, ({ _zod: { def } }) => def.type === "array");
  const optional = fieldPaths(answer, ({ _zod: { def } }) => def.type === "optional");
  const own = arrays.filter((path) => !path.includes("."));
  const always = own.filter((path) => !optional.includes(path));
  expect(always.length === 0 ? own : always).toEqual([items]);
});
