import { describe, expect, test } from "vitest";
import { asPage } from "./repository.ts";

describe("a document's links on the site", () => {
  test("lead to other pages where those are, at the root too", () => {
    expect(asPage("docs/client.md", "[a](errors.md#gone) [b](../SECURITY.md) [c](getting-started/core.md)")).toBe(
      "[a](errors.md#gone) [b](project/security.md) [c](getting-started/core.md)",
    );
    expect(asPage("SECURITY.md", "[a](docs/client.md#limits) [b](ARCHITECTURE.md)")).toBe(
      "[a](../client.md#limits) [b](architecture.md)",
    );
    expect(asPage("docs/getting-started/core.md", "![menu](../watch-menu.png)")).toBe("![menu](../watch-menu.png)");
  });

  test("lead to the repository where the site has no page of it", () => {
    expect(asPage("docs/action.md", "[a](../examples/workflows) [b](../README.md#more)")).toBe(
      "[a](https://github.com/forgehand/forgehand/tree/main/examples/workflows) " +
        "[b](https://github.com/forgehand/forgehand/blob/main/README.md#more)",
    );
  });

  test("stay as they are where they lead elsewhere, and in code", () => {
    const text = "[a](https://forge.example) [b](#here) `[c](../none.md)`\n\n```md\n[d](../none.md)\n```\n";
    expect(asPage("docs/client.md", text)).toBe(text);
  });

  test("to a file that isn't there are an error", () => {
    expect(() => asPage("docs/client.md", "[a](../none.md)")).toThrow(
      "docs/client.md links to ../none.md, and there is no such file.",
    );
  });
});
