import { expect, test } from "vitest";
import { slowestFiles } from "./slowest-files.ts";

test("lists the ten slowest files, slowest first", () => {
  const durations = Array.from({ length: 30 }, (_, index) => ({ file: `${index}.test.ts`, milliseconds: index * 500 }));
  const [title, ...lines] = slowestFiles(durations).trim().split("\n");
  expect(title).toBe("Slowest files:");
  expect(lines).toHaveLength(10);
  expect(lines[0]).toBe("    14.5 s  29.test.ts");
  expect(lines.at(-1)).toBe("    10.0 s  20.test.ts");
});

test("lists nothing for a run of one file", () => {
  expect(slowestFiles([{ file: "a.test.ts", milliseconds: 1 }])).toBe("");
});
