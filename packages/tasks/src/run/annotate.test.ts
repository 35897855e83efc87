import { describe, expect, test } from "vitest";
import { annotate } from "./annotate.ts";

function annotated(count: number): readonly string[] {
  const lines: string[] = [];
  annotate(
    (line) => lines.push(line),
    Array.from({ length: count }, (_, n) => `line ${n + 1}`),
  );
  return lines;
}

describe("annotations", () => {
  test("are at most nine, and the last one counts the rest", () => {
    expect(annotated(0)).toEqual([]);
    expect(annotated(9)).toHaveLength(9);
    expect(annotated(9).at(-1)).toBe("line 9");
    expect(annotated(10)).toHaveLength(9);
    expect(annotated(10).slice(-2)).toEqual(["line 8", "… and 2 more, all in the report."]);
    expect(annotated(12_345).at(-1)).toBe("… and 12,337 more, all in the report.");
  });
});
