import type { Input } from "@forgehand/core/contract";
import {
  cancelImport,
  getContents,
  getImport,
  listImportAuthors,
  listImportLargeFiles,
  startImport,
  updateImport,
  updateImportAuthor,
  updateImportLfs,
} from "@forgehand/core/operations";
import { describe, expect } from "vitest";
import { as } from "../../calling.fixture.ts";
import { startReceiver } from "../../deliveries/receiver.fixture.ts";
import { startEmulator } from "../../emulator.ts";
import type { Emulator } from "../../public.ts";
import { emulatorTest } from "../../vitest.ts";
import { ask, textOf } from "./contents.fixture.ts";

const GIT = "https://git.example.com/widgets.git";
const SVN = "https://svn.example.com/widgets";
const MANY = "https://tfs.example.com/Collection";
const LOCKED = "https://hg.example.com/private/widgets";
const HEAVY = "https://git.example.com/heavy.git";

const ann = { name: "Ann", email: "ann@old.example" };
const ben = { name: "ben", email: "ben@old.example" };

const SEED = {
  users: { alice: { name: "Alice", email: "alice@acme.example" }, bob: {} },
  organizations: { acme: { members: { alice: "owner", bob: "member" }, base_permission: "none" } },
  repositories: {
    "acme/widgets": {
      collaborators: { bob: "push" },
      import: {
        sources: {
          [GIT]: {
            history: {
              commits: [
                { message: "One", author: ann, files: { "README.md": "one\n" }, tag: "v1" },
                { message: "Two", author: ben, committer: ann, files: { "README.md": "two\n" } },
                { branch: "side", from: "v1", message: "Three", author: ben, files: { "side.txt": "three\n" } },
              ],
              tags: { v2: { of: "main", message: "Two", tagger: ben } },
            },
          },
          [SVN]: {
            vcs: "subversion",
            credentials: { username: "ann", password: "right" },
            history: { commits: [{ message: "One", author: ann, files: { "a.txt": "a\n" } }] },
          },
          [MANY]: {
            vcs: "tfvc",
            projects: [
              { vcs: "tfvc", tfvc_project: "$/Main", human_name: "Main" },
              { vcs: "tfvc", tfvc_project: "$/Tools", human_name: "Tools" },
              { vcs: "git", human_name: "The new one" },
            ],
            history: { files: { "a.txt": "a\n" } },
          },
          [LOCKED]: { vcs: "mercurial", credentials: {}, history: { files: { "a.txt": "a\n" } } },
          ...Object.fromEntries(
            ["detecting", "importing", "mapping", "pushing"].map((step) => [
              `https://git.example.com/fails-${step}.git`,
              { fails: { step, message: `It broke while ${step}.` }, history: { files: { a: "a" } } },
            ]),
          ),
        },
      },
    },
    "acme/gears": { private: true, files: { "gear.txt": "turn\n" }, branches: { next: "main" }, tags: { v1: "main" } },
    "acme/busy": { files: { ".github/workflows/ci.yml": "on: push\n" } },
    "acme/copy": {},
    "acme/taken": { files: { "README.md": "mine\n" } },
  },
  tokens: {
    alice: { kind: "classic", user: "alice", scopes: "all" },
    bob: { kind: "classic", user: "bob", scopes: ["repo"] },
    fine: { kind: "fine-grained", user: "alice", permissions: "all" },
  },
};

/** A day on which imports were still there; time stands still unless it is moved. */
const THEN = new Date("2024-03-01T12:00:00Z");

const test = emulatorTest({ seed: SEED, now: () => THEN });

const WIDGETS = { owner: "acme", repo: "widgets" };
type Start = Omit<Input<typeof startImport>, "owner" | "repo">;

const start = (emulator: Emulator, input: Start, repo = WIDGETS) =>
  as(emulator, "alice").call(startImport, { ...repo, ...input });
const look = (emulator: Emulator, repo = WIDGETS) => as(emulator, "alice").call(getImport, repo);

/** Lets so many seconds pass, and looks. */
function later(emulator: Emulator, seconds: number, repo = WIDGETS) {
  emulator.control.clock.advance(seconds);
  return look(emulator, repo);
}

describe("an import whose kind of source is told", () => {
  test("goes through importing, mapping and pushing to its end", async ({ emulator }) => {
    const started = await start(emulator, { vcs_url: GIT, vcs: "git" });
    const url = `${emulator.apiUrl}/repos/acme/widgets/import`;
    expect(started).toMatchObject({
      ...{ status: "importing", vcs: "git", vcs_url: GIT, use_lfs: "undecided", percent: 0, import_percent: 0 },
      ...{ commit_count: 0, authors_count: 0, push_percent: null, failed_step: null, error_message: null },
      ...{ url, authors_url: `${url}/authors`, html_url: `${emulator.webUrl}/acme/widgets/import` },
      repository_url: `${emulator.apiUrl}/repos/acme/widgets`,
    });
    expect(await later(emulator, 30)).toMatchObject({
      status: "importing",
      percent: 50,
      commit_count: 1,
      authors_count: 1,
    });
    expect(await later(emulator, 29)).toMatchObject({ status: "importing", percent: 98, commit_count: 2 });
    expect(await later(emulator, 1)).toMatchObject({
      ...{ status: "mapping", percent: null, push_percent: null, commit_count: 3, authors_count: 2 },
    });
    expect(await later(emulator, 20)).toMatchObject({ status: "pushing", percent: null, push_percent: 0 });
    expect(await later(emulator, 15)).toMatchObject({ status: "pushing", push_percent: 50 });
    const read = as(emulator, "alice").call(getContents, { ...WIDGETS, path: "README.md" });
    await expect(read).rejects.toMatchObject({ status: 404 });
    expect(await later(emulator, 15)).toMatchObject({ status: "complete", status_text: "Done", push_percent: null });
    expect(await later(emulator, 86_400)).toMatchObject({ status: "complete", commit_count: 3, authors_count: 2 });
  });

  test("leaves the source's branches and tags behind", async ({ emulator }) => {
    await start(emulator, { vcs_url: GIT, vcs: "git" });
    // Nobody looks at the import itself: what is read is what is there by now.
    emulator.control.clock.advance(110);
    const read = async (path: string, ref?: string) =>
      textOf(await as(emulator).call(getContents, { ...WIDGETS, path, ...(ref === undefined ? {} : { ref }) }));
    expect(await read("README.md")).toBe("two\n");
    expect(await read("README.md", "v1")).toBe("one\n");
    expect(await read("README.md", "v2")).toBe("two\n");
    expect(await read("side.txt", "side")).toBe("three\n");
  });

  test("is the same however its clock jumps", async ({ emulator }) => {
    await start(emulator, { vcs_url: GIT, vcs: "git" });
    expect(await later(emulator, 95)).toMatchObject({ status: "pushing", push_percent: 50 });
    expect(await later(emulator, -1000)).toMatchObject({ status: "pushing", push_percent: 0 });
    expect(await later(emulator, 1015)).toMatchObject({ status: "complete" });
  });

  test("ends in an error where the source is another kind, or none", async ({ emulator }) => {
    await start(emulator, { vcs_url: GIT, vcs: "mercurial" });
    expect(await later(emulator, 4)).toMatchObject({ status: "importing", percent: 6, commit_count: null });
    expect(await later(emulator, 1)).toMatchObject({
      ...{ status: "error", failed_step: "importing", error_message: `There is no mercurial repository at ${GIT}.` },
    });
  });
});

describe("an import whose kind of source is not told", () => {
  test("detects it first", async ({ emulator }) => {
    expect(await start(emulator, { vcs_url: GIT })).toMatchObject({ status: "detecting", vcs: null, percent: null });
    expect(await later(emulator, 9)).toMatchObject({ status: "detecting", commit_count: null });
    expect(await later(emulator, 1)).toMatchObject({ status: "importing", vcs: "git", percent: 0 });
    expect(await later(emulator, 6)).toMatchObject({ status: "importing", percent: 10 });
    expect(await later(emulator, 200)).toMatchObject({ status: "complete" });
  });

  test("waits for credentials, and detects again with them", async ({ emulator }) => {
    const { call } = as(emulator, "alice");
    await start(emulator, { vcs_url: SVN });
    expect(await later(emulator, 1000)).toMatchObject({ status: "detection_needs_auth", vcs: null });
    const wrong = { ...WIDGETS, vcs_username: "ann", vcs_password: "wrong" };
    expect(await call(updateImport, wrong)).toMatchObject({ status: "detecting", error_message: null });
    expect(await later(emulator, 10)).toMatchObject({ status: "detection_needs_auth" });
    expect(await call(updateImport, { ...WIDGETS, vcs_password: "right" })).toMatchObject({ status: "detecting" });
    expect(await later(emulator, 10)).toMatchObject({ status: "importing", vcs: "subversion", svn_root: SVN });
    const done = await later(emulator, 200);
    expect(done).toMatchObject({ status: "complete" });
    expect(JSON.stringify(done)).not.toContain("right");
  });

  test("finds nothing, and stays there until it is cancelled", async ({ emulator }) => {
    const { call } = as(emulator, "alice");
    await start(emulator, { vcs_url: "https://www.example.com/a-page" });
    expect(await later(emulator, 10)).toMatchObject({ status: "detection_found_nothing", vcs: null });
    expect(await later(emulator, 1000)).toMatchObject({ status: "detection_found_nothing" });
    await expect(start(emulator, { vcs_url: GIT })).rejects.toMatchObject({ status: 422 });
    await call(cancelImport, WIDGETS);
    expect(await start(emulator, { vcs_url: GIT })).toMatchObject({ status: "detecting" });
  });

  test("finds several projects, and goes on with the one that is chosen", async ({ emulator }) => {
    const { call } = as(emulator, "alice");
    await start(emulator, { vcs_url: MANY });
    expect(await later(emulator, 10)).toMatchObject({
      status: "detection_found_multiple",
      project_choices: [
        { vcs: "tfvc", tfvc_project: "$/Main", human_name: "Main" },
        { vcs: "tfvc", tfvc_project: "$/Tools", human_name: "Tools" },
        { vcs: "git", human_name: "The new one" },
      ],
    });
    const choose = (choice: object) => call(updateImport, { ...WIDGETS, ...choice });
    await expect(choose({ tfvc_project: "$/Other" })).rejects.toMatchObject({
      status: 422,
      fields: [{ field: "tfvc_project" }],
    });
    await expect(choose({ vcs: "tfvc" })).rejects.toMatchObject({ status: 422 });
    await expect(choose({ vcs: "mercurial" })).rejects.toMatchObject({ status: 422 });
    expect(await look(emulator)).toMatchObject({ status: "detection_found_multiple", vcs: null });
    const chosen = await choose({ vcs: "tfvc", tfvc_project: "$/Tools" });
    expect(chosen).toMatchObject({ status: "importing", vcs: "tfvc", tfvc_project: "$/Tools", percent: 0 });
    expect(chosen).not.toHaveProperty("project_choices");
    expect(await later(emulator, 110)).toMatchObject({ status: "complete", tfvc_project: "$/Tools" });
  });

  test("goes on at once where the project was told with the first call", async ({ emulator }) => {
    await start(emulator, { vcs_url: MANY, tfvc_project: "$/Tools" });
    expect(await later(emulator, 10)).toMatchObject({ status: "importing", vcs: "tfvc", tfvc_project: "$/Tools" });
    await as(emulator, "alice").call(cancelImport, WIDGETS);
    await start(emulator, { vcs_url: MANY, tfvc_project: "$/Other" });
    expect(await later(emulator, 10)).toMatchObject({ status: "detection_found_multiple" });
  });

  test("a choice that one project alone answers is enough", async ({ emulator }) => {
    await start(emulator, { vcs_url: MANY });
    await later(emulator, 10);
    const chosen = await as(emulator, "alice").call(updateImport, { ...WIDGETS, vcs: "git" });
    expect(chosen).toMatchObject({ status: "importing", vcs: "git" });
    expect(chosen).not.toHaveProperty("tfvc_project");
  });
});

describe("a source that asks for credentials", () => {
  test("fails while importing, and goes on once they are told", async ({ emulator }) => {
    const { call } = as(emulator, "alice");
    await start(emulator, { vcs_url: LOCKED, vcs: "mercurial" });
    expect(await later(emulator, 4)).toMatchObject({ status: "importing" });
    expect(await later(emulator, 1)).toMatchObject({ status: "auth_failed", percent: null });
    expect(await later(emulator, 1000)).toMatchObject({ status: "auth_failed" });
    const told = await call(updateImport, { ...WIDGETS, vcs_username: "any", vcs_password: "one" });
    expect(told).toMatchObject({ status: "importing", percent: 0, commit_count: 0 });
    expect(await later(emulator, 110)).toMatchObject({ status: "complete" });
  });

  test("is open to those that come with the first call", async ({ emulator }) => {
    await start(emulator, { vcs_url: SVN, vcs_username: "ann", vcs_password: "right" });
    expect(await later(emulator, 10)).toMatchObject({ status: "importing", vcs: "subversion" });
  });
});

describe("a step that fails", () => {
  test.for([
    ["detecting", 10],
    ["importing", 70],
    ["mapping", 90],
    ["pushing", 120],
  ] as const)("%s ends in an error that names it", async ([step, seconds], { emulator }) => {
    await start(emulator, { vcs_url: `https://git.example.com/fails-${step}.git` });
    expect(await later(emulator, seconds - 1)).toMatchObject({ status: step, failed_step: null });
    expect(await later(emulator, 1)).toMatchObject({
      ...{ status: "error", failed_step: step, error_message: `It broke while ${step}.` },
      status_text: "Import failed",
    });
    expect(await later(emulator, 10_000)).toMatchObject({ status: "error" });
    await expect(as(emulator).call(getContents, { ...WIDGETS, path: "" })).rejects.toMatchObject({ status: 404 });
  });

  test("is begun again by an update that says nothing", async ({ emulator }) => {
    await start(emulator, { vcs_url: "https://host.invalid/x.git" });
    expect(await later(emulator, 10)).toMatchObject({ status: "error", failed_step: "detecting" });
    const again = await as(emulator, "alice").call(updateImport, WIDGETS);
    expect(again).toMatchObject({ status: "detecting", failed_step: null, error_message: null });
  });

  test("pushing over other commits is one", async ({ emulator }) => {
    const taken = { owner: "acme", repo: "taken" };
    await start(emulator, { vcs_url: "https://git.example.com/some.git", vcs: "git" }, taken);
    expect(await later(emulator, 110, taken)).toMatchObject({
      ...{ status: "error", failed_step: "pushing", error_message: expect.stringContaining("refs/heads/main") },
    });
    expect(textOf(await as(emulator).call(getContents, { ...taken, path: "README.md" }))).toBe("mine\n");
  });
});

describe("a source by its address alone", () => {
  test.for([
    ["git://example.com/x", "git"],
    ["https://example.com/x.git", "git"],
    ["git@example.com:team/x", "git"],
    ["svn://example.com/x", "subversion"],
    ["https://example.com/svn/x", "subversion"],
    ["https://hg.example.com/x", "mercurial"],
    ["https://example.visualstudio.com/x", "tfvc"],
  ])("%s is %s", async ([vcs_url = "", vcs], { emulator }) => {
    await start(emulator, { vcs_url });
    expect(await later(emulator, 10)).toMatchObject({ status: "importing", vcs });
    expect(await later(emulator, 110)).toMatchObject({ status: "complete", commit_count: 1, authors_count: 1 });
    const readme = await as(emulator).call(getContents, { ...WIDGETS, path: "README.md" });
    expect(textOf(readme)).toBe(`Imported from ${vcs_url}\n`);
  });

  test("named private asks for a name and a password", async ({ emulator }) => {
    await start(emulator, { vcs_url: "https://example.com/private/x.git" });
    expect(await later(emulator, 10)).toMatchObject({ status: "detection_needs_auth" });
    await as(emulator, "alice").call(updateImport, { ...WIDGETS, vcs_username: "a", vcs_password: "b" });
    expect(await later(emulator, 10)).toMatchObject({ status: "importing" });
  });

  test("of a repository here is that repository", async ({ emulator }) => {
    const { call } = as(emulator, "alice");
    await start(emulator, { vcs_url: `${emulator.webUrl}/acme/gears.git` });
    // It is private: its password is a token that may read it.
    expect(await later(emulator, 10)).toMatchObject({ status: "detection_needs_auth" });
    const nobody = { ...WIDGETS, vcs_username: "x", vcs_password: "no-token" };
    await call(updateImport, nobody);
    expect(await later(emulator, 10)).toMatchObject({ status: "detection_needs_auth" });
    await call(updateImport, { ...WIDGETS, vcs_username: "alice", vcs_password: emulator.tokens["alice"] ?? "" });
    expect(await later(emulator, 120)).toMatchObject({ status: "complete", vcs: "git", commit_count: 1 });
    for (const ref of ["main", "next", "v1"]) {
      expect(textOf(await call(getContents, { ...WIDGETS, path: "gear.txt", ref }))).toBe("turn\n");
    }
  });

  test("of nothing here finds nothing", async ({ emulator }) => {
    await start(emulator, { vcs_url: `${emulator.webUrl}/acme/nothing.git` });
    expect(await later(emulator, 10)).toMatchObject({ status: "detection_found_nothing" });
  });
});

describe("authors", () => {
  test("are found as commits come, and are told who they are here", async ({ emulator }) => {
    const { call } = as(emulator, "alice");
    await start(emulator, { vcs_url: GIT, vcs: "git" });
    expect(await call(listImportAuthors, WIDGETS)).toEqual([]);
    await later(emulator, 30);
    expect(await call(listImportAuthors, WIDGETS)).toMatchObject([{ remote_name: "Ann" }]);
    await later(emulator, 30);
    const [first, second] = await call(listImportAuthors, WIDGETS);
    const import_url = `${emulator.apiUrl}/repos/acme/widgets/import`;
    expect(first).toMatchObject({ ...ann, remote_id: ann.email, remote_name: "Ann", import_url });
    expect(first?.url).toBe(`${import_url}/authors/${first?.id}`);
    expect(await call(listImportAuthors, { ...WIDGETS, since: first?.id ?? 0 })).toEqual([second]);
    expect(await call(listImportAuthors, { ...WIDGETS, since: second?.id ?? 0 })).toEqual([]);

    const mapped = { ...WIDGETS, author_id: second?.id ?? 0, name: "Bob Baker", email: "bob@acme.example" };
    expect(await call(updateImportAuthor, mapped)).toMatchObject({
      ...{ id: second?.id, remote_id: ben.email, remote_name: "ben", name: "Bob Baker", email: "bob@acme.example" },
    });
    expect(await call(updateImportAuthor, { ...WIDGETS, author_id: first?.id ?? 0, name: "Alice" })).toMatchObject({
      ...{ name: "Alice", email: ann.email },
    });
    await later(emulator, 50);
    // Whoever imports what was imported finds them under their new names.
    const copy = { owner: "acme", repo: "copy" };
    await start(emulator, { vcs_url: `${emulator.webUrl}/acme/widgets`, vcs: "git" }, copy);
    await later(emulator, 60, copy);
    expect(await call(listImportAuthors, copy)).toMatchObject([
      { remote_name: "Alice", remote_id: ann.email },
      { remote_name: "Bob Baker", remote_id: "bob@acme.example" },
    ]);
  });

  test("are told of until commits are pushed", async ({ emulator }) => {
    const { call } = as(emulator, "alice");
    await start(emulator, { vcs_url: GIT, vcs: "git" });
    await later(emulator, 79);
    const [author] = await call(listImportAuthors, WIDGETS);
    const change = { ...WIDGETS, author_id: author?.id ?? 0, name: "Late" };
    expect(await call(updateImportAuthor, change)).toMatchObject({ name: "Late" });
    await later(emulator, 1);
    await expect(call(updateImportAuthor, change)).rejects.toMatchObject({ status: 422 });
    await expect(call(updateImportAuthor, { ...change, author_id: 999 })).rejects.toMatchObject({ status: 404 });
  });
});

describe("webhooks", () => {
  test("are told how an import ended", async () => {
    await using receiver = await startReceiver();
    const hooks = [{ url: receiver.url, content_type: "json", events: ["repository_import"] }];
    const repositories = { ...SEED.repositories, "acme/widgets": { ...SEED.repositories["acme/widgets"], hooks } };
    const emulator = await startEmulator({ seed: { ...SEED, repositories }, now: () => THEN });
    try {
      const { call } = as(emulator, "alice");
      await start(emulator, { vcs_url: GIT, vcs: "git" });
      await call(cancelImport, WIDGETS);
      await start(emulator, { vcs_url: "https://host.invalid/x" });
      await later(emulator, 10);
      // What has ended can't be cancelled any more: that is told to nobody.
      await call(cancelImport, WIDGETS);
      await start(emulator, { vcs_url: GIT, vcs: "git" });
      await later(emulator, 110);
      await emulator.control.settled();
      const { received } = receiver;
      expect(received.map(({ headers, payload }) => [headers["x-github-event"], Object(payload).status])).toEqual([
        ["repository_import", "cancelled"],
        ["repository_import", "failure"],
        ["repository_import", "success"],
      ]);
      expect(received[2]?.payload).toMatchObject({
        sender: { login: "alice" },
        repository: { full_name: "acme/widgets" },
      });
    } finally {
      await emulator.stop();
    }
  });
});

describe("large files", () => {
  const large = { "data/large file.bin": { bytes: 104_857_601 }, small: "s\n" };
  const history = { files: large, commits: [{ message: "Small again", files: { small: "ss\n" } }] };
  const repositories = { "acme/widgets": { import: { sources: { [HEAVY]: { history } } } } };
  const only = { alice: SEED.tokens.alice };
  const test = emulatorTest({ seed: { ...SEED, repositories, tokens: only }, now: () => THEN });

  test("are found, and kept apart for whoever chose so", async ({ emulator }) => {
    const { call } = as(emulator, "alice");
    await start(emulator, { vcs_url: HEAVY, vcs: "git" });
    expect(await later(emulator, 59)).toMatchObject({ has_large_files: false, large_files_count: 0 });
    expect(await call(listImportLargeFiles, WIDGETS)).toEqual([]);
    expect(await later(emulator, 1)).toMatchObject({
      ...{ status: "mapping", has_large_files: true, large_files_count: 1, large_files_size: 0.104857601 },
    });
    expect(await call(listImportLargeFiles, WIDGETS)).toEqual([
      {
        ...{ ref_name: "refs/heads/main", path: "data/large file.bin", size: 104_857_601 },
        oid: expect.stringMatching(/^[0-9a-f]{40}$/),
      },
    ]);
    expect(await call(updateImportLfs, { ...WIDGETS, use_lfs: "opt_in" })).toMatchObject({ use_lfs: "opt_in" });
    await later(emulator, 20);
    await expect(call(updateImportLfs, { ...WIDGETS, use_lfs: "opt_out" })).rejects.toMatchObject({ status: 422 });
    await later(emulator, 30);
    const read = async (path: string) => textOf(await call(getContents, { ...WIDGETS, path }));
    expect(await read("data/large file.bin")).toMatch(/^version .*lfs.*\noid sha256:[0-9a-f]{64}\nsize 104857601\n$/);
    expect(await read(".gitattributes")).toBe("/data/large[[:space:]]file.bin filter=lfs diff=lfs merge=lfs -text\n");
    expect(await read("small")).toBe("ss\n");
  });
});

describe("is refused", () => {
  test("where workflows are enabled", async ({ emulator }) => {
    const answer = await ask(emulator, "busy/import", { method: "PUT", token: "alice", body: `{"vcs_url":"${GIT}"}` });
    expect(answer.status).toBe(422);
    expect(await answer.json()).toMatchObject({ message: expect.stringContaining("workflows enabled") });
    await expect(look(emulator, { owner: "acme", repo: "busy" })).rejects.toMatchObject({ status: 404 });
  });

  test("with an address that is none, a kind of source that is none, or without either", async ({ emulator }) => {
    for (const [body, field] of [
      [{ vcs_url: "not an address" }, "vcs_url"],
      [{ vcs_url: "file:///etc/passwd" }, "vcs_url"],
      [{ vcs_url: GIT, vcs: "cvs" }, "vcs"],
      [{}, "vcs_url"],
    ] as const) {
      const answer = await ask(emulator, "widgets/import", {
        method: "PUT",
        token: "alice",
        body: JSON.stringify(body),
      });
      expect(answer.status).toBe(422);
      expect(await answer.json()).toMatchObject({ errors: [{ field }] });
    }
  });

  test("twice at once", async ({ emulator }) => {
    const both = await Promise.allSettled([start(emulator, { vcs_url: GIT }), start(emulator, { vcs_url: GIT })]);
    expect(both.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
  });

  test("404 where none was started", async ({ emulator }) => {
    const { call } = as(emulator, "alice");
    await expect(call(getImport, WIDGETS)).rejects.toMatchObject({ status: 404 });
    await expect(call(updateImport, WIDGETS)).rejects.toMatchObject({ status: 404 });
    await expect(call(cancelImport, WIDGETS)).rejects.toMatchObject({ status: 404 });
    await expect(call(listImportAuthors, WIDGETS)).rejects.toMatchObject({ status: 404 });
    await expect(call(listImportLargeFiles, WIDGETS)).rejects.toMatchObject({ status: 404 });
    await expect(call(updateImportLfs, { ...WIDGETS, use_lfs: "opt_in" })).rejects.toMatchObject({ status: 404 });
  });

  test("to whoever doesn't administer the repository, or comes with another kind of token", async ({ emulator }) => {
    for (const token of ["bob", "fine"]) {
      const answer = await ask(emulator, "widgets/import", { method: "PUT", token, body: `{"vcs_url":"${GIT}"}` });
      expect(answer.status).toBe(403);
    }
  });

  test("410, all of it, once the day has come", async ({ emulator }) => {
    await start(emulator, { vcs_url: GIT });
    emulator.control.clock.set(new Date("2024-04-11T23:59:59Z"));
    expect(await look(emulator)).toMatchObject({ status: "complete" });
    emulator.control.clock.advance(1);
    for (const [method, path] of [
      ["GET", "import"],
      ["PUT", "import"],
      ["PATCH", "import"],
      ["DELETE", "import"],
      ["GET", "import/authors"],
      ["PATCH", "import/authors/1"],
      ["GET", "import/large_files"],
      ["PATCH", "import/lfs"],
    ] as const) {
      expect((await ask(emulator, `widgets/${path}`, { method, token: "alice" })).status).toBe(410);
    }
    // What was imported stays.
    expect(await as(emulator).call(getContents, { ...WIDGETS, path: "README.md" })).toMatchObject({ type: "file" });
  });
});

describe("an answer to the first call", () => {
  test("is a 201 that says where to look", async ({ emulator }) => {
    const answer = await ask(emulator, "widgets/import", {
      method: "PUT",
      token: "alice",
      body: `{"vcs_url":"${GIT}"}`,
    });
    expect(answer.status).toBe(201);
    expect(answer.headers.get("location")).toBe(`${emulator.apiUrl}/repos/acme/widgets/import`);
  });

  test("and to the last one is a 204", async ({ emulator }) => {
    await start(emulator, { vcs_url: GIT });
    expect((await ask(emulator, "widgets/import", { method: "DELETE", token: "alice" })).status).toBe(204);
    await expect(look(emulator)).rejects.toMatchObject({ status: 404 });
  });
});

describe("an import that the seed started", () => {
  const started = {
    vcs_url: SVN,
    vcs: "subversion",
    vcs_username: "ann",
    vcs_password: "right",
    by: "alice",
    at: "-30s",
  };
  const { import: sources, ...widgets } = SEED.repositories["acme/widgets"];
  const repositories = { ...SEED.repositories, "acme/widgets": { ...widgets, import: { ...sources, started } } };
  const test = emulatorTest({ seed: { ...SEED, repositories }, now: () => THEN });

  test("is as far as it would be", async ({ emulator }) => {
    expect(await look(emulator)).toMatchObject({ status: "importing", percent: 50, vcs: "subversion" });
    expect(await later(emulator, 80)).toMatchObject({ status: "complete", commit_count: 1 });
  });
});

describe("in neutral words", () => {
  const test = emulatorTest({ seed: SEED, now: () => THEN, dialect: "svc" });

  test("an import is the same", async ({ emulator }) => {
    const { call } = as(emulator, "alice", "svc");
    expect(await call(startImport, { ...WIDGETS, vcs_url: GIT })).toMatchObject({ status: "detecting" });
    emulator.control.clock.advance(40);
    expect(await call(getImport, WIDGETS)).toMatchObject({ status: "importing", percent: 50 });
  });
});
