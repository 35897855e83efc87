import {
  checkStar,
  getRepository,
  listRepositoriesStarredByUser,
  listStargazers,
  listStarredRepositories,
  starRepository,
  unstarRepository,
  updateRepository,
} from "@forgehand/core/operations";
import { describe, expect } from "vitest";
import { clientFor, sendRequest } from "../../requests.fixture.ts";
import { emulatorTest } from "../../vitest.ts";
import { COMPANY } from "../company.fixture.ts";

const test = emulatorTest({ seed: COMPANY });

const widgets = { owner: "acme", repo: "widgets" };
const gears = { owner: "acme", repo: "gears" };
const inSeptember = (day: string) => new Date(`2026-09-${day}T12:00:00Z`);

describe("a star", () => {
  test("is visible in all responses about stars", async ({ emulator }) => {
    emulator.control.clock.set(inSeptember("01"));
    const { call } = clientFor(emulator, "bob");
    expect(await call(checkStar, widgets)).toBe(false);
    await call(starRepository, widgets);
    expect(await call(checkStar, widgets)).toBe(true);
    expect(await call(getRepository, widgets)).toMatchObject({
      stargazers_count: 1,
      watchers_count: 1,
      watchers: 1,
      subscribers_count: 0,
    });
    expect(await call(listStarredRepositories, {})).toMatchObject([{ full_name: "acme/widgets", stargazers_count: 1 }]);
    expect(await call(listStargazers, widgets)).toMatchObject([{ login: "bob" }]);
    await call(unstarRepository, widgets);
    expect(await call(checkStar, widgets)).toBe(false);
    expect(await call(getRepository, widgets)).toMatchObject({ stargazers_count: 0 });
    expect(await call(listStarredRepositories, {})).toEqual([]);
    expect(await call(listStargazers, widgets)).toEqual([]);
  });

  test("counts once and keeps its date", async ({ emulator }) => {
    const { call } = clientFor(emulator, "bob");
    emulator.control.clock.set(inSeptember("01"));
    await call(starRepository, widgets);
    emulator.control.clock.set(inSeptember("05"));
    await Promise.all([call(starRepository, widgets), clientFor(emulator, "carol").call(starRepository, widgets)]);
    expect(await call(listStargazers, widgets, { mediaType: "star" })).toMatchObject([
      { starred_at: "2026-09-01T12:00:00Z", user: { login: "bob" } },
      { starred_at: "2026-09-05T12:00:00Z", user: { login: "carol" } },
    ]);
    await call(unstarRepository, widgets);
    await call(unstarRepository, widgets);
    expect((await call(getRepository, widgets)).stargazers_count).toBe(1);
  });

  test("is applied to the new name of a renamed repository", async ({ emulator }) => {
    await clientFor(emulator, "alice").call(updateRepository, { ...widgets, name: "gadgets" });
    const { status, headers } = await sendRequest(emulator, "PUT /user/starred/ACME/Widgets", "bob");
    expect(status).toBe(307);
    expect(headers.get("location")).toBe(`${emulator.apiUrl}/user/starred/acme/gadgets`);
    // Clients follow the redirect.
    const { call } = clientFor(emulator, "bob");
    await call(starRepository, widgets);
    expect(await call(checkStar, widgets)).toBe(true);
    expect(await call(listStarredRepositories, {})).toMatchObject([{ full_name: "acme/gadgets" }]);
  });

  test("has a date with the star media type, with or without its version", async ({ emulator }) => {
    emulator.control.clock.set(inSeptember("02"));
    await clientFor(emulator, "bob").call(starRepository, widgets);
    for (const accept of ["application/vnd.github.star+json", "application/vnd.github.v3.star+json"]) {
      expect((await sendRequest(emulator, "GET /user/starred", "bob", { headers: { accept } })).body).toMatchObject([
        { starred_at: "2026-09-02T12:00:00Z", repo: { full_name: "acme/widgets" } },
      ]);
    }
    const plain = await sendRequest(emulator, "GET /user/starred", "bob", {
      headers: { accept: "application/vnd.github+json" },
    });
    expect(plain.body).toMatchObject([{ full_name: "acme/widgets" }]);
  });

  test("can be given to an archived repository", async ({ emulator }) => {
    const museum = { owner: "acme", repo: "museum" };
    await clientFor(emulator, "mallory").call(starRepository, museum);
    expect(await clientFor(emulator, "mallory").call(checkStar, museum)).toBe(true);
  });

  test("returns 404 for invisible repositories", async ({ emulator }) => {
    const { call } = clientFor(emulator, "mallory");
    expect(await call(checkStar, gears)).toBe(false);
    await expect(call(starRepository, gears)).rejects.toMatchObject({ status: 404 });
    await expect(call(unstarRepository, gears)).rejects.toMatchObject({ status: 404 });
  });
});

describe("the list of starred repositories", () => {
  const starAll = async (
    emulator: Parameters<typeof clientFor>[0] & { control: { clock: { set(now: Date): void } } },
  ) => {
    const names = ["acme/gears", "acme/widgets", "bob/widgets", "acme/museum"];
    for (const [index, name] of names.entries()) {
      emulator.control.clock.set(inSeptember(`1${index}`));
      const [owner = "", repo = ""] = name.split("/");
      await clientFor(emulator, "bob").call(starRepository, { owner, repo });
    }
  };
  const namesOf = (list: readonly { full_name: string }[]) => list.map(({ full_name }) => full_name);

  test("is sorted by star or push time, in both directions", async ({ emulator }) => {
    await starAll(emulator);
    const { call } = clientFor(emulator, "bob");
    const starred = ["acme/gears", "acme/widgets", "bob/widgets", "acme/museum"];
    const pushed = ["bob/widgets", "acme/widgets", "acme/gears", "acme/museum"];
    expect(namesOf(await call(listStarredRepositories, {}))).toEqual(starred.toReversed());
    expect(namesOf(await call(listStarredRepositories, { direction: "asc" }))).toEqual(starred);
    expect(namesOf(await call(listStarredRepositories, { sort: "updated" }))).toEqual(pushed);
    expect(namesOf(await call(listStarredRepositories, { sort: "updated", direction: "asc" }))).toEqual(
      pushed.toReversed(),
    );
    const wrong = await sendRequest(emulator, "GET /user/starred?sort=name", "bob");
    expect(wrong).toMatchObject({ status: 422, body: { errors: [{ field: "sort" }] } });
  });

  test("is split into pages with links", async ({ emulator }) => {
    await starAll(emulator);
    const page = await sendRequest(emulator, "GET /user/starred?per_page=3&sort=created", "bob");
    expect(page.headers.get("link")).toMatch(/page=2>; rel="next".*page=2>; rel="last"/);
    expect((await sendRequest(emulator, "GET /user/starred?per_page=3&page=2", "bob")).body).toHaveLength(1);
    expect((await sendRequest(emulator, "GET /user/starred?page=7", "bob")).body).toEqual([]);
  });

  test("shows other users only what they can see", async ({ emulator }) => {
    await starAll(emulator);
    const seenBy = async (name?: string) =>
      namesOf(
        await clientFor(emulator, name).call(listRepositoriesStarredByUser, { username: "bob", direction: "asc" }),
      );
    expect(await seenBy("alice")).toEqual(["acme/gears", "acme/widgets", "bob/widgets", "acme/museum"]);
    for (const name of ["mallory", "alice-narrow", undefined]) {
      expect(await seenBy(name)).toEqual(["acme/widgets", "bob/widgets", "acme/museum"]);
    }
    // Pages are full, and links count visible repositories only.
    const page = await sendRequest(emulator, "GET /users/bob/starred?per_page=2&page=2");
    expect(page.body).toMatchObject([{ full_name: "acme/widgets" }]);
    expect(page.headers.get("link")).not.toContain("next");
  });

  test("requires a token for the caller's own list", async ({ emulator }) => {
    expect((await sendRequest(emulator, "GET /user/starred")).status).toBe(401);
    expect((await sendRequest(emulator, "GET /user/starred", "installation")).status).toBe(403);
    await expect(
      clientFor(emulator).call(listRepositoriesStarredByUser, { username: "unknown-user" }),
    ).rejects.toMatchObject({
      status: 404,
    });
  });
});

describe("the list of stargazers", () => {
  test("is only visible to administrators and collaborators since July 2026", async ({ emulator }) => {
    emulator.control.clock.set(new Date("2026-06-30T23:59:59Z"));
    expect((await sendRequest(emulator, "GET /repos/acme/widgets/stargazers", "mallory")).status).toBe(200);
    expect((await sendRequest(emulator, "GET /repos/acme/widgets/stargazers")).status).toBe(200);
    emulator.control.clock.advance(1);
    for (const name of ["mallory", undefined]) {
      expect((await sendRequest(emulator, "GET /repos/acme/widgets/stargazers", name)).status).toBe(403);
    }
    for (const name of ["alice", "bob", "carol", "dave"]) {
      expect((await sendRequest(emulator, "GET /repos/acme/widgets/stargazers", name)).status).toBe(200);
    }
  });

  test("is split into pages, oldest first", async ({ emulator }) => {
    for (const [index, name] of ["carol", "alice", "bob"].entries()) {
      emulator.control.clock.set(inSeptember(`2${index}`));
      await clientFor(emulator, name).call(starRepository, widgets);
    }
    const { pages } = clientFor(emulator, "alice");
    const found: string[][] = [];
    for await (const page of pages(listStargazers, { ...widgets, per_page: 2 }))
      found.push(page.map(({ login }) => login));
    expect(found).toEqual([["carol", "alice"], ["bob"]]);
  });

  test("is cleared when the repository's visibility changes", async ({ emulator }) => {
    const { call } = clientFor(emulator, "alice");
    await clientFor(emulator, "mallory").call(starRepository, widgets);
    await call(starRepository, widgets);
    await call(updateRepository, { ...widgets, visibility: "private" });
    expect((await call(getRepository, widgets)).stargazers_count).toBe(0);
    expect(await call(listStarredRepositories, {})).toEqual([]);
    await call(starRepository, widgets);
    expect((await call(updateRepository, { ...widgets, private: false })).stargazers_count).toBe(0);
    expect(await call(checkStar, widgets)).toBe(false);
  });
});

describe("in the neutral dialect", () => {
  const test = emulatorTest({ seed: COMPANY, dialect: "svc" });

  test("uses the neutral media type", async ({ emulator }) => {
    await sendRequest(emulator, "PUT /user/starred/acme/widgets", "bob");
    const headers = { accept: "application/vnd.svc.star+json" };
    expect((await sendRequest(emulator, "GET /user/starred", "bob", { headers })).body).toMatchObject([
      { repo: { full_name: "acme/widgets" } },
    ]);
  });
});
