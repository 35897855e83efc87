import { expect, test } from "vitest";
import { PARTS } from "../parts.ts";
import { type Change, sectionOf, withVersion } from "./changelog.ts";

const change = (id: string, type: string, names: readonly string[], summary: string): Change => ({
  id,
  summary,
  releases: names.map((name) => ({ name, type })),
});

const LOG = `# Changelog

What users notice.

## Unreleased

- Old text.

## 1.0.0

- The first.
`;

test("a version gets what changed, the heaviest first, and what stood under Unreleased", () => {
  const text = withVersion(LOG, "2.0.0", [
    change("b", "patch", ["@forgehand/extension", "@forgehand/core"], "mended.\n"),
    change("c", "major", ["@forgehand/action"], "inputs are named anew:\nsee the documents."),
    change(
      "a",
      "patch",
      PARTS.map(({ name }) => name),
      "Quicker.",
    ),
  ]);
  expect(text).toBe(`# Changelog

What users notice.

## 2.0.0

- The action: inputs are named anew:
  see the documents.
- Quicker.
- \`@forgehand/core\`, the extension: mended.
- Old text.

## 1.0.0

- The first.
`);
});

test("a version's section is its own text alone", () => {
  expect(sectionOf(LOG, "1.0.0")).toBe("- The first.");
  expect(sectionOf(LOG, "1.0")).toBeUndefined();
  expect(sectionOf(LOG, "2.0.0")).toBeUndefined();
});
