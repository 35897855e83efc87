import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { parsePage } from "./parse-page.ts";

describe("what a page is, from its address", () => {
  test("a repository, on whichever of its pages", () => {
    for (const rest of ["", "/", "/issues", "/tree/main/src", "?tab=readme#top", "/pulls", "/pull/new"]) {
      expect(parsePage(`https://forge.example.com/acme/widgets${rest}`)).toEqual({
        kind: "repository",
        key: "https://forge.example.com/acme/widgets",
        origin: "https://forge.example.com",
        owner: "acme",
        repo: "widgets",
      });
    }
  });

  test("a pull request, on whichever of its tabs", () => {
    for (const rest of ["", "/files", "/commits#end"]) {
      expect(parsePage(`http://127.0.0.1:8080/acme/widgets/pull/12${rest}`)).toMatchObject({
        kind: "pull-request",
        key: "http://127.0.0.1:8080/acme/widgets/pull/12",
        number: 12,
      });
    }
  });

  test("nothing, on pages that belong to the forge or to no repository", () => {
    for (const path of [
      "",
      "/",
      "/acme",
      "/settings/profile",
      "/advisories/GHSA-1",
      "/solutions/industry",
      "/orgs/acme",
      "/search/advanced",
      "/acme/..",
      "/-/x",
    ]) {
      expect(parsePage(`https://forge.example.com${path}`)).toBeNull();
    }
    for (const address of ["", "about:blank", "chrome://extensions/acme", "file:///acme/widgets"]) {
      expect(parsePage(address)).toBeNull();
    }
  });

  test("never throws, and a key leads back to the same page", { timeout: 30_000 }, () => {
    fc.assert(
      fc.property(fc.oneof(fc.webUrl({ withFragments: true, withQueryParameters: true }), fc.string()), (address) => {
        const page = parsePage(address);
        if (page) expect(parsePage(page.key)).toEqual(page);
      }),
    );
  });
});
