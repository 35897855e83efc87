import { expect, test } from "vitest";
import { PARTS } from "../parts.ts";
import { addVersion, type Change, findSection } from "./changelog.ts";

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

test("the section of a version lists its changes by severity, then the text under Unreleased", () => {
  const text = addVersion(LOG, "2.0.0", [
    change("b", "patch", ["@forgehand/extension", "@forgehand/core"], "fixed.\n"),
    change("c", "major", ["@forgehand/action"], "inputs are renamed:\nsee the documents."),
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

- The action: inputs are renamed:
  see the documents.
- Quicker.
- \`@forgehand/core\`, the extension: fixed.
- Old text.

## 1.0.0

- The first.
`);
});

test("findSection returns only the text of that section", () => {
  expect(findSection(LOG, "1.0.0")).toBe("- The first.");
  expect(findSection(LOG, "1.0")).toBeUndefined();
  expect(findSection(LOG, "2.0.0")).toBeUndefined();
});
