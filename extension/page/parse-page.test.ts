import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { isSamePage, parsePage } from "./parse-page.ts";

describe("parsePage", () => {
  test("recognizes a repository on any of its pages", () => {
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

  test("normalizes the host and keeps the port and the case of the name", () => {
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

  test("rejects a host with a trailing dot, which is another origin for the browser", () => {
    for (const path of ["acme/widgets", "acme/widgets/pull/1", "stars"]) {
      expect(parsePage(`https://github.com./${path}`), path).toBeNull();
      expect(parsePage(`https://forge.example.com.:8443/${path}`), path).toBeNull();
    }
  });

  test("rejects names that only look like a repository", () => {
    for (const path of [
      "//acme/widgets",
      "/acme%2Fwidgets/x",
      "/acme/wid%67ets",
      "/\u0430cme/widgets",
      "/acme/widgets%20",
    ]) {
      expect(parsePage(`https://forge.example.com${path}`), path).toBeNull();
    }
    expect(parsePage(`https://forge.example.com/${"a".repeat(101)}/widgets`)).toBeNull();
  });

  test("recognizes a pull request on any of its tabs", () => {
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
  ])("recognizes the list %s", (path, key, rows) => {
    const origin = "https://forge.example.com";
    expect(parsePage(origin + path)).toEqual({ kind: "list", key: origin + key, origin, rows });
  });

  test("recognizes a repository's lists of pull requests and forks", () => {
    for (const [area, rows] of [
      ["pulls", "pull-requests"],
      ["forks", "repositories"],
    ]) {
      expect(parsePage(`https://forge.example.com/acme/widgets/${area}`)).toMatchObject({ kind: "repository", rows });
    }
  });

  test("tells a repository's lists from its other pages, although they have the same subject", () => {
    const pageAt = (path: string) => parsePage(`https://forge.example.com${path}`);
    expect(isSamePage(pageAt("/acme/widgets"), pageAt("/acme/widgets/issues"))).toBe(true);
    expect(isSamePage(pageAt("/acme/widgets/forks"), pageAt("/acme/widgets/network/members"))).toBe(true);
    expect(isSamePage(pageAt("/acme/widgets"), pageAt("/acme/widgets/pulls"))).toBe(false);
    expect(isSamePage(pageAt("/acme/widgets/forks"), pageAt("/acme/widgets/pulls"))).toBe(false);
    expect(isSamePage(pageAt("/acme/widgets"), pageAt("/acme/gears"))).toBe(false);
    expect(isSamePage(null, pageAt("/settings"))).toBe(true);
    expect(isSamePage(null, pageAt("/acme"))).toBe(false);
  });

  test("returns null for gists, whose addresses look like repositories", () => {
    for (const address of ["https://gist.github.com/alice/1", "https://gist.github.example.com/alice/1"]) {
      expect(parsePage(address)).toBeNull();
    }
    expect(parsePage("https://github.example.com/gist/alice/1")).toBeNull();
    expect(parsePage("https://github.example.com/alice/gist")).toMatchObject({ owner: "alice", repo: "gist" });
  });

  test("returns null for the site's own pages and for other addresses", () => {
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

  test("never throws, and returns a key that parses to the same page", () => {
    fc.assert(
      fc.property(fc.oneof(fc.webUrl({ withFragments: true, withQueryParameters: true }), fc.string()), (address) => {
        const page = parsePage(address);
        if (!page) return;
        const parsedKey = parsePage(page.key);
        expect(parsedKey).not.toBeNull();
        // Which rows a repository page lists is not part of its key.
        expect(page).toMatchObject(parsedKey ?? {});
      }),
    );
  });
});
