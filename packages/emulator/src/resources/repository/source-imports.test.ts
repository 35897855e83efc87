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
import { startReceiver } from "../../deliveries/receiver.fixture.ts";
import { startEmulator } from "../../emulator.ts";
import type { Emulator } from "../../public.ts";
import { clientFor, notSupplied } from "../../requests.fixture.ts";
import { emulatorTest } from "../../vitest.ts";
import { decodeContent, fetchPath } from "./contents.fixture.ts";

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

/** A time at which imports were still available. The clock stands still unless a test advances it. */
const START_TIME = new Date("2024-03-01T12:00:00Z");

const test = emulatorTest({ seed: SEED, now: () => START_TIME });

const WIDGETS = { owner: "acme", repo: "widgets" };
type StartImportInput = Omit<Input<typeof startImport>, "owner" | "repo">;

const start = (emulator: Emulator, input: StartImportInput, repo = WIDGETS) =>
  clientFor(emulator, "alice").call(startImport, { ...repo, ...input });
const readImport = (emulator: Emulator, repo = WIDGETS) => clientFor(emulator, "alice").call(getImport, repo);

/** Advances the clock by some seconds, and returns the import. */
function readAfter(emulator: Emulator, seconds: number, repo = WIDGETS) {
  emulator.control.clock.advance(seconds);
  return readImport(emulator, repo);
}

describe("an import with a given kind of source", () => {
  test("proceeds through importing, mapping and pushing to completion", async ({ emulator }) => {
    const started = await start(emulator, { vcs_url: GIT, vcs: "git" });
    const url = `${emulator.apiUrl}/repos/acme/widgets/import`;
    expect(started).toMatchObject({
      status: "importing",
      vcs: "git",
      vcs_url: GIT,
      use_lfs: "undecided",
      percent: 0,
      import_percent: 0,
      commit_count: 0,
      authors_count: 0,
      push_percent: null,
      failed_step: null,
      error_message: null,
      url,
      authors_url: `${url}/authors`,
      html_url: `${emulator.webUrl}/acme/widgets/import`,
      repository_url: `${emulator.apiUrl}/repos/acme/widgets`,
    });
    expect(await readAfter(emulator, 30)).toMatchObject({
      status: "importing",
      percent: 50,
      commit_count: 1,
      authors_count: 1,
    });
    expect(await readAfter(emulator, 29)).toMatchObject({ status: "importing", percent: 98, commit_count: 2 });
    expect(await readAfter(emulator, 1)).toMatchObject({
      status: "mapping",
      percent: null,
      push_percent: null,
      commit_count: 3,
      authors_count: 2,
    });
    expect(await readAfter(emulator, 20)).toMatchObject({ status: "pushing", percent: null, push_percent: 0 });
    expect(await readAfter(emulator, 15)).toMatchObject({ status: "pushing", push_percent: 50 });
    const read = clientFor(emulator, "alice").call(getContents, { ...WIDGETS, path: "README.md" });
    await expect(read).rejects.toMatchObject({ status: 404 });
    expect(await readAfter(emulator, 15)).toMatchObject({
      status: "complete",
      status_text: "Done",
      push_percent: null,
    });
    expect(await readAfter(emulator, 86_400)).toMatchObject({ status: "complete", commit_count: 3, authors_count: 2 });
  });

  test("creates the source's branches and tags", async ({ emulator }) => {
    await start(emulator, { vcs_url: GIT, vcs: "git" });
    // The import is not read in between: reading the contents advances it too.
    emulator.control.clock.advance(110);
    const read = async (path: string, ref?: string) =>
      decodeContent(
        await clientFor(emulator).call(getContents, { ...WIDGETS, path, ...(ref === undefined ? {} : { ref }) }),
      );
    expect(await read("README.md")).toBe("two\n");
    expect(await read("README.md", "v1")).toBe("one\n");
    expect(await read("README.md", "v2")).toBe("two\n");
    expect(await read("side.txt", "side")).toBe("three\n");
  });

  test("depends only on the current time, however the clock jumps", async ({ emulator }) => {
    await start(emulator, { vcs_url: GIT, vcs: "git" });
    expect(await readAfter(emulator, 95)).toMatchObject({ status: "pushing", push_percent: 50 });
    expect(await readAfter(emulator, -1000)).toMatchObject({ status: "pushing", push_percent: 0 });
    expect(await readAfter(emulator, 1015)).toMatchObject({ status: "complete" });
  });

  test("fails if the source is of another kind", async ({ emulator }) => {
    await start(emulator, { vcs_url: GIT, vcs: "mercurial" });
    expect(await readAfter(emulator, 4)).toMatchObject({ status: "importing", percent: 6, commit_count: null });
    expect(await readAfter(emulator, 1)).toMatchObject({
      status: "error",
      failed_step: "importing",
      error_message: `There is no mercurial repository at ${GIT}.`,
    });
  });
});

describe("an import without a given kind of source", () => {
  test("detects the kind first", async ({ emulator }) => {
    expect(await start(emulator, { vcs_url: GIT })).toMatchObject({ status: "detecting", vcs: null, percent: null });
    expect(await readAfter(emulator, 9)).toMatchObject({ status: "detecting", commit_count: null });
    expect(await readAfter(emulator, 1)).toMatchObject({ status: "importing", vcs: "git", percent: 0 });
    expect(await readAfter(emulator, 6)).toMatchObject({ status: "importing", percent: 10 });
    expect(await readAfter(emulator, 200)).toMatchObject({ status: "complete" });
  });

  test("waits for credentials, and repeats the detection with them", async ({ emulator }) => {
    const { call } = clientFor(emulator, "alice");
    await start(emulator, { vcs_url: SVN });
    expect(await readAfter(emulator, 1000)).toMatchObject({ status: "detection_needs_auth", vcs: null });
    const wrong = { ...WIDGETS, vcs_username: "ann", vcs_password: "wrong" };
    expect(await call(updateImport, wrong)).toMatchObject({ status: "detecting", error_message: null });
    expect(await readAfter(emulator, 10)).toMatchObject({ status: "detection_needs_auth" });
    expect(await call(updateImport, { ...WIDGETS, vcs_password: "right" })).toMatchObject({ status: "detecting" });
    expect(await readAfter(emulator, 10)).toMatchObject({ status: "importing", vcs: "subversion", svn_root: SVN });
    const done = await readAfter(emulator, 200);
    expect(done).toMatchObject({ status: "complete" });
    expect(JSON.stringify(done)).not.toContain("right");
  });

  test("finds nothing, and remains so until it is cancelled", async ({ emulator }) => {
    const { call } = clientFor(emulator, "alice");
    await start(emulator, { vcs_url: "https://www.example.com/a-page" });
    expect(await readAfter(emulator, 10)).toMatchObject({ status: "detection_found_nothing", vcs: null });
    expect(await readAfter(emulator, 1000)).toMatchObject({ status: "detection_found_nothing" });
    await expect(start(emulator, { vcs_url: GIT })).rejects.toMatchObject({ status: 422 });
    await call(cancelImport, WIDGETS);
    expect(await start(emulator, { vcs_url: GIT })).toMatchObject({ status: "detecting" });
  });

  test("finds several projects, and proceeds with the chosen one", async ({ emulator }) => {
    const { call } = clientFor(emulator, "alice");
    await start(emulator, { vcs_url: MANY });
    expect(await readAfter(emulator, 10)).toMatchObject({
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
    expect(await readImport(emulator)).toMatchObject({ status: "detection_found_multiple", vcs: null });
    const chosen = await choose({ vcs: "tfvc", tfvc_project: "$/Tools" });
    expect(chosen).toMatchObject({ status: "importing", vcs: "tfvc", tfvc_project: "$/Tools", percent: 0 });
    expect(chosen).not.toHaveProperty("project_choices");
    expect(await readAfter(emulator, 110)).toMatchObject({ status: "complete", tfvc_project: "$/Tools" });
  });

  test("proceeds without a choice if the first call named the project", async ({ emulator }) => {
    await start(emulator, { vcs_url: MANY, tfvc_project: "$/Tools" });
    expect(await readAfter(emulator, 10)).toMatchObject({ status: "importing", vcs: "tfvc", tfvc_project: "$/Tools" });
    await clientFor(emulator, "alice").call(cancelImport, WIDGETS);
    await start(emulator, { vcs_url: MANY, tfvc_project: "$/Other" });
    expect(await readAfter(emulator, 10)).toMatchObject({ status: "detection_found_multiple" });
  });

  test("accepts a choice that matches exactly one project", async ({ emulator }) => {
    await start(emulator, { vcs_url: MANY });
    await readAfter(emulator, 10);
    const chosen = await clientFor(emulator, "alice").call(updateImport, { ...WIDGETS, vcs: "git" });
    expect(chosen).toMatchObject({ status: "importing", vcs: "git" });
    expect(chosen).not.toHaveProperty("tfvc_project");
  });
});

describe("a source that requires credentials", () => {
  test("fails while importing, and proceeds once credentials are given", async ({ emulator }) => {
    const { call } = clientFor(emulator, "alice");
    await start(emulator, { vcs_url: LOCKED, vcs: "mercurial" });
    expect(await readAfter(emulator, 4)).toMatchObject({ status: "importing" });
    expect(await readAfter(emulator, 1)).toMatchObject({ status: "auth_failed", percent: null });
    expect(await readAfter(emulator, 1000)).toMatchObject({ status: "auth_failed" });
    const updated = await call(updateImport, { ...WIDGETS, vcs_username: "any", vcs_password: "one" });
    expect(updated).toMatchObject({ status: "importing", percent: 0, commit_count: 0 });
    expect(await readAfter(emulator, 110)).toMatchObject({ status: "complete" });
  });

  test("accepts credentials from the first call", async ({ emulator }) => {
    await start(emulator, { vcs_url: SVN, vcs_username: "ann", vcs_password: "right" });
    expect(await readAfter(emulator, 10)).toMatchObject({ status: "importing", vcs: "subversion" });
  });
});

describe("a step that fails", () => {
  test.for([
    ["detecting", 10],
    ["importing", 70],
    ["mapping", 90],
    ["pushing", 120],
  ] as const)("%s ends in an error that names the step", async ([step, seconds], { emulator }) => {
    await start(emulator, { vcs_url: `https://git.example.com/fails-${step}.git` });
    expect(await readAfter(emulator, seconds - 1)).toMatchObject({ status: step, failed_step: null });
    expect(await readAfter(emulator, 1)).toMatchObject({
      status: "error",
      failed_step: step,
      error_message: `It broke while ${step}.`,
      status_text: "Import failed",
    });
    expect(await readAfter(emulator, 10_000)).toMatchObject({ status: "error" });
    await expect(clientFor(emulator).call(getContents, { ...WIDGETS, path: "" })).rejects.toMatchObject({
      status: 404,
    });
  });

  test("is retried by an update without fields", async ({ emulator }) => {
    await start(emulator, { vcs_url: "https://host.invalid/x.git" });
    expect(await readAfter(emulator, 10)).toMatchObject({ status: "error", failed_step: "detecting" });
    const restarted = await clientFor(emulator, "alice").call(updateImport, WIDGETS);
    expect(restarted).toMatchObject({ status: "detecting", failed_step: null, error_message: null });
  });

  test("can be pushing, if the repository already has commits", async ({ emulator }) => {
    const taken = { owner: "acme", repo: "taken" };
    await start(emulator, { vcs_url: "https://git.example.com/some.git", vcs: "git" }, taken);
    expect(await readAfter(emulator, 110, taken)).toMatchObject({
      status: "error",
      failed_step: "pushing",
      error_message: expect.stringContaining("refs/heads/main"),
    });
    expect(decodeContent(await clientFor(emulator).call(getContents, { ...taken, path: "README.md" }))).toBe("mine\n");
  });
});

describe("a source that is known by its URL only", () => {
  test.for([
    ["git://example.com/x", "git"],
    ["https://example.com/x.git", "git"],
    ["git@example.com:team/x", "git"],
    ["svn://example.com/x", "subversion"],
    ["https://example.com/svn/x", "subversion"],
    ["https://hg.example.com/x", "mercurial"],
    ["https://example.visualstudio.com/x", "tfvc"],
  ])("%s is imported as %s", async ([vcs_url = "", vcs], { emulator }) => {
    await start(emulator, { vcs_url });
    expect(await readAfter(emulator, 10)).toMatchObject({ status: "importing", vcs });
    expect(await readAfter(emulator, 110)).toMatchObject({ status: "complete", commit_count: 1, authors_count: 1 });
    const readme = await clientFor(emulator).call(getContents, { ...WIDGETS, path: "README.md" });
    expect(decodeContent(readme)).toBe(`Imported from ${vcs_url}\n`);
  });

  test('requires credentials if its URL contains "private"', async ({ emulator }) => {
    await start(emulator, { vcs_url: "https://example.com/private/x.git" });
    expect(await readAfter(emulator, 10)).toMatchObject({ status: "detection_needs_auth" });
    await clientFor(emulator, "alice").call(updateImport, { ...WIDGETS, vcs_username: "a", vcs_password: "b" });
    expect(await readAfter(emulator, 10)).toMatchObject({ status: "importing" });
  });

  test("is the emulator's own repository if it has that URL", async ({ emulator }) => {
    const { call } = clientFor(emulator, "alice");
    await start(emulator, { vcs_url: `${emulator.webUrl}/acme/gears.git` });
    // It is private, so the password must be a token that can read it.
    expect(await readAfter(emulator, 10)).toMatchObject({ status: "detection_needs_auth" });
    const wrongCredentials = { ...WIDGETS, vcs_username: "x", vcs_password: "no-token" };
    await call(updateImport, wrongCredentials);
    expect(await readAfter(emulator, 10)).toMatchObject({ status: "detection_needs_auth" });
    await call(updateImport, { ...WIDGETS, vcs_username: "alice", vcs_password: emulator.tokens["alice"] ?? "" });
    expect(await readAfter(emulator, 120)).toMatchObject({ status: "complete", vcs: "git", commit_count: 1 });
    for (const ref of ["main", "next", "v1"]) {
      expect(decodeContent(await call(getContents, { ...WIDGETS, path: "gear.txt", ref }))).toBe("turn\n");
    }
  });

  test("is not found if the emulator has no such repository", async ({ emulator }) => {
    await start(emulator, { vcs_url: `${emulator.webUrl}/acme/nothing.git` });
    expect(await readAfter(emulator, 10)).toMatchObject({ status: "detection_found_nothing" });
  });
});

describe("import authors", () => {
  test("appear with their commits, and can be mapped to new names", async ({ emulator }) => {
    const { call } = clientFor(emulator, "alice");
    await start(emulator, { vcs_url: GIT, vcs: "git" });
    expect(await call(listImportAuthors, WIDGETS)).toEqual([]);
    await readAfter(emulator, 30);
    expect(await call(listImportAuthors, WIDGETS)).toMatchObject([{ remote_name: "Ann" }]);
    await readAfter(emulator, 30);
    const [first, second] = await call(listImportAuthors, WIDGETS);
    const import_url = `${emulator.apiUrl}/repos/acme/widgets/import`;
    expect(first).toMatchObject({ ...ann, remote_id: ann.email, remote_name: "Ann", import_url });
    expect(first?.url).toBe(`${import_url}/authors/${first?.id}`);
    expect(await call(listImportAuthors, { ...WIDGETS, since: first?.id ?? 0 })).toEqual([second]);
    expect(await call(listImportAuthors, { ...WIDGETS, since: second?.id ?? 0 })).toEqual([]);

    const mapped = { ...WIDGETS, author_id: second?.id ?? 0, name: "Bob Baker", email: "bob@acme.example" };
    expect(await call(updateImportAuthor, mapped)).toMatchObject({
      id: second?.id,
      remote_id: ben.email,
      remote_name: "ben",
      name: "Bob Baker",
      email: "bob@acme.example",
    });
    expect(await call(updateImportAuthor, { ...WIDGETS, author_id: first?.id ?? 0, name: "Alice" })).toMatchObject({
      name: "Alice",
      email: ann.email,
    });
    await readAfter(emulator, 50);
    // An import of the imported repository has the authors under their new names.
    const copy = { owner: "acme", repo: "copy" };
    await start(emulator, { vcs_url: `${emulator.webUrl}/acme/widgets`, vcs: "git" }, copy);
    await readAfter(emulator, 60, copy);
    expect(await call(listImportAuthors, copy)).toMatchObject([
      { remote_name: "Alice", remote_id: ann.email },
      { remote_name: "Bob Baker", remote_id: "bob@acme.example" },
    ]);
  });

  test("can be changed until commits are pushed", async ({ emulator }) => {
    const { call } = clientFor(emulator, "alice");
    await start(emulator, { vcs_url: GIT, vcs: "git" });
    await readAfter(emulator, 79);
    const [author] = await call(listImportAuthors, WIDGETS);
    const change = { ...WIDGETS, author_id: author?.id ?? 0, name: "Late" };
    expect(await call(updateImportAuthor, change)).toMatchObject({ name: "Late" });
    await readAfter(emulator, 1);
    await expect(call(updateImportAuthor, change)).rejects.toMatchObject({ status: 422 });
    await expect(call(updateImportAuthor, { ...change, author_id: 999 })).rejects.toMatchObject({ status: 404 });
  });
});

describe("webhooks", () => {
  test("report how an import ended", async () => {
    await using receiver = await startReceiver();
    const hooks = [{ url: receiver.url, content_type: "json", events: ["repository_import"] }];
    const repositories = { ...SEED.repositories, "acme/widgets": { ...SEED.repositories["acme/widgets"], hooks } };
    const emulator = await startEmulator({ seed: { ...SEED, repositories }, now: () => START_TIME });
    try {
      const { call } = clientFor(emulator, "alice");
      await start(emulator, { vcs_url: GIT, vcs: "git" });
      await call(cancelImport, WIDGETS);
      await start(emulator, { vcs_url: "https://host.invalid/x" });
      await readAfter(emulator, 10);
      // An import that has ended cannot be cancelled, so no event is sent.
      await call(cancelImport, WIDGETS);
      await start(emulator, { vcs_url: GIT, vcs: "git" });
      await readAfter(emulator, 110);
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
  const onlyAlice = { alice: SEED.tokens.alice };
  const test = emulatorTest({ seed: { ...SEED, repositories, tokens: onlyAlice }, now: () => START_TIME });

  test("are listed, and stored in LFS after opting in", async ({ emulator }) => {
    const { call } = clientFor(emulator, "alice");
    await start(emulator, { vcs_url: HEAVY, vcs: "git" });
    expect(await readAfter(emulator, 59)).toMatchObject({ has_large_files: false, large_files_count: 0 });
    expect(await call(listImportLargeFiles, WIDGETS)).toEqual([]);
    expect(await readAfter(emulator, 1)).toMatchObject({
      status: "mapping",
      has_large_files: true,
      large_files_count: 1,
      large_files_size: 0.104857601,
    });
    expect(await call(listImportLargeFiles, WIDGETS)).toEqual([
      {
        ref_name: "refs/heads/main",
        path: "data/large file.bin",
        size: 104_857_601,
        oid: expect.stringMatching(/^[0-9a-f]{40}$/),
      },
    ]);
    expect(await call(updateImportLfs, { ...WIDGETS, use_lfs: "opt_in" })).toMatchObject({ use_lfs: "opt_in" });
    await readAfter(emulator, 20);
    await expect(call(updateImportLfs, { ...WIDGETS, use_lfs: "opt_out" })).rejects.toMatchObject({ status: 422 });
    await readAfter(emulator, 30);
    const read = async (path: string) => decodeContent(await call(getContents, { ...WIDGETS, path }));
    expect(await read("data/large file.bin")).toMatch(/^version .*lfs.*\noid sha256:[0-9a-f]{64}\nsize 104857601\n$/);
    expect(await read(".gitattributes")).toBe("/data/large[[:space:]]file.bin filter=lfs diff=lfs merge=lfs -text\n");
    expect(await read("small")).toBe("ss\n");
  });
});

describe("an import is rejected", () => {
  test("if workflows are enabled", async ({ emulator }) => {
    const response = await fetchPath(emulator, "busy/import", {
      method: "PUT",
      token: "alice",
      body: `{"vcs_url":"${GIT}"}`,
    });
    expect(response.status).toBe(422);
    expect(await response.json()).toMatchObject({ message: expect.stringContaining("workflows enabled") });
    await expect(readImport(emulator, { owner: "acme", repo: "busy" })).rejects.toMatchObject({ status: 404 });
  });

  test("with an invalid URL, an unknown kind of source, or no URL", async ({ emulator }) => {
    for (const [body, field] of [
      [{ vcs_url: "not an address" }, "vcs_url"],
      [{ vcs_url: "file:///etc/passwd" }, "vcs_url"],
      [{ vcs_url: GIT, vcs: "cvs" }, "vcs"],
    ] as const) {
      const response = await fetchPath(emulator, "widgets/import", {
        method: "PUT",
        token: "alice",
        body: JSON.stringify(body),
      });
      expect(response.status).toBe(422);
      expect(await response.json()).toMatchObject({ errors: [{ field }] });
    }
    const response = await fetchPath(emulator, "widgets/import", { method: "PUT", token: "alice", body: "{}" });
    expect(await response.json()).toMatchObject(notSupplied("vcs_url").body);
  });

  test("while a concurrent one starts", async ({ emulator }) => {
    const both = await Promise.allSettled([start(emulator, { vcs_url: GIT }), start(emulator, { vcs_url: GIT })]);
    expect(both.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
  });

  test("with a 404 if none was started", async ({ emulator }) => {
    const { call } = clientFor(emulator, "alice");
    await expect(call(getImport, WIDGETS)).rejects.toMatchObject({ status: 404 });
    await expect(call(updateImport, WIDGETS)).rejects.toMatchObject({ status: 404 });
    await expect(call(cancelImport, WIDGETS)).rejects.toMatchObject({ status: 404 });
    await expect(call(listImportAuthors, WIDGETS)).rejects.toMatchObject({ status: 404 });
    await expect(call(listImportLargeFiles, WIDGETS)).rejects.toMatchObject({ status: 404 });
    await expect(call(updateImportLfs, { ...WIDGETS, use_lfs: "opt_in" })).rejects.toMatchObject({ status: 404 });
  });

  test("for users without admin access, and for tokens of another kind", async ({ emulator }) => {
    for (const token of ["bob", "fine"]) {
      const response = await fetchPath(emulator, "widgets/import", {
        method: "PUT",
        token,
        body: `{"vcs_url":"${GIT}"}`,
      });
      expect(response.status).toBe(403);
    }
  });

  test("with a 410 after the retirement date", async ({ emulator }) => {
    await start(emulator, { vcs_url: GIT });
    emulator.control.clock.set(new Date("2024-04-11T23:59:59Z"));
    expect(await readImport(emulator)).toMatchObject({ status: "complete" });
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
      expect((await fetchPath(emulator, `widgets/${path}`, { method, token: "alice" })).status).toBe(410);
    }
    // Imported contents stay.
    expect(await clientFor(emulator).call(getContents, { ...WIDGETS, path: "README.md" })).toMatchObject({
      type: "file",
    });
  });
});

describe("the response status", () => {
  test("is 201 with a location after the start", async ({ emulator }) => {
    const response = await fetchPath(emulator, "widgets/import", {
      method: "PUT",
      token: "alice",
      body: `{"vcs_url":"${GIT}"}`,
    });
    expect(response.status).toBe(201);
    expect(response.headers.get("location")).toBe(`${emulator.apiUrl}/repos/acme/widgets/import`);
  });

  test("is 204 after cancelling", async ({ emulator }) => {
    await start(emulator, { vcs_url: GIT });
    expect((await fetchPath(emulator, "widgets/import", { method: "DELETE", token: "alice" })).status).toBe(204);
    await expect(readImport(emulator)).rejects.toMatchObject({ status: 404 });
  });
});

describe("an import started by the seed", () => {
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
  const test = emulatorTest({ seed: { ...SEED, repositories }, now: () => START_TIME });

  test("has progressed since its start time", async ({ emulator }) => {
    expect(await readImport(emulator)).toMatchObject({ status: "importing", percent: 50, vcs: "subversion" });
    expect(await readAfter(emulator, 80)).toMatchObject({ status: "complete", commit_count: 1 });
  });
});

describe("in the neutral dialect", () => {
  const test = emulatorTest({ seed: SEED, now: () => START_TIME, dialect: "svc" });

  test("imports work the same", async ({ emulator }) => {
    const { call } = clientFor(emulator, "alice", "svc");
    expect(await call(startImport, { ...WIDGETS, vcs_url: GIT })).toMatchObject({ status: "detecting" });
    emulator.control.clock.advance(40);
    expect(await call(getImport, WIDGETS)).toMatchObject({ status: "importing", percent: 50 });
  });
});
