import { getCommitActivity, getLanguages, getReadme, listContributors } from "@forgehand/core/operations";
import { expect } from "vitest";
import { clientFor, requestJson, sendRequest } from "../../requests.fixture.ts";
import { emulatorTest } from "../../vitest.ts";

const seed = {
  users: { alice: {}, bob: {} },
  organizations: { acme: { members: { alice: "owner" } } },
  repositories: {
    "acme/site": {
      commits: [
        {
          message: "A",
          author: "alice",
          files: { "README.txt": "Text\n", "docs/README.md": "# Docs\n", "main.ts": "1234\n", "lib.py": "12\n" },
          date: "2025-01-01T00:00:00Z",
        },
        { message: "B", author: "bob", files: { "b.rs": "1\n" }, date: "2026-03-15T10:00:00Z" },
        { message: "C", author: "bob", files: { "data.json": "{}\n" }, date: "2026-03-18T10:00:00Z" },
        { branch: "next", from: "main", message: "D", author: "bob", files: { "README.md": "# Next\n" } },
      ],
    },
    "acme/blank": {},
  },
  tokens: Object.fromEntries(["alice", "bob"].map((user) => [user, { kind: "classic", user, scopes: "all" }])),
};

const test = emulatorTest({ seed, now: () => new Date("2026-03-20T12:00:00Z") });
const SITE = { owner: "acme", repo: "site" };
const BLANK = { owner: "acme", repo: "blank" };

test("contributors are listed by their commits, others on request", async ({ emulator }) => {
  const alice = clientFor(emulator, "alice");
  await requestJson(emulator, "PUT /repos/acme/site/contents/z.txt", {
    message: "Z",
    content: "",
    author: { name: "Zoe", email: "zoe@example.com" },
  });
  const list = async (input: object) =>
    ((await alice.call(listContributors, { ...SITE, ...input })) ?? []).map(
      ({ login, name, contributions }) => `${login ?? name} ${contributions}`,
    );
  expect(await list({})).toEqual(["bob 2", "alice 1"]);
  expect(await list({ anon: "1" })).toEqual(["bob 2", "Zoe 1", "alice 1"]);
  expect(await list({ per_page: 1, page: 2 })).toEqual(["alice 1"]);
  expect(await alice.call(listContributors, BLANK)).toBeUndefined();
});

test("languages have the bytes of their files", async ({ emulator }) => {
  const { call } = clientFor(emulator);
  expect(Object.entries(await call(getLanguages, SITE))).toEqual([
    ["TypeScript", 5],
    ["Python", 3],
    ["Rust", 2],
  ]);
  expect(await call(getLanguages, BLANK)).toEqual({});
});

test("activity counts the commits of the last year by day", async ({ emulator }) => {
  const { call } = clientFor(emulator);
  const weeks = await call(getCommitActivity, SITE);
  if (!Array.isArray(weeks)) throw new Error("The activity must be a list.");
  expect(weeks).toHaveLength(52);
  expect(weeks.at(-1)).toEqual({ week: Date.UTC(2026, 2, 15) / 1000, total: 2, days: [1, 0, 0, 1, 0, 0, 0] });
  expect(weeks.slice(0, -1).every(({ total }) => total === 0)).toBe(true);
  expect(await call(getCommitActivity, BLANK)).toBeUndefined();
});

test("the README is found in folders, at a ref, and as text", async ({ emulator }) => {
  const { call } = clientFor(emulator);
  const found = await call(getReadme, SITE);
  expect(found).toMatchObject({ path: "README.txt", type: "file", size: 5 });
  expect(await call(getReadme, { ...SITE, ref: "next" })).toMatchObject({ path: "README.md" });
  const raw = await call(getReadme, { ...SITE, ref: "next" }, { mediaType: "raw" });
  expect(Buffer.from(raw ?? []).toString()).toBe("# Next\n");
  expect(await call(getReadme, { ...SITE, ref: "next" }, { mediaType: "html" })).toContain("<h1");
  expect(await call(getReadme, BLANK)).toBeNull();
  expect((await sendRequest(emulator, "GET /repos/acme/site/readme?ref=none")).status).toBe(404);
});
