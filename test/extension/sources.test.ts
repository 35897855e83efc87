import { expect, test } from "vitest";
import { importsOf } from "./sources.ts";

test.each([
  ['import { a } from "./a.ts";', ["./a.ts"]],
  ['import a, { type B } from "./a.ts";', ["./a.ts"]],
  ['import type { A } from "./a.ts";', []],
  ['import { type A, type B } from "./a.ts";', []],
  ['import {\n  type A,\n  b,\n} from "./a.ts";', ["./a.ts"]],
  ['import "./a.css";', ["./a.css"]],
  ['import * as z from "zod/mini";', ["zod/mini"]],
  ['export { a } from "./a.ts";', ["./a.ts"]],
  ['export type { A } from "./a.ts";', []],
  ['export const a = "b";', []],
  ['const a = await import("./a.ts");', ["./a.ts"]],
])("%s imports %j", (text, imports) => {
  expect(importsOf(text)).toEqual(imports);
});
