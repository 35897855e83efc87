import { describe, expect } from "vitest";
import { emulatorTest, test } from "../vitest.ts";

const seed = {
  users: { alice: {} },
  organizations: { acme: { members: { alice: "owner" } } },
  repositories: {
    "acme/widgets": {
      files: { "README.md": "Hi", "vendor/gears": { submodule: "../gears", sha: "12".repeat(20) } },
      issues: [{ number: 1, title: "Squeaks", author: "alice" }],
      pulls: [{ number: 2, title: "Oil", author: "alice", head: "oil" }],
    },
  },
  tokens: { alice: { kind: "classic", user: "alice", scopes: ["repo"] } },
};

describe("responses follow the requested API version", () => {
  const versionTest = emulatorTest({ seed });
  const OLD = "2022-11-28";
  const NEW = "2026-03-10";

  versionTest("removed fields are in the older one only, which is the default", async ({ emulator }) => {
    const read = async (path: string, version?: string): Promise<unknown> => {
      const headers = {
        authorization: `Bearer ${emulator.tokens["alice"]}`,
        ...(version === undefined ? {} : { "x-github-api-version": version }),
      };
      const response = await fetch(`${emulator.apiUrl}${path}`, { headers });
      expect(response.headers.get("x-github-api-version-selected")).toBe(version ?? OLD);
      return response.json();
    };
    const removed = {
      "/repos/acme/widgets": ["has_downloads", "use_squash_pr_title_as_default"],
      "/repos/acme/widgets/pulls/2": ["assignee", "merge_commit_sha", "base.repo.has_downloads"],
      "/rate_limit": ["rate"],
      "/": ["authorizations_url", "hub_url"],
    };
    for (const [path, fields] of Object.entries(removed)) {
      for (const field of fields) {
        expect(await read(path), path).toHaveProperty(field);
        expect(await read(path, OLD), path).toHaveProperty(field);
        expect(await read(path, NEW), path).not.toHaveProperty(field);
      }
    }
    expect(await read("/repos/acme/widgets/contents/vendor", OLD)).toMatchObject([{ type: "file" }]);
    expect(await read("/repos/acme/widgets/contents/vendor", NEW)).toMatchObject([{ type: "submodule" }]);
    expect(await read("/search/issues?q=repo:acme/widgets", NEW)).not.toHaveProperty("items.0.assignee");
  });
});

test("the media type names the format and the requested variant", async ({ emulator: { apiUrl, tokens } }) => {
  const mediaType = async (accept: string, path = "/user/starred") => {
    const headers = { authorization: `Bearer ${tokens["alice"]}`, accept };
    return (await fetch(`${apiUrl}${path}`, { headers })).headers.get("x-github-media-type");
  };
  expect(await mediaType("*/*")).toBe("github.v3; format=json");
  expect(await mediaType("application/vnd.github.star+json")).toBe("github.v3; param=star; format=json");
  expect(await mediaType("application/vnd.github.raw", "/repos/acme/widgets/contents/README.md")).toBe(
    "github.v3; param=raw",
  );
  expect(await mediaType("*/*", "/repos/acme/nothing")).toBe("github.v3; format=json");
  // Of several media types, the first one is named, whether the operation has it or not.
  const preview = "application/vnd.github.nebula-preview+json, application/vnd.github.baptiste-preview+json";
  for (const path of ["/user/starred", "/repos/acme/nothing"])
    expect(await mediaType(preview, path)).toBe("github.v3; param=nebula-preview; format=json");
  for (const plain of ["application/vnd.github.v3+json", "application/vnd.github+json", "application/vnd.github.v3"])
    expect(await mediaType(plain)).toBe("github.v3; format=json");
  expect(await mediaType("application/vnd.github.v3.full+json")).toBe("github.v3; param=full; format=json");
});

describe("only the self-hosted edition names its release", () => {
  const selfHosted = emulatorTest({ edition: "self-hosted", dialect: "svc" });

  for (const [edition, editionTest] of Object.entries({ all: test, selfHosted })) {
    editionTest(edition, async ({ emulator: { apiUrl } }) => {
      const response = await fetch(`${apiUrl}/meta`);
      const release = edition === "all" ? undefined : "3.19.0";
      expect(response.headers.get("x-svc-enterprise-version") ?? undefined).toBe(release);
      expect(response.headers.has("x-github-enterprise-version")).toBe(false);
      expect((await response.json()).installed_version).toBe(release);
    });
  }
});
