import { test } from "@forgehand/emulator/vitest";
import { describe, expect } from "vitest";
import { findCandidates } from "./find-candidates.ts";
import { clientAs, clientWith, GADGETS_PULL, seedGadgets } from "./gadgets.fixture.ts";

const WIDGETS_PULL = { owner: "acme", repo: "widgets", pull_number: 1 };
const names = ({ value }: Awaited<ReturnType<typeof findCandidates>>) => value.map(({ name }) => name);

describe("suggested reviewers", () => {
  test("are ranked, with reasons", async ({ emulator }) => {
    await seedGadgets(emulator);
    expect(await findCandidates(clientAs(emulator, "alice"), GADGETS_PULL)).toEqual({
      value: [
        // From the base branch's .github/CODEOWNERS, for five changed files. The head's own file would assign
        // everything to eve.
        {
          kind: "user",
          name: "dora",
          reasons: [{ kind: "owns", files: 2, of: 5 }, { kind: "reviewed", pulls: 1 }, { kind: "member" }],
        },
        {
          kind: "user",
          name: "carol",
          reasons: [{ kind: "owns", files: 1, of: 5 }, { kind: "reviewed", pulls: 2 }, { kind: "member" }],
        },
        {
          kind: "team",
          name: "acme/reviewers",
          fullName: "Reviewers",
          reasons: [{ kind: "owns", files: 1, of: 5 }, { kind: "requested", pulls: 1 }, { kind: "member" }],
        },
        { kind: "user", name: "eve", reasons: [{ kind: "reviewed-this" }, { kind: "member" }] },
        { kind: "user", name: "alice", reasons: [{ kind: "requested", pulls: 1 }, { kind: "member" }] },
      ],
      missing: [],
    });
  });

  test("exclude the author, requested reviewers and users without access", async ({ emulator }) => {
    const requested = { users: ["carol"], teams: ["reviewers"] };
    const pulls = [{ number: 7, title: "Mine", author: "bob", head: "change", requested }];
    await seedGadgets(emulator, { pulls });
    expect(names(await findCandidates(clientAs(emulator, "alice"), GADGETS_PULL)).sort()).toEqual([
      "alice",
      "dora",
      "eve",
    ]);
  });

  test("need few requests, and fewer for other pull requests of the repository", async ({ emulator }) => {
    await seedGadgets(emulator);
    const client = clientAs(emulator, "alice");
    emulator.control.clearCalls();
    await findCandidates(client, GADGETS_PULL);
    // The pull request, its reviews and files, collaborators, teams, recent pull requests, reviews of three of them and
    // three paths of the CODEOWNERS file.
    expect(emulator.control.calls()).toHaveLength(12);
    emulator.control.clearCalls();
    await findCandidates(client, { ...GADGETS_PULL, pull_number: 5 });
    const operations = emulator.control.calls().map(({ operation }) => operation);
    expect(operations).not.toContain("listCollaborators");
    expect(operations).not.toContain("listRepositoryTeams");
    expect(operations).not.toContain("listPullRequests");
    await findCandidates(clientAs(emulator, "bob"), GADGETS_PULL);
    expect(emulator.control.calls().map(({ operation }) => operation)).toContain("listCollaborators");
  });

  test("leave out what the token cannot read, and report it", async ({ emulator }) => {
    await seedGadgets(emulator, { private: true });
    const permissions = { metadata: "read", pull_requests: "write" };
    const token = { kind: "fine-grained", user: "carol", owner: "acme", permissions };
    const carol = clientWith(emulator, emulator.control.createToken("carol", token));
    const result = await findCandidates(carol, GADGETS_PULL);
    expect(result.missing).toEqual([
      { part: "teams", reason: "refused" },
      { part: "code-owners", reason: "refused" },
    ]);
    expect(names(result)).toEqual(["eve", "carol", "dora", "acme/reviewers", "alice"]);
    const { value, missing } = await findCandidates(clientAs(emulator, "mallory"), WIDGETS_PULL);
    expect(value).toEqual([]);
    expect(missing).toEqual([
      { part: "collaborators", reason: "refused" },
      { part: "teams", reason: "refused" },
    ]);
  });

  test("leave out parts that failed, which are read again next time", async ({ emulator }) => {
    await seedGadgets(emulator);
    const client = clientAs(emulator, "alice");
    const { faults } = emulator.control;
    faults.add({ operation: "listCollaborators", status: 502, times: 1 });
    faults.add({ operation: "listPullRequests", cut: "connection", times: 1 });
    faults.add({ operation: "getContents", status: 403, message: "Resource not accessible by this token", times: 3 });
    const first = await findCandidates(client, GADGETS_PULL);
    expect(first.missing).toEqual([
      { part: "collaborators", reason: "failed" },
      { part: "history", reason: "failed" },
      { part: "code-owners", reason: "refused" },
    ]);
    expect(names(first)).toEqual(["eve", "acme/reviewers"]);
    expect((await findCandidates(client, GADGETS_PULL)).missing).toEqual([]);
  });

  test("cannot be found if the pull request does not exist", async ({ emulator }) => {
    const client = clientAs(emulator, "alice");
    await expect(findCandidates(client, { ...WIDGETS_PULL, pull_number: 9 })).rejects.toMatchObject({ status: 404 });
  });

  test("are limited to the first of many collaborators and files", async ({ emulator }) => {
    const users = Object.fromEntries(Array.from({ length: 350 }, (_, index) => [`user-${1000 + index}`, {}]));
    await emulator.control.seed({ users });
    const files = Object.fromEntries(Array.from({ length: 1100 }, (_, index) => [`src/${1000 + index}.ts`, "a\n"]));
    await seedGadgets(emulator, {
      collaborators: Object.fromEntries(Object.keys(users).map((login) => [login, "push"])),
      commits: [{ branch: "change", from: "main", message: "Change", author: "bob", files }],
    });
    const { value, missing } = await findCandidates(clientAs(emulator, "alice"), GADGETS_PULL);
    expect(missing).toEqual([
      { part: "collaborators", reason: "first", count: 300 },
      { part: "files", reason: "first", count: 1000 },
    ]);
    expect(value.length).toBeGreaterThan(300);
    // With an incomplete list of collaborators, carol is not excluded.
    expect(value[0]).toMatchObject({ name: "carol", reasons: [{ kind: "owns", files: 1000, of: 1000 }, {}, {}] });
  });

  test("include a warning if the CODEOWNERS file is too large for the service", async ({ emulator }) => {
    await seedGadgets(emulator, {
      files: { CODEOWNERS: `* @dora\n${"# and on it goes\n".repeat(200_000)}` },
      commits: [{ branch: "change", from: "main", message: "Change", author: "bob", files: { "a.md": "b" } }],
    });
    const { missing } = await findCandidates(clientAs(emulator, "alice"), GADGETS_PULL);
    expect(missing).toEqual([{ part: "code-owners", reason: "failed" }]);
  });

  test("include owners from a large CODEOWNERS file", async ({ emulator }) => {
    await seedGadgets(emulator, {
      files: { CODEOWNERS: `${"# and on it goes\n".repeat(100_000)}* @dora\n` },
      commits: [{ branch: "change", from: "main", message: "Change", author: "bob", files: { "a.md": "b" } }],
    });
    const { value, missing } = await findCandidates(clientAs(emulator, "alice"), GADGETS_PULL);
    expect(missing).toEqual([]);
    expect(value[0]).toMatchObject({ name: "dora", reasons: [{ kind: "owns", files: 1, of: 1 }, {}, {}] });
  });
});
