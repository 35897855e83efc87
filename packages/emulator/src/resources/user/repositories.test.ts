import { listRepositories, listRepositoriesOfUser, updateRepository } from "@forgehand/core/operations";
import { describe, expect } from "vitest";
import { clientFor, sendRequest } from "../../requests.fixture.ts";
import { emulatorTest } from "../../vitest.ts";
import { COMPANY } from "../company.fixture.ts";

const test = emulatorTest({ seed: COMPANY });

const namesOf = (list: readonly { full_name: string }[]) => list.map(({ full_name }) => full_name);

/** Two of bob's own, two of acme's as a collaborator, and one of globex's as a member and a collaborator. */
const ALL = ["acme/gears", "acme/widgets", "bob/notes", "bob/widgets", "globex/engine"];

describe("the user's repositories", () => {
  test("are listed by name, without other public ones", async ({ emulator }) => {
    expect(namesOf(await clientFor(emulator, "bob").call(listRepositories, {}))).toEqual(ALL);
    expect(namesOf(await clientFor(emulator, "mallory").call(listRepositories, {}))).toEqual([]);
    // Carol is a member with access only through teams.
    expect(namesOf(await clientFor(emulator, "carol").call(listRepositories, {}))).toEqual(["acme/widgets"]);
    expect(namesOf(await clientFor(emulator, "alice").call(listRepositories, {}))).toEqual([
      "acme/gears",
      "acme/museum",
      "acme/vault",
      "acme/widgets",
    ]);
  });

  test("can be filtered by affiliation", async ({ emulator }) => {
    const { call } = clientFor(emulator, "bob");
    const withAffiliation = async (affiliation: string) => namesOf(await call(listRepositories, { affiliation }));
    expect(await withAffiliation("owner")).toEqual(["bob/notes", "bob/widgets"]);
    expect(await withAffiliation("collaborator")).toEqual(["acme/gears", "acme/widgets", "globex/engine"]);
    expect(await withAffiliation("organization_member")).toEqual(["acme/widgets", "globex/engine"]);
    expect(await withAffiliation("owner, organization_member")).toEqual([
      "acme/widgets",
      "bob/notes",
      "bob/widgets",
      "globex/engine",
    ]);
    expect(await sendRequest(emulator, "GET /user/repos?affiliation=owner,friend", "bob")).toMatchObject({
      status: 422,
      body: { errors: [{ field: "affiliation", message: expect.stringContaining('"friend"') }] },
    });
  });

  test("can be filtered by visibility and type", async ({ emulator }) => {
    const { call } = clientFor(emulator, "bob");
    const privateNames = ["acme/gears", "bob/notes", "globex/engine"];
    const publicNames = ["acme/widgets", "bob/widgets"];
    expect(namesOf(await call(listRepositories, { visibility: "private" }))).toEqual(privateNames);
    expect(namesOf(await call(listRepositories, { visibility: "public" }))).toEqual(publicNames);
    expect(namesOf(await call(listRepositories, { visibility: "all" }))).toEqual(ALL);
    expect(namesOf(await call(listRepositories, { type: "private" }))).toEqual(privateNames);
    expect(namesOf(await call(listRepositories, { type: "public" }))).toEqual(publicNames);
    expect(namesOf(await call(listRepositories, { type: "all" }))).toEqual(ALL);
    expect(namesOf(await call(listRepositories, { type: "owner" }))).toEqual(["bob/notes", "bob/widgets"]);
    expect(namesOf(await call(listRepositories, { type: "member" }))).toEqual([
      "acme/gears",
      "acme/widgets",
      "globex/engine",
    ]);
    const both = await sendRequest(emulator, "GET /user/repos?type=owner&visibility=public", "bob");
    expect(both).toMatchObject({ status: 422, body: { errors: [{ field: "type" }, {}, {}] } });
  });

  test("can be sorted by every key in both directions", async ({ emulator }) => {
    const { call } = clientFor(emulator, "bob");
    const created = ["acme/widgets", "acme/gears", "globex/engine", "bob/notes", "bob/widgets"];
    const pushed = ["bob/notes", "globex/engine", "acme/gears", "acme/widgets", "bob/widgets"];
    for (const [sort, ascending] of [
      ["created", created],
      ["pushed", pushed],
    ] as const) {
      expect(namesOf(await call(listRepositories, { sort }))).toEqual(ascending.toReversed());
      expect(namesOf(await call(listRepositories, { sort, direction: "asc" }))).toEqual(ascending);
    }
    expect(namesOf(await call(listRepositories, { direction: "desc" }))).toEqual(ALL.toReversed());
    await clientFor(emulator, "alice").call(updateRepository, { owner: "acme", repo: "gears", has_wiki: false });
    expect(namesOf(await call(listRepositories, { sort: "updated" }))[0]).toBe("acme/gears");
  });

  test("can be filtered by update time", async ({ emulator }) => {
    const { call } = clientFor(emulator, "bob");
    expect(namesOf(await call(listRepositories, { before: "2026-01-02T00:00:00Z" }))).toEqual(["acme/widgets"]);
    expect(namesOf(await call(listRepositories, { since: "2026-01-05T01:00:00+01:00" }))).toEqual([
      "bob/notes",
      "bob/widgets",
    ]);
    expect(
      namesOf(await call(listRepositories, { since: "2026-01-01T12:00:00Z", before: "2026-01-05T12:00:00Z" })),
    ).toEqual(["acme/gears", "globex/engine"]);
    expect((await sendRequest(emulator, "GET /user/repos?since=yesterday", "bob")).status).toBe(422);
  });

  test("are listed in pages in every order", async ({ emulator }) => {
    const { items } = clientFor(emulator, "bob");
    for (const sort of ["created", "updated", "pushed", "full_name"] as const) {
      const fullList = namesOf(await clientFor(emulator, "bob").call(listRepositories, { sort }));
      const found: string[] = [];
      for await (const { full_name } of items(listRepositories, { sort, per_page: 2 })) found.push(full_name);
      expect(found).toEqual(fullList);
    }
  });

  test("are limited to those that the token can access", async ({ emulator }) => {
    const seenBy = async (name: string) => namesOf(await clientFor(emulator, name).call(listRepositories, {}));
    expect(await seenBy("bob-public")).toEqual(["acme/widgets", "bob/widgets"]);
    expect(await seenBy("bob-fine")).toEqual(["acme/gears", "acme/widgets", "bob/widgets"]);
    expect(await seenBy("bob-app")).toEqual(["acme/gears", "acme/widgets", "bob/widgets"]);
    expect((await sendRequest(emulator, "GET /user/repos", "installation")).status).toBe(403);
    expect((await sendRequest(emulator, "GET /user/repos")).status).toBe(401);
  });

  test("have the caller's permissions", async ({ emulator }) => {
    const [gears] = await clientFor(emulator, "bob").call(listRepositories, {});
    expect(gears?.permissions).toEqual({ admin: false, maintain: false, push: true, triage: true, pull: true });
  });
});

test("lists the repositories of a user that the caller can see", async ({ emulator }) => {
  const namesSeenBy = async (name: string | undefined, username: string, type?: "all" | "owner" | "member") => {
    const list = await clientFor(emulator, name).call(listRepositoriesOfUser, { username, ...(type && { type }) });
    return list.map(({ full_name }) => full_name);
  };
  expect(await namesSeenBy(undefined, "bob")).toEqual(["bob/widgets"]);
  expect(await namesSeenBy("bob", "bob")).toEqual(["bob/notes", "bob/widgets"]);
  expect(await namesSeenBy("mallory", "bob", "member")).toEqual(["acme/widgets"]);
  expect(await namesSeenBy("bob", "bob", "member")).toEqual(["acme/gears", "acme/widgets", "globex/engine"]);
  expect(await namesSeenBy("mallory", "bob", "all")).toEqual(["acme/widgets", "bob/widgets"]);
  expect(await namesSeenBy("mallory", "acme")).toEqual(["acme/museum", "acme/widgets"]);
  const sorted = await sendRequest(emulator, "GET /users/bob/repos?sort=created&per_page=1", "bob");
  expect(sorted.body).toMatchObject([{ name: "widgets" }]);
  expect(sorted.link).toContain('rel="last"');
  const ascending = await sendRequest(emulator, "GET /users/bob/repos?sort=created&direction=asc", "bob");
  expect(ascending.body).toMatchObject([{ name: "notes" }, { name: "widgets" }]);
  expect((await sendRequest(emulator, "GET /users/missing/repos")).status).toBe(404);
});
