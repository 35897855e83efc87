import { listRepositories, updateRepository } from "@forgehand/core/operations";
import { describe, expect } from "vitest";
import { as, send } from "../../calling.fixture.ts";
import { emulatorTest } from "../../vitest.ts";
import { COMPANY } from "../company.fixture.ts";

const test = emulatorTest({ seed: COMPANY });

const namesOf = (list: readonly { full_name: string }[]) => list.map(({ full_name }) => full_name);

/** Bob's own two, acme's two that he was let into, and globex's, as a member and by name at once. */
const ALL = ["acme/gears", "acme/widgets", "bob/notes", "bob/widgets", "globex/engine"];

describe("the repositories that somebody was given", () => {
  test("are listed by name, without those that are merely public", async ({ emulator }) => {
    expect(namesOf(await as(emulator, "bob").call(listRepositories, {}))).toEqual(ALL);
    expect(namesOf(await as(emulator, "mallory").call(listRepositories, {}))).toEqual([]);
    // A member who was let in nowhere, but through teams.
    expect(namesOf(await as(emulator, "carol").call(listRepositories, {}))).toEqual(["acme/widgets"]);
    expect(namesOf(await as(emulator, "alice").call(listRepositories, {}))).toEqual([
      ...["acme/gears", "acme/museum", "acme/vault", "acme/widgets"],
    ]);
  });

  test("by how one came to them", async ({ emulator }) => {
    const { call } = as(emulator, "bob");
    const by = async (affiliation: string) => namesOf(await call(listRepositories, { affiliation }));
    expect(await by("owner")).toEqual(["bob/notes", "bob/widgets"]);
    expect(await by("collaborator")).toEqual(["acme/gears", "acme/widgets", "globex/engine"]);
    expect(await by("organization_member")).toEqual(["acme/widgets", "globex/engine"]);
    expect(await by("owner, organization_member")).toEqual([
      ...["acme/widgets", "bob/notes", "bob/widgets", "globex/engine"],
    ]);
    expect(await send(emulator, "GET /user/repos?affiliation=owner,friend", "bob")).toMatchObject({
      status: 422,
      body: { errors: [{ field: "affiliation", message: expect.stringContaining('"friend"') }] },
    });
  });

  test("by what they are", async ({ emulator }) => {
    const { call } = as(emulator, "bob");
    const hidden = ["acme/gears", "bob/notes", "globex/engine"];
    const open = ["acme/widgets", "bob/widgets"];
    expect(namesOf(await call(listRepositories, { visibility: "private" }))).toEqual(hidden);
    expect(namesOf(await call(listRepositories, { visibility: "public" }))).toEqual(open);
    expect(namesOf(await call(listRepositories, { visibility: "all" }))).toEqual(ALL);
    expect(namesOf(await call(listRepositories, { type: "private" }))).toEqual(hidden);
    expect(namesOf(await call(listRepositories, { type: "public" }))).toEqual(open);
    expect(namesOf(await call(listRepositories, { type: "all" }))).toEqual(ALL);
    expect(namesOf(await call(listRepositories, { type: "owner" }))).toEqual(["bob/notes", "bob/widgets"]);
    expect(namesOf(await call(listRepositories, { type: "member" }))).toEqual([
      ...["acme/gears", "acme/widgets", "globex/engine"],
    ]);
    const both = await send(emulator, "GET /user/repos?type=owner&visibility=public", "bob");
    expect(both).toMatchObject({ status: 422, body: { errors: [{ field: "type" }, {}, {}] } });
  });

  test("in every order, either way", async ({ emulator }) => {
    const { call } = as(emulator, "bob");
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
    await as(emulator, "alice").call(updateRepository, { owner: "acme", repo: "gears", has_wiki: false });
    expect(namesOf(await call(listRepositories, { sort: "updated" }))[0]).toBe("acme/gears");
  });

  test("since and before a change", async ({ emulator }) => {
    const { call } = as(emulator, "bob");
    expect(namesOf(await call(listRepositories, { before: "2026-01-02T00:00:00Z" }))).toEqual(["acme/widgets"]);
    expect(namesOf(await call(listRepositories, { since: "2026-01-05T01:00:00+01:00" }))).toEqual([
      ...["bob/notes", "bob/widgets"],
    ]);
    expect(
      namesOf(await call(listRepositories, { since: "2026-01-01T12:00:00Z", before: "2026-01-05T12:00:00Z" })),
    ).toEqual(["acme/gears", "globex/engine"]);
    expect((await send(emulator, "GET /user/repos?since=yesterday", "bob")).status).toBe(422);
  });

  test("in pages, in every order alike", async ({ emulator }) => {
    const { items } = as(emulator, "bob");
    for (const sort of ["created", "updated", "pushed", "full_name"] as const) {
      const whole = namesOf(await as(emulator, "bob").call(listRepositories, { sort }));
      const found: string[] = [];
      for await (const { full_name } of items(listRepositories, { sort, per_page: 2 })) found.push(full_name);
      expect(found).toEqual(whole);
    }
  });

  test("as far as the token goes", async ({ emulator }) => {
    const seenBy = async (name: string) => namesOf(await as(emulator, name).call(listRepositories, {}));
    expect(await seenBy("bob-public")).toEqual(["acme/widgets", "bob/widgets"]);
    expect(await seenBy("bob-fine")).toEqual(["acme/gears", "acme/widgets", "bob/widgets"]);
    expect(await seenBy("bob-app")).toEqual(["acme/gears", "acme/widgets", "bob/widgets"]);
    expect((await send(emulator, "GET /user/repos", "installation")).status).toBe(403);
    expect((await send(emulator, "GET /user/repos")).status).toBe(401);
  });

  test("each with what one may do there", async ({ emulator }) => {
    const [gears] = await as(emulator, "bob").call(listRepositories, {});
    expect(gears?.permissions).toEqual({ admin: false, maintain: false, push: true, triage: true, pull: true });
  });
});
