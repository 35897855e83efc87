import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { createRouter, decodeSegment, segmentsOf } from "./router.ts";

function routerOf(...paths: readonly string[]) {
  const router = createRouter<string>();
  for (const path of paths) router.add(path, path, { several: path.endsWith("/{path}") });
  return (path: string) => router.find(segmentsOf(path));
}

describe("a router", () => {
  const find = routerOf(
    "/orgs/{org}/secrets/public-key",
    "/orgs/{org}/secrets/{secret_name}",
    "/orgs/{org}/secrets/{secret_name}/repositories",
    "/repos/{owner}/{repo}",
    "/repos/{owner}/{repo}/contents/{path}",
    "/user",
  );

  test("finds what is at home at a path, and what its placeholders stand for", () => {
    expect(find("/user")).toEqual({ target: "/user", names: {} });
    expect(find("/repos/acme/widgets")).toEqual({
      target: "/repos/{owner}/{repo}",
      names: { owner: "acme", repo: "widgets" },
    });
  });

  test("prefers words, and goes back where they lead nowhere", () => {
    expect(find("/orgs/acme/secrets/public-key")?.target).toBe("/orgs/{org}/secrets/public-key");
    expect(find("/orgs/acme/secrets/public-key/repositories")).toEqual({
      target: "/orgs/{org}/secrets/{secret_name}/repositories",
      names: { org: "acme", secret_name: "public-key" },
    });
  });

  test("takes all that is left for a placeholder of several segments, or nothing", () => {
    const contents = (path: string) => find(`/repos/acme/widgets/contents${path}`)?.names["path"];
    expect([contents(""), contents("/"), contents("/a"), contents("/a/b.ts"), contents("//b")]).toEqual([
      ...["", "", "a", "a/b.ts", "/b"],
    ]);
  });

  test.each(["", "/", "/users", "/user/", "/repos/acme", "/repos/acme/", "/repos//widgets", "/repos/a/b/c"])(
    "finds nothing at %j",
    (path) => expect(find(path)).toBeUndefined(),
  );

  test("leads nowhere where a placeholder can't stand for what is there, and other ways count", () => {
    const router = createRouter<string>();
    const fits = ({ product = "" }) => ["tests", "lint"].includes(product);
    router.add("/orgs/{org}/{product}/{switch}", "switch", { fits });
    router.add("/orgs/{org}/lint/off", "off");
    router.add("/{kind}/{name}/{more}/{last}", "anything");
    const find = (path: string) => router.find(segmentsOf(path))?.target;
    expect(["/orgs/acme/tests/on", "/orgs/acme/lint/on", "/orgs/acme/lint/off"].map(find)).toEqual([
      ...["switch", "switch", "off"],
    ]);
    expect([find("/orgs/acme/test/on"), find("/orgs/acme/tests"), find("/orgs/acme/tests/on/x")]).toEqual([
      ...["anything", undefined, undefined],
    ]);
  });

  test("takes whatever a segment says, once it is decoded", () => {
    fc.assert(
      fc.property(fc.string({ minLength: 1 }), fc.string({ minLength: 1 }), (owner, repo) => {
        const path = `/repos/${encodeURIComponent(owner)}/${encodeURIComponent(repo)}`;
        const router = createRouter<number>();
        router.add("/repos/{owner}/{repo}", 1);
        expect(router.find(segmentsOf(path).map(decodeSegment))?.names).toEqual({ owner, repo });
      }),
    );
    expect(decodeSegment("100%")).toBe("100%");
  });
});
