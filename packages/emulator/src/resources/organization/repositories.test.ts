import { listOrganizationRepositories } from "@forgehand/core/operations";
import { expect } from "vitest";
import { clientFor, sendRequest } from "../../requests.fixture.ts";
import { emulatorTest } from "../../vitest.ts";
import { COMPANY } from "../company.fixture.ts";

const { repositories } = COMPANY;
const test = emulatorTest({
  seed: {
    ...COMPANY,
    repositories: { ...repositories, "globex/gadgets": { fork_of: "acme/widgets", created: "2026-01-08T00:00:00Z" } },
  },
});

const namesOf = (list: readonly { name: string }[]) => list.map(({ name }) => name);
const acme = { org: "acme" };

test("lists the repositories that the caller can see", async ({ emulator }) => {
  const seenBy = async (name?: string) =>
    namesOf(await clientFor(emulator, name).call(listOrganizationRepositories, acme));
  expect(await seenBy("alice")).toEqual(["museum", "vault", "gears", "widgets"]);
  expect(await seenBy("alice-narrow")).toEqual(["museum", "widgets"]);
  expect(await seenBy("bob")).toEqual(["museum", "gears", "widgets"]);
  expect(await seenBy("installation")).toEqual(["museum", "gears", "widgets"]);
  expect(await seenBy("job")).toEqual(["museum", "gears", "widgets"]);
  expect(await seenBy()).toEqual(["museum", "widgets"]);
});

test("filters by type", async ({ emulator }) => {
  const ofType = async (
    name: string | undefined,
    org: string,
    type: "public" | "private" | "forks" | "sources" | "member",
  ) => namesOf(await clientFor(emulator, name).call(listOrganizationRepositories, { org, type, sort: "full_name" }));
  expect(await ofType("alice", "acme", "public")).toEqual(["museum", "widgets"]);
  expect(await ofType("alice", "acme", "private")).toEqual(["gears", "vault"]);
  expect(await ofType("mallory", "acme", "private")).toEqual([]);
  expect(await ofType("dave", "globex", "forks")).toEqual(["gadgets"]);
  expect(await ofType("dave", "globex", "sources")).toEqual(["engine"]);
  expect(await ofType("bob", "acme", "member")).toEqual(["gears", "widgets"]);
  expect(await ofType("carol", "acme", "member")).toEqual(["widgets"]);
  expect(await ofType(undefined, "acme", "member")).toEqual([]);
});

test("sorts in both directions and paginates", async ({ emulator }) => {
  const { call } = clientFor(emulator, "alice");
  const created = ["widgets", "gears", "vault", "museum"];
  const pushed = ["museum", "vault", "gears", "widgets"];
  const named = ["gears", "museum", "vault", "widgets"];
  const sorted = async (sort: "created" | "pushed" | "full_name", direction?: "asc" | "desc") =>
    namesOf(await call(listOrganizationRepositories, { ...acme, sort, ...(direction && { direction }) }));
  expect(await sorted("created")).toEqual(created.toReversed());
  expect(await sorted("created", "asc")).toEqual(created);
  expect(await sorted("pushed")).toEqual(pushed.toReversed());
  expect(await sorted("full_name")).toEqual(named);
  expect(await sorted("full_name", "desc")).toEqual(named.toReversed());
  const page = await sendRequest(emulator, "GET /orgs/acme/repos?per_page=3", "alice");
  expect(page.headers.get("link")).toContain('page=2>; rel="last"');
  expect((await sendRequest(emulator, "GET /orgs/acme/repos?per_page=3&page=2", "alice")).body).toMatchObject([
    { name: "widgets" },
  ]);
});

test("returns 404 for users and unknown organizations, and 422 for an unknown sort order", async ({ emulator }) => {
  expect((await sendRequest(emulator, "GET /orgs/bob/repos", "alice")).status).toBe(404);
  expect((await sendRequest(emulator, "GET /orgs/unknown-organization/repos", "alice")).status).toBe(404);
  expect((await sendRequest(emulator, "GET /orgs/acme/repos?sort=size", "alice")).status).toBe(422);
});
