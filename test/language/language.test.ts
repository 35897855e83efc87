import { describe, expect, test } from "vitest";
import { questionDocstrings } from "./docstrings.ts";
import { readSourceFiles } from "./source-files.ts";
import { duplicateTypeNames, PACKAGES } from "./type-names.ts";

const files = readSourceFiles();

describe("docstrings", () => {
  test("do not start like a question", () => {
    expect(files.flatMap(questionDocstrings)).toEqual([]);
  });

  test("are reported if they start like a question, on one line or several, but not in // comments", () => {
    // Split, so that the first test does not find these docstrings in this file.
    const docstring = (text: string) => `/${"**"}${text}*/`;
    const text = [
      docstring(" What it is. "),
      docstring("\n * How many there are.\n "),
      docstring(" Whatever comes first. "),
      "// Why is not a docstring.",
      docstring(" Returns what is there. "),
    ].join("\n");
    expect(questionDocstrings({ path: "a.ts", text })).toEqual(["a.ts: What it is.", "a.ts: How many there are."]);
  });
});

describe("type names", () => {
  test.each(PACKAGES)("are unique in %s", (folder) => {
    expect(duplicateTypeNames(files, folder)).toEqual([]);
  });

  test("are reported if several files declare them, regardless of the kind of type", () => {
    const sources = [
      { path: "action/a.ts", text: "export interface Place {}\n  type Inner = 1;\nclass Only {}" },
      { path: "action/b.ts", text: "type Place = string;" },
      { path: "scripts/c.ts", text: "class Only {}" },
    ];
    expect(duplicateTypeNames(sources, "action")).toEqual(["Place: action/a.ts, action/b.ts"]);
    expect(duplicateTypeNames(sources, "scripts")).toEqual([]);
  });
});
