import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { parsePage } from "./parse-page.ts";

describe("what a page is, from its address", () => {
  test("a repository, on whichever of its pages", () => {
    for (const rest of ["", "/", "/issues", "/tree/main/src", "?tab=readme#top", "/pull/new"]) {
      expect(parsePage(`https://forge.example.com/acme/widgets${rest}`)).toEqual({
        kind: "repository",
        key: "https://forge.example.com/acme/widgets",
        origin: "https://forge.example.com",
        owner: "acme",
        repo: "widgets",
      });
    }
  });

  test("a repository by the host as browsers write it, with its port, and by its name in any case", () => {
    for (const [address, key] of [
      ["https://FORGE.example.com:443/Acme/Widgets/", "https://forge.example.com/Acme/Widgets"],
      ["https://forge.example.com:8443/acme/widgets", "https://forge.example.com:8443/acme/widgets"],
      ["https://förge.example/acme/widgets", "https://xn--frge-5qa.example/acme/widgets"],
      ["http://127.1:8080/acme/widgets", "http://127.0.0.1:8080/acme/widgets"],
      ["https://alice:secret@forge.example.com/acme/widgets", "https://forge.example.com/acme/widgets"],
      ["https://forge.example.com/acme/x/../widgets", "https://forge.example.com/acme/widgets"],
    ]) {
      expect(parsePage(address ?? "")?.key).toBe(key);
    }
  });

  test("nothing, where a name only looks like one", () => {
    for (const path of [
      "//acme/widgets",
      "/acme%2Fwidgets/x",
      "/acme/wid%67ets",
      "/аcme/widgets",
      "/acme/widgets%20",
    ]) {
      expect(parsePage(`https://forge.example.com${path}`), path).toBeNull();
    }
    expect(parsePage(`https://forge.example.com/${"a".repeat(101)}/widgets`)).toBeNull();
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

  test.each([
    ["/search?q=widgets", "/search", "repositories"],
    ["/trending/rust?since=weekly", "/trending/rust", "repositories"],
    ["/stars/bob/lists/tools", "/stars/bob/lists/tools", "repositories"],
    ["/orgs/acme/repositories", "/orgs/acme/repositories", "repositories"],
    ["/acme?tab=stars", "/acme", "repositories"],
    ["/acme/", "/acme", "repositories"],
    ["/pulls/review-requested", "/pulls/review-requested", "pull-requests"],
  ])("a list: %s", (path, key, rows) => {
    const origin = "https://forge.example.com";
    expect(parsePage(origin + path)).toEqual({ kind: "list", key: origin + key, origin, rows });
  });

  test("a repository's list of pull requests, or of forks", () => {
    for (const [area, rows] of [
      ["pulls", "pull-requests"],
      ["forks", "repositories"],
    ]) {
      expect(parsePage(`https://forge.example.com/acme/widgets/${area}`)).toMatchObject({ kind: "repository", rows });
    }
  });

  test("nothing, on pages that belong to the forge or to no repository", () => {
    for (const path of [
      "",
      "/",
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

  test("never throws, and a key leads back to the same page", () => {
    fc.assert(
      fc.property(fc.oneof(fc.webUrl({ withFragments: true, withQueryParameters: true }), fc.string()), (address) => {
        const page = parsePage(address);
        // What a page of a repository lists is told by more than its key.
        if (page) expect(page).toMatchObject(parsePage(page.key) ?? {});
      }),
    );
  });
});
