import {
  listAssignedIssues,
  listOrganizationIssues,
  listUserIssues,
  setSubscription,
} from "@forgehand/core/operations";
import { describe, expect } from "vitest";
import { clientFor, sendRequest } from "../../requests.fixture.ts";
import { test, WIDGETS } from "../repository/issues.fixture.ts";

/** Returns names such as `widgets#1`. */
const placesOf = (
  issues: readonly { readonly number: number; readonly repository?: { readonly name: string } | undefined }[],
) => issues.map(({ number, repository }) => `${repository?.name}#${number}`);

describe("lists of the caller's issues", () => {
  test.for([
    [{}, ["widgets#6", "widgets#1"]],
    [{ filter: "created" }, ["gears#3", "gears#1", "garden#1", "widgets#6"]],
    [{ filter: "created", pulls: false }, ["gears#1", "garden#1"]],
    [{ filter: "created", owned: true }, ["garden#1"]],
    [{ filter: "created", collab: false }, ["garden#1"]],
    [{ filter: "created", orgs: true }, ["gears#3", "gears#1", "widgets#6"]],
    [{ filter: "created", state: "closed" }, ["widgets#10"]],
    [{ filter: "created", sort: "updated", direction: "asc" }, ["widgets#6", "garden#1", "gears#1", "gears#3"]],
    [{ filter: "all", since: "2026-02-01T00:00:00Z" }, ["gears#3"]],
    [{ filter: "all", labels: "later" }, ["widgets#6"]],
  ] as const)("contain those selected by %j", async ([query, places], { emulator }) => {
    const listed = placesOf(await clientFor(emulator, "bob").call(listAssignedIssues, query));
    expect(listed.filter((place) => !place.startsWith("quiet"))).toEqual(places);
  });

  test("contain those that mention or interest the caller", async ({ emulator }) => {
    const { call } = clientFor(emulator, "carol");
    expect(placesOf(await call(listAssignedIssues, { filter: "mentioned" }))).toEqual(["widgets#1"]);
    expect(placesOf(await call(listAssignedIssues, { filter: "subscribed" }))).toEqual(["widgets#1"]);
    await call(setSubscription, { ...WIDGETS, subscribed: true });
    expect(placesOf(await call(listAssignedIssues, { filter: "subscribed" }))).toEqual([
      "widgets#7",
      "widgets#6",
      "widgets#1",
      "widgets#8",
    ]);
  });

  test("are restricted to owned repositories and those of a collaborator, or to an organization", async ({
    emulator,
  }) => {
    const bob = clientFor(emulator, "bob");
    const created = { filter: "created" } as const;
    expect(placesOf(await bob.call(listUserIssues, created))).toContain("garden#1");
    expect(placesOf(await clientFor(emulator, "alice").call(listUserIssues, { filter: "all" }))).toEqual([]);
    const inOrganization = placesOf(await bob.call(listOrganizationIssues, { org: "acme", ...created }));
    expect(inOrganization).toContain("gears#3");
    expect(inOrganization).not.toContain("garden#1");
    expect(await bob.call(listOrganizationIssues, { org: "acme", ...created, type: "Bug" })).toEqual([]);
    expect(await bob.call(listOrganizationIssues, { org: "rivals", filter: "all" })).toEqual([]);
  });

  test("contain no private issues that the token can't see, and need a user", async ({ emulator }) => {
    const all = (token: string) => clientFor(emulator, token).call(listAssignedIssues, { filter: "created" });
    expect(placesOf(await all("bare"))).not.toContain("gears#1");
    // The token has no permission for pull requests.
    expect(placesOf(await all("reader"))).not.toContain("gears#3");
    expect((await sendRequest(emulator, "GET /issues")).status).toBe(401);
    expect((await sendRequest(emulator, "GET /orgs/nothing/issues", "bob")).status).toBe(404);
    const { link } = await sendRequest(emulator, "GET /user/issues?filter=all&per_page=1", "bob");
    expect(link).toContain('rel="last"');
  });
});
