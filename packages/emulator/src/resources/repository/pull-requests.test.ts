import { getPullRequest, getRepository, listPullRequests, putContents } from "@forgehand/core/operations";
import { describe, expect } from "vitest";
import { startEmulator } from "../../emulator.ts";
import { clientFor } from "../../requests.fixture.ts";
import { GEARS, SEED, sendJson, test, WIDGETS } from "./issues.fixture.ts";

const pull = (pull_number: number) => ({ ...WIDGETS, pull_number });

describe("a single pull request", () => {
  test("has its changes and the commits of its branches", async ({ emulator }) => {
    const { call } = clientFor(emulator, "bob");
    const found = await call(getPullRequest, pull(6));
    expect(found).toMatchObject({
      number: 6,
      state: "open",
      draft: false,
      merged: false,
      comments: 1,
      review_comments: 0,
      commits: 2,
      changed_files: 2,
      additions: 3,
      deletions: 1,
      labels: [{ name: "later", color: "ededed" }],
      assignees: [{ login: "bob" }],
      author_association: "MEMBER",
      maintainer_can_modify: false,
      milestone: { number: 1, title: "Version 1", open_issues: 2, closed_issues: 0, creator: { login: "alice" } },
      head: { label: "acme:round", ref: "round", repo: { full_name: "acme/widgets" } },
      base: { label: "acme:main", ref: "main", repo: { full_name: "acme/widgets" } },
    });
    expect(found._links.statuses.href).toContain(found.head.sha);
    // A further commit on the branch changes the pull request.
    const { commit } = await call(putContents, {
      ...WIDGETS,
      path: "more.md",
      branch: "round",
      message: "More",
      content: Buffer.from("x\n").toString("base64"),
    });
    const later = await call(getPullRequest, pull(6));
    expect(later).toMatchObject({ commits: 3, changed_files: 3, additions: 4, head: { sha: commit.sha } });
  });

  test("is mergeable unless the base branch changed the same lines", async ({ emulator }) => {
    const { call } = clientFor(emulator, "bob");
    // Two pull requests changed the same line. A third one changed another file, in a fork.
    expect(await call(getPullRequest, pull(6))).toMatchObject({ mergeable: false, mergeable_state: "dirty" });
    expect(await call(getPullRequest, pull(7))).toMatchObject({ draft: true, mergeable_state: "dirty" });
    const fork = await call(getPullRequest, pull(8));
    expect(fork).toMatchObject({
      mergeable: true,
      mergeable_state: "clean",
      maintainer_can_modify: true,
      author_association: "NONE",
      commits: 1,
      changed_files: 1,
      additions: 1,
      deletions: 1,
      head: { label: "mallory:readme", repo: { full_name: "mallory/widgets", fork: true }, user: { login: "mallory" } },
    });
    // Without commits there are no conflicts.
    expect(await call(getPullRequest, { ...GEARS, pull_number: 3 })).toMatchObject({
      mergeable: true,
      mergeable_state: "clean",
      commits: 0,
      additions: 0,
      changed_files: 0,
      head: { sha: expect.stringMatching(/^[0-9a-f]{40}$/) },
    });
  });

  test("stays the same once it is merged or closed", async ({ emulator }) => {
    const { call } = clientFor(emulator);
    expect(await call(getPullRequest, pull(9))).toMatchObject({
      state: "closed",
      merged: true,
      merged_by: { login: "alice" },
      merged_at: "2026-01-05T10:00:00Z",
      closed_at: "2026-01-05T10:00:00Z",
      mergeable: null,
      mergeable_state: "unknown",
      author_association: "MEMBER",
    });
    const before = await call(getPullRequest, pull(10));
    expect(before).toMatchObject({ state: "closed", merged: false, merged_by: null, base: { ref: "next" } });
    const content = Buffer.from("x\n").toString("base64");
    await clientFor(emulator, "bob").call(putContents, {
      ...WIDGETS,
      path: "x",
      branch: "round",
      message: "m",
      content,
    });
    expect((await call(getPullRequest, pull(10))).head.sha).toBe(before.head.sha);
  });

  test("shares its numbers with issues, and is counted as an open issue", async ({ emulator }) => {
    await expect(clientFor(emulator).call(getPullRequest, pull(1))).rejects.toMatchObject({ status: 404 });
    await expect(clientFor(emulator).call(getPullRequest, pull(99))).rejects.toMatchObject({ status: 404 });
    // One issue and three pull requests are open. Closed, deleted and transferred ones don't count.
    const { open_issues_count, open_issues } = await clientFor(emulator).call(getRepository, WIDGETS);
    expect([open_issues_count, open_issues]).toEqual([4, 4]);
  });

  test("requires permission to read pull requests", async ({ emulator }) => {
    const path = "GET /repos/acme/gears/pulls/3";
    expect((await sendJson(emulator, path, "reader")).status).toBe(403);
    expect((await sendJson(emulator, path, "puller")).status).toBe(200);
    expect((await sendJson(emulator, path, "mallory")).status).toBe(404);
    expect((await sendJson(emulator, "GET /repos/acme/widgets/pulls/six", "bob")).status).toBe(404);
  });

  test("shows its author's closest association with the repository", async () => {
    const pull = (number: number, author: string) => ({ number, title: "Plant", author, head: `by-${author}` });
    const emulator = await startEmulator({
      seed: {
        users: { bob: {}, carol: {}, dave: {}, erin: {} },
        repositories: {
          "bob/garden": {
            collaborators: { carol: "pull" },
            pulls: [
              pull(1, "bob"),
              pull(2, "carol"),
              pull(3, "dave"),
              pull(4, "erin"),
              { ...pull(5, "dave"), merged: { by: "bob" } },
              { ...pull(6, "erin"), state: "closed" },
            ],
          },
        },
      },
    });
    const list = await clientFor(emulator).call(listPullRequests, { owner: "bob", repo: "garden", direction: "asc" });
    const associations = list.map(({ author_association }) => author_association);
    expect(associations).toEqual(["OWNER", "COLLABORATOR", "CONTRIBUTOR", "NONE"]);
    await emulator.stop();
  });

  test("is rendered in the neutral dialect", async () => {
    await using emulator = await startWithDialect("svc");
    expect((await clientFor(emulator, "bob", "svc").call(getPullRequest, pull(6))).commits).toBe(2);
  });
});

async function startWithDialect(dialect: "svc") {
  const emulator = await startEmulator({ seed: SEED, dialect });
  return { ...emulator, [Symbol.asyncDispose]: () => emulator.stop() };
}

describe("a list of pull requests", () => {
  test("contains the open ones, newest first", async ({ emulator }) => {
    const list = await clientFor(emulator).call(listPullRequests, WIDGETS);
    expect(list.map(({ number }) => number)).toEqual([7, 6, 8]);
    expect(list[0]).toMatchObject({ draft: true, requested_reviewers: [{ login: "erin" }] });
    expect(list[0]).not.toHaveProperty("mergeable");
  });

  test("is filtered by state and branches", async ({ emulator }) => {
    const { call } = clientFor(emulator);
    const numbers = async (filter: object) =>
      (await call(listPullRequests, { ...WIDGETS, ...filter })).map(({ number }) => number).toSorted((a, b) => a - b);
    expect(await numbers({ state: "all" })).toEqual([6, 7, 8, 9, 10]);
    expect(await numbers({ state: "closed" })).toEqual([9, 10]);
    expect(await numbers({ state: "all", base: "next" })).toEqual([10]);
    expect(await numbers({ head: "acme:round" })).toEqual([6]);
    expect(await numbers({ head: "ACME:round", state: "all" })).toEqual([6, 10]);
    expect(await numbers({ head: "mallory:readme" })).toEqual([8]);
    expect(await numbers({ head: "mallory:round" })).toEqual([]);
    expect(await numbers({ head: "unknown-user:round" })).toEqual([]);
    // A branch without an owner is not a filter.
    expect(await numbers({ head: "round" })).toEqual([6, 7, 8]);
  });

  test("is sorted ascending, except by creation time", async ({ emulator }) => {
    const { call } = clientFor(emulator);
    const numbers = async (filter: object) =>
      (await call(listPullRequests, { ...WIDGETS, ...filter })).map(({ number }) => number);
    expect(await numbers({ direction: "asc" })).toEqual([8, 6, 7]);
    expect(await numbers({ sort: "updated" })).toEqual([8, 6, 7]);
    expect(await numbers({ sort: "updated", direction: "desc" })).toEqual([7, 6, 8]);
    expect((await numbers({ sort: "popularity", direction: "desc" }))[0]).toBe(6);
    // Long-running pull requests were created over 30 days ago, and updated in the last 30 days.
    expect(await numbers({ sort: "long-running" })).toEqual([]);
    emulator.control.clock.set(new Date("2026-02-11T09:00:00Z"));
    expect(await numbers({ sort: "long-running" })).toEqual([]);
    emulator.control.clock.set(new Date("2026-02-12T09:00:00Z"));
    expect(await numbers({ sort: "long-running" })).toEqual([6]);
    emulator.control.clock.set(new Date("2026-02-12T11:00:00Z"));
    expect(await numbers({ sort: "long-running" })).toEqual([]);
    expect((await sendJson(emulator, "GET /repos/acme/widgets/pulls?sort=age", "bob")).status).toBe(422);
  });

  test("is paginated", async ({ emulator }) => {
    const page = await sendJson(emulator, "GET /repos/acme/widgets/pulls?state=all&per_page=2&page=2", "bob");
    expect(page.body).toHaveLength(2);
    expect(page.headers.get("link")).toMatch(/page=1>; rel="prev".*page=3>; rel="next".*page=3>; rel="last"/);
    expect((await sendJson(emulator, "GET /repos/acme/widgets/pulls?page=9", "bob")).body).toEqual([]);
  });
});
