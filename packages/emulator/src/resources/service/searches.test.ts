import { searchCode, searchCommits, searchRepositories, searchUsers } from "@forgehand/core/operations";
import { describe, expect } from "vitest";
import type { Emulator } from "../../public.ts";
import { clientFor, requestJson } from "../../requests.fixture.ts";
import { emulatorTest } from "../../vitest.ts";

const test = emulatorTest({
  now: () => new Date("2026-05-01T12:00:00Z"),
  seed: {
    users: {
      alice: { name: "Alice Archer", email: "alice@example.com", followers: 5, location: "Berlin", created: "-900d" },
      bob: { name: "Bob Baker", followers: 20, created: "-10d" },
    },
    organizations: { acme: { members: { alice: "owner" }, created: "-500d" } },
    repositories: {
      "acme/widgets": {
        description: "Round things",
        language: "TypeScript",
        topics: ["shapes"],
        stars: { bob: "-1d", alice: "-2d" },
        pushed: "-3d",
        labels: { "help wanted": {} },
        issues: [{ number: 1, title: "Help", author: "bob", labels: ["help wanted"] }],
        files: {
          "README.md": "Widgets are round. Round!",
          "src/widget.ts": "export const round = true;",
          "src/deep/notes.txt": "nothing here",
        },
        commits: [
          {
            branch: "main",
            message: "Sharpen the corners",
            author: "bob",
            date: "2026-04-02T12:00:00Z",
            files: { "corner.ts": "export const corner = 90;" },
          },
        ],
      },
      "acme/gears": {
        private: true,
        description: "Round gears",
        stars: { alice: "-1d" },
        files: { "gear.ts": "round" },
      },
      "bob/widgets": { fork_of: "acme/widgets", files: { "README.md": "A round fork" } },
      "bob/tools": { language: "Go", pushed: "-1d", archived: true },
    },
    tokens: {
      alice: { kind: "classic", user: "alice", scopes: "all" },
      bob: { kind: "classic", user: "bob", scopes: "all" },
    },
  },
});

/** Creates a function that returns what a search finds, after checking `total_count`. */
const finderOf =
  <T>(
    search: (
      emulator: Emulator,
      input: { readonly q: string },
      token: string,
    ) => Promise<{ total_count: number; items: readonly T[] }>,
    nameOf: (item: T) => string,
  ) =>
  async (emulator: Emulator, q: string, parameters: object = {}, token = "alice") => {
    const { total_count, items } = await search(emulator, { q, ...parameters }, token);
    expect(total_count).toBe(items.length);
    return items.map(nameOf);
  };

const findRepositories = finderOf(
  (emulator, input, token) => clientFor(emulator, token).call(searchRepositories, input),
  ({ full_name }) => full_name,
);
const findUsers = finderOf(
  (emulator, input, token) => clientFor(emulator, token).call(searchUsers, input),
  ({ login }) => login,
);
const findCommits = finderOf(
  (emulator, input, token) => clientFor(emulator, token).call(searchCommits, input),
  ({ repository, commit }) => `${repository.full_name} ${commit.message.split("\n")[0]}`,
);
const findCode = finderOf(
  (emulator, input, token) => clientFor(emulator, token).call(searchCode, input),
  ({ repository, path }) => `${repository.full_name} ${path}`,
);

describe("repositories", () => {
  test("are found by words and qualifiers", async ({ emulator }) => {
    const cases: [string, string[]][] = [
      ["round", ["acme/widgets", "acme/gears"]],
      ["round in:name", []],
      ["widgets fork:true", ["acme/widgets", "bob/widgets"]],
      ["widgets fork:only", ["bob/widgets"]],
      ["user:bob", ["bob/tools"]],
      ["user:bob org:acme stars:<2", ["acme/gears", "bob/tools"]],
      ["is:private", ["acme/gears"]],
      ["help-wanted-issues:>=1", ["acme/widgets"]],
      ["forks:1", ["acme/widgets"]],
      ["language:go archived:true", ["bob/tools"]],
      ["topic:shapes OR language:go", ["acme/widgets", "bob/tools"]],
    ];
    for (const [q, found] of cases) expect(await findRepositories(emulator, q), q).toEqual(found);
    expect(await findRepositories(emulator, "round", {}, "bob")).toEqual(["acme/widgets"]);
  });

  test("are sorted", async ({ emulator }) => {
    const q = "user:acme user:bob";
    expect(await findRepositories(emulator, q, { sort: "stars" })).toEqual(["acme/widgets", "acme/gears", "bob/tools"]);
    expect((await findRepositories(emulator, q, { sort: "stars", order: "asc" }))[0]).toBe("bob/tools");
    expect((await findRepositories(emulator, q, { sort: "updated" }))[0]).toBe("bob/tools");
    expect((await findRepositories(emulator, q, { sort: "forks" }))[0]).toBe("acme/widgets");
    expect((await findRepositories(emulator, q, { sort: "help-wanted-issues" }))[0]).toBe("acme/widgets");
  });

  test("need a valid query", async ({ emulator }) => {
    const search = (q: string) => requestJson(emulator, `GET /search/repositories?q=${encodeURIComponent(q)}`);
    expect(await search("")).toMatchObject({
      status: 422,
      body: { message: "Validation Failed", errors: [{ resource: "Search", field: "q", code: "missing" }] },
    });
    expect((await search("repo:acme/none")).status).toBe(422);
    expect((await search("a AND b AND c AND d AND e AND f AND g")).status).toBe(422);
    expect((await requestJson(emulator, "GET /search/repositories?q=a&page=11&per_page=100")).status).toBe(422);
    expect((await requestJson(emulator, "GET /search/repositories")).status).toBe(422);
  });
});

describe("users", () => {
  test("are found by words and qualifiers, and sorted", async ({ emulator }) => {
    const cases: [string, string[]][] = [
      ["archer", ["alice"]],
      ["archer in:login", []],
      ["type:org", ["acme"]],
      ["type:user followers:>10", ["bob"]],
      ["location:berlin", ["alice"]],
      ["repos:2", ["bob"]],
      ["language:typescript", ["acme"]],
      ["created:<2025-01-01", ["acme", "alice"]],
      ["fullname:baker", ["bob"]],
    ];
    for (const [q, found] of cases) expect(await findUsers(emulator, q), q).toEqual(found);
    const q = "repos:>=0";
    expect(await findUsers(emulator, q, { sort: "followers" })).toEqual(["bob", "alice", "acme"]);
    expect(await findUsers(emulator, q, { sort: "joined" })).toEqual(["bob", "acme", "alice"]);
    expect(await findUsers(emulator, q, { sort: "repositories", order: "asc" })).toEqual(["alice", "acme", "bob"]);
    const page = await clientFor(emulator).call(searchUsers, { q, per_page: 1, page: 2 });
    expect(page).toMatchObject({ total_count: 3, incomplete_results: false, items: [{ login: "alice", score: 1 }] });
  });
});

describe("commits", () => {
  const SHARPEN = "acme/widgets Sharpen the corners";

  test("of default branches are found", async ({ emulator }) => {
    const [found] = (await clientFor(emulator, "bob").call(searchCommits, { q: "sharpen" })).items;
    expect(found).toMatchObject({ author: { login: "bob" }, repository: { full_name: "acme/widgets" }, score: 1 });
    const { sha = "", parents, commit } = found ?? {};
    const cases = [
      "sharpen repo:acme/widgets",
      "author:bob",
      "author-name:baker",
      "author-date:2026-04-02",
      `hash:${sha}`,
      `hash:${sha.slice(0, 7)}`,
      `parent:${parents?.[0]?.sha}`,
      `tree:${commit?.tree.sha}`,
      "corners merge:false is:public",
    ];
    for (const q of cases) expect(await findCommits(emulator, q), q).toEqual([SHARPEN]);
    for (const q of [
      "sharpen -user:acme",
      "corners merge:true",
      "sharpen committer-date:<2020-01-01",
      "sharpen is:private",
    ])
      expect(await findCommits(emulator, q), q).toEqual([]);
    expect(await findCommits(emulator, "repo:acme/gears")).toHaveLength(1);
    expect((await requestJson(emulator, "GET /search/commits?q=repo:acme/gears", undefined, "bob")).status).toBe(422);
  });

  test("are sorted by date", async ({ emulator }) => {
    const list = (parameters: object) => findCommits(emulator, "repo:acme/widgets", parameters);
    const newest = await list({ sort: "author-date" });
    expect(newest).toHaveLength(2);
    expect(await list({ sort: "author-date", order: "asc" })).toEqual(newest.toReversed());
    expect(await list({ sort: "committer-date", order: "asc" })).toEqual((await list({})).toReversed());
  });
});

describe("code", () => {
  const [README, SOURCE, GEAR] = ["acme/widgets README.md", "acme/widgets src/widget.ts", "acme/gears gear.ts"];

  test("of default branches is found", async ({ emulator }) => {
    const cases: [string, string[]][] = [
      ["round", [README, SOURCE, GEAR]],
      ["round repo:acme/widgets", [README, SOURCE]],
      ["round extension:ts", [SOURCE, GEAR]],
      ["round language:markdown", [README]],
      ["round path:src", [SOURCE]],
      ["round path:/ org:acme -repo:acme/gears", [README]],
      ["widget in:path extension:ts", [SOURCE]],
      ["round filename:readme", [README]],
      ["round size:<10", [GEAR]],
      ["round fork:only", ["bob/widgets README.md", "bob/widgets src/widget.ts"]],
      ["round NOT export user:acme", [README, GEAR]],
    ];
    for (const [q, found] of cases) expect(await findCode(emulator, q), q).toEqual(found);
    expect(await findCode(emulator, "round", {}, "bob")).toEqual([README, SOURCE]);
    const { items } = await clientFor(emulator, "bob").call(searchCode, { q: "corner extension:ts" });
    const url = `${emulator.apiUrl}/repos/acme/widgets`;
    expect(items).toMatchObject([
      {
        name: "corner.ts",
        path: "corner.ts",
        url: expect.stringContaining(`${url}/contents/corner.ts?ref=`),
        git_url: `${url}/git/blobs/${items[0]?.sha}`,
      },
    ]);
  });

  test("is sorted by the last push, and needs a word", async ({ emulator }) => {
    const q = "round user:acme";
    expect((await findCode(emulator, q, { sort: "indexed" })).toReversed()).toEqual(
      await findCode(emulator, q, { sort: "indexed", order: "asc" }),
    );
    const qualifiersOnly = await requestJson(emulator, "GET /search/code?q=language:go");
    expect(qualifiersOnly).toMatchObject({ status: 422, body: { errors: [{ field: "q", code: "invalid" }] } });
    expect((await requestJson(emulator, "GET /search/code?q=round+repo:acme/none")).status).toBe(422);
  });
});
