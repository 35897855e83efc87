import { listCommits, listTags } from "@forgehand/core/operations";
import { expect } from "vitest";
import { clientFor, requestJson, sendRequest } from "../../requests.fixture.ts";
import { emulatorTest } from "../../vitest.ts";

const seed = {
  users: { alice: { email: "alice@acme.example" }, bob: {} },
  organizations: { acme: { members: { alice: "owner" } } },
  repositories: {
    "acme/site": {
      collaborators: { bob: "push" },
      commits: [
        {
          message: "A",
          author: "alice",
          files: { "a.txt": "1\n", "docs/x.md": "1\n" },
          date: "2026-01-01T00:00:00Z",
          tag: "v1",
        },
        { message: "B", author: "bob", files: { "b.txt": "1\n" }, date: "2026-01-02T00:00:00Z", tag: "v2" },
        { message: "C", author: "alice", files: { "docs/x.md": "2\n" }, date: "2026-01-03T00:00:00Z" },
        {
          branch: "topic",
          from: "main",
          message: "D",
          author: "bob",
          files: { "a.txt": null },
          date: "2026-01-04T00:00:00Z",
        },
      ],
    },
    "acme/secret": { private: true, files: { "a.txt": "1\n" } },
    "acme/blank": {},
  },
  tokens: Object.fromEntries(["alice", "bob"].map((user) => [user, { kind: "classic", user, scopes: "all" }])),
};

const test = emulatorTest({ seed });
const SITE = { owner: "acme", repo: "site" };

test("commits are listed newest first, with filters", async ({ emulator }) => {
  const { call } = clientFor(emulator);
  const messages = async (input: object) =>
    (await call(listCommits, { ...SITE, ...input })).map(({ commit }) => commit.message.trim()).join("");
  expect(await messages({})).toBe("CBA");
  expect(await messages({ sha: "topic" })).toBe("DCBA");
  expect(await messages({ sha: "v2" })).toBe("BA");
  expect(await messages({ sha: "topic", path: "a.txt" })).toBe("DA");
  expect(await messages({ path: "docs" })).toBe("CA");
  expect(await messages({ path: "none" })).toBe("");
  expect(await messages({ author: "bob" })).toBe("B");
  expect(await messages({ author: "ALICE@acme.example" })).toBe("CA");
  expect(await messages({ committer: "alice" })).toBe("CA");
  expect(await messages({ committer: "missing" })).toBe("");
  expect(await messages({ since: "2026-01-02T00:00:00Z" })).toBe("CB");
  expect(await messages({ until: "2026-01-02T00:00:00Z" })).toBe("BA");
  expect(await messages({ per_page: 1, page: 2 })).toBe("B");
  expect((await sendRequest(emulator, "GET /repos/acme/site/commits?per_page=1")).link).toContain("page=3");
});

test("a missing start, repository or history is reported", async ({ emulator }) => {
  const status = async (path: string, token: string) =>
    (await requestJson(emulator, `GET /repos/acme/${path}`, undefined, token)).status;
  expect(await status("site/commits?sha=none", "alice")).toBe(404);
  expect(await status("secret/commits", "bob")).toBe(404);
  expect(await status("blank/commits", "alice")).toBe(409);
});

test("tags are listed from the last name on", async ({ emulator }) => {
  const { call } = clientFor(emulator);
  const [v2, v1] = await call(listTags, SITE);
  const url = `${emulator.apiUrl}/repos/acme/site`;
  expect(v2).toMatchObject({
    name: "v2",
    zipball_url: `${url}/zipball/refs/tags/v2`,
    commit: { url: `${url}/commits/${v2?.commit.sha}` },
  });
  expect(v1?.name).toBe("v1");
  expect(await call(listTags, { ...SITE, per_page: 1, page: 2 })).toEqual([v1]);
  expect(await call(listTags, { owner: "acme", repo: "blank" })).toEqual([]);
});
