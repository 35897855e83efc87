import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { createRouter, decodeSegment, segmentsOf } from "./router.ts";

function routerOf(...paths: readonly string[]) {
  const router = createRouter<string>();
  for (const path of paths) router.add(path, path, { isCatchAll: path.endsWith("/{path}") });
  return (path: string) => router.find(segmentsOf(path));
}

describe("router", () => {
  const find = routerOf(
    "/orgs/{org}/secrets/public-key",
    "/orgs/{org}/secrets/{secret_name}",
    "/orgs/{org}/secrets/{secret_name}/repositories",
    "/repos/{owner}/{repo}",
    "/repos/{owner}/{repo}/contents/{path}",
    "/user",
  );

  test("matches literals and placeholders", () => {
    expect(find("/user")).toEqual({ target: "/user", params: {} });
    expect(find("/repos/acme/widgets")).toEqual({
      target: "/repos/{owner}/{repo}",
      params: { owner: "acme", repo: "widgets" },
    });
  });

  test("prefers literals and backtracks", () => {
    expect(find("/orgs/acme/secrets/public-key")?.target).toBe("/orgs/{org}/secrets/public-key");
    expect(find("/orgs/acme/secrets/public-key/repositories")).toEqual({
      target: "/orgs/{org}/secrets/{secret_name}/repositories",
      params: { org: "acme", secret_name: "public-key" },
    });
  });

  test("matches all remaining segments or none with a catch-all", () => {
    const contents = (path: string) => find(`/repos/acme/widgets/contents${path}`)?.params["path"];
    expect([contents(""), contents("/"), contents("/a"), contents("/a/b.ts"), contents("//b")]).toEqual([
      "",
      "",
      "a",
      "a/b.ts",
      "/b",
    ]);
  });

  test.each(["", "/", "/users", "/user/", "/repos/acme", "/repos/acme/", "/repos//widgets", "/repos/a/b/c"])(
    "matches nothing at %j",
    (path) => expect(find(path)).toBeUndefined(),
  );

  test("skips routes whose parameters don't fit", () => {
    const router = createRouter<string>();
    const matchesParams = ({ product = "" }) => ["tests", "lint"].includes(product);
    router.add("/orgs/{org}/{product}/{switch}", "switch", { matchesParams });
    router.add("/orgs/{org}/lint/off", "off");
    router.add("/{kind}/{name}/{more}/{last}", "anything");
    const find = (path: string) => router.find(segmentsOf(path))?.target;
    expect(["/orgs/acme/tests/on", "/orgs/acme/lint/on", "/orgs/acme/lint/off"].map(find)).toEqual([
      "switch",
      "switch",
      "off",
    ]);
    expect([find("/orgs/acme/test/on"), find("/orgs/acme/tests"), find("/orgs/acme/tests/on/x")]).toEqual([
      "anything",
      undefined,
      undefined,
    ]);
  });

  test("accepts any decoded segment", () => {
    fc.assert(
      fc.property(fc.string({ minLength: 1 }), fc.string({ minLength: 1 }), (owner, repo) => {
        const path = `/repos/${encodeURIComponent(owner)}/${encodeURIComponent(repo)}`;
        const router = createRouter<number>();
        router.add("/repos/{owner}/{repo}", 1);
        expect(router.find(segmentsOf(path).map(decodeSegment))?.params).toEqual({ owner, repo });
      }),
    );
    expect(decodeSegment("100%")).toBe("100%");
  });
});
