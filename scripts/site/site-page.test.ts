import { describe, expect, test } from "vitest";
import { toSitePage } from "./site-page.ts";

describe("toSitePage", () => {
  test("adjusts links to other pages, including those in the root", () => {
    expect(toSitePage("docs/client.md", "[a](errors.md#gone) [b](../SECURITY.md) [c](getting-started/core.md)")).toBe(
      "[a](errors.md#gone) [b](project/security.md) [c](getting-started/core.md)",
    );
    expect(toSitePage("SECURITY.md", "[a](docs/client.md#limits) [b](ARCHITECTURE.md)")).toBe(
      "[a](../client.md#limits) [b](architecture.md)",
    );
    expect(toSitePage("docs/getting-started/core.md", "![menu](../watch-menu.png)")).toBe("![menu](../watch-menu.png)");
  });

  test("links to the repository if the file is not a page", () => {
    expect(toSitePage("docs/action.md", "[a](../examples/workflows) [b](../README.md#more)")).toBe(
      "[a](https://github.com/forgehand/forgehand/tree/main/examples/workflows) " +
        "[b](https://github.com/forgehand/forgehand/blob/main/README.md#more)",
    );
  });

  test("keeps external links, anchors and code", () => {
    const text = "[a](https://forge.example) [b](#here) `[c](../none.md)`\n\n```md\n[d](../none.md)\n```\n";
    expect(toSitePage("docs/client.md", text)).toBe(text);
  });

  test("rejects a link to a missing file", () => {
    expect(() => toSitePage("docs/client.md", "[a](../none.md)")).toThrow(
      "docs/client.md links to ../none.md, which does not exist.",
    );
  });
});
