import {
  createRelease,
  deleteRelease,
  deleteReleaseAsset,
  generateReleaseNotes,
  getLatestRelease,
  getRelease,
  getReleaseAsset,
  getReleaseByTag,
  listReleaseAssets,
  listReleases,
  updateRelease,
  updateReleaseAsset,
} from "@forgehand/core/operations";
import { describe, expect } from "vitest";
import type { Emulator } from "../../public.ts";
import { clientFor, requestJson, sendRequest } from "../../requests.fixture.ts";
import { emulatorTest } from "../../vitest.ts";

const WIDGETS = { owner: "acme", repo: "widgets" };

const seed = {
  users: { alice: {}, bob: {}, carol: {} },
  organizations: { acme: { members: { alice: "owner" } } },
  repositories: {
    "acme/widgets": {
      collaborators: { bob: "push", carol: "pull" },
      files: { "README.md": "# Widgets\n" },
      commits: [
        { message: "One", date: "-9d", files: { "one.md": "1\n" } },
        { branch: "round", from: "main", message: "Two", date: "-8d", files: { "two.md": "2\n" } },
      ],
      tags: { "v1.0.0": "main" },
      releases: [
        {
          tag: "v1.0.0",
          author: "bob",
          created: "-9d",
          assets: {
            "widgets.txt": { content: "all widgets", label: "Widgets", downloads: 3 },
            "sums.txt": { content: "sums" },
          },
        },
        { tag: "v2.0.0-rc", prerelease: true, created: "-8d" },
        { tag: "v9", draft: true, created: "-10d", body: "Not yet." },
      ],
      hooks: [{ url: "http://127.0.0.1:9/hook", events: ["*"] }],
    },
    "acme/empty": {},
  },
  tokens: {
    alice: { kind: "classic", user: "alice", scopes: "all" },
    bob: { kind: "classic", user: "bob", scopes: ["repo"] },
    carol: { kind: "classic", user: "carol", scopes: ["repo"] },
  },
};

const CONFIGURATION = `changelog:
  exclude:
    labels: [internal]
  categories:
    - title: Fixes
      labels: [bug]
`;

const test = emulatorTest({ seed });

const eventsOf = ({ control }: Emulator) =>
  control.events().flatMap(({ event, action }) => (event === "release" ? [action] : event === "create" ? [event] : []));

const tagsOf = async (releases: Promise<readonly { readonly tag_name: string }[]>) =>
  (await releases).map(({ tag_name }) => tag_name);

describe("reading", () => {
  test("lists releases newest first, with drafts only for users who can push", async ({ emulator }) => {
    const { call } = clientFor(emulator, "bob");
    expect(await tagsOf(call(listReleases, WIDGETS))).toEqual(["v9", "v2.0.0-rc", "v1.0.0"]);
    expect(await tagsOf(call(listReleases, { ...WIDGETS, per_page: 1, page: 2 }))).toEqual(["v2.0.0-rc"]);
    const reader = clientFor(emulator, "carol").call;
    const releases = await reader(listReleases, WIDGETS);
    expect(releases.map(({ tag_name }) => tag_name)).toEqual(["v2.0.0-rc", "v1.0.0"]);
    const [draft] = await call(listReleases, WIDGETS);
    await expect(reader(getRelease, { ...WIDGETS, release_id: draft?.id ?? 0 })).rejects.toMatchObject({ status: 404 });
  });

  test("gets a release by id, by tag and the latest one", async ({ emulator }) => {
    const { call } = clientFor(emulator, "carol");
    const { webUrl } = emulator;
    const latest = await call(getLatestRelease, WIDGETS);
    expect(latest).toMatchObject({
      tag_name: "v1.0.0",
      html_url: `${webUrl}/acme/widgets/releases/tag/v1.0.0`,
      author: { login: "bob" },
      assets: [{ name: "sums.txt" }, { name: "widgets.txt", size: 11, label: "Widgets", download_count: 3 }],
    });
    expect(await call(getReleaseByTag, { ...WIDGETS, tag: "v1.0.0" })).toEqual(latest);
    expect(await call(getRelease, { ...WIDGETS, release_id: latest?.id ?? 0 })).toEqual(latest);
    expect(await call(getReleaseByTag, { ...WIDGETS, tag: "v9" })).toBeNull();
    expect(await call(getLatestRelease, { owner: "acme", repo: "empty" })).toBeNull();
  });
});

describe("creating", () => {
  test("creates the missing tag at the target, and emits the events", async ({ emulator }) => {
    const { call } = clientFor(emulator, "bob");
    const release = await call(createRelease, {
      ...WIDGETS,
      tag_name: "v1.1.0",
      target_commitish: "round",
      name: "New",
    });
    expect(release).toMatchObject({
      tag_name: "v1.1.0",
      name: "New",
      body: null,
      draft: false,
      author: { login: "bob" },
      target_commitish: "round",
    });
    expect(eventsOf(emulator)).toEqual(["create", "created", "published", "released"]);
    expect(await call(getLatestRelease, WIDGETS)).toMatchObject({ id: release.id });
    const again = await requestJson(emulator, "POST /repos/acme/widgets/releases", { tag_name: "v1.1.0" }, "bob");
    expect(again).toMatchObject({
      status: 422,
      body: { errors: [{ resource: "Release", code: "already_exists", field: "tag_name" }] },
    });
  });

  test("decides with make_latest whether the release is the latest", async ({ emulator }) => {
    const { call } = clientFor(emulator, "bob");
    const latestTag = async () => (await call(getLatestRelease, WIDGETS))?.tag_name;
    await call(createRelease, { ...WIDGETS, tag_name: "v3.0.0" });
    await call(createRelease, { ...WIDGETS, tag_name: "v4.0.0", make_latest: "false" });
    expect(await latestTag()).toBe("v3.0.0");
    await call(createRelease, { ...WIDGETS, tag_name: "v2.5.0", make_latest: "legacy" });
    expect(await latestTag()).toBe("v3.0.0");
    await call(createRelease, { ...WIDGETS, tag_name: "v3.5.0", make_latest: "legacy" });
    expect(await latestTag()).toBe("v3.5.0");
    await call(createRelease, { ...WIDGETS, tag_name: "v5.0.0", prerelease: true });
    expect(await latestTag()).toBe("v3.5.0");
  });

  test("a draft creates its tag when it is published", async ({ emulator }) => {
    const { call } = clientFor(emulator, "bob");
    const draft = await call(createRelease, { ...WIDGETS, tag_name: "v1.2.0", draft: true });
    expect(draft).toMatchObject({ draft: true, published_at: null, html_url: expect.stringContaining("/untagged-") });
    expect(eventsOf(emulator)).toEqual(["created"]);
    const published = await call(updateRelease, { ...WIDGETS, release_id: draft.id, draft: false, prerelease: true });
    expect(published).toMatchObject({ id: draft.id, draft: false, published_at: expect.any(String) });
    expect(eventsOf(emulator)).toEqual(["created", "create", "published", "prereleased"]);
  });

  test("rejects invalid tags and targets, empty repositories and missing discussions", async ({ emulator }) => {
    const post = (body: object, repo = "widgets") => requestJson(emulator, `POST /repos/acme/${repo}/releases`, body);
    expect(await post({ tag_name: "a..b" })).toMatchObject({
      status: 422,
      body: { errors: [{ code: "custom", field: "tag_name", message: "tag_name is not a valid tag" }] },
    });
    expect(await post({ tag_name: "v7", target_commitish: "none" })).toMatchObject({
      status: 422,
      body: { errors: [{ code: "invalid", field: "target_commitish" }] },
    });
    expect(await post({ tag_name: "v1" }, "empty")).toMatchObject({
      status: 422,
      body: { message: "Repository is empty." },
    });
    expect(await post({ tag_name: "v7", discussion_category_name: "News" })).toMatchObject({ status: 422 });
    const denied = await requestJson(emulator, "POST /repos/acme/widgets/releases", { tag_name: "v7" }, "carol");
    expect(denied.status).toBe(403);
  });
});

describe("changing", () => {
  test("edits texts, and reports the previous ones", async ({ emulator }) => {
    const { call } = clientFor(emulator, "bob");
    const release_id = (await call(getLatestRelease, WIDGETS))?.id ?? 0;
    await call(updateRelease, { ...WIDGETS, release_id, body: "Better." });
    expect(await call(getRelease, { ...WIDGETS, release_id })).toMatchObject({ name: "v1.0.0", body: "Better." });
    expect(eventsOf(emulator)).toEqual(["edited"]);
    await call(updateRelease, { ...WIDGETS, release_id, prerelease: true });
    expect(eventsOf(emulator)).toContain("prereleased");
    await call(updateRelease, { ...WIDGETS, release_id, draft: true });
    expect(eventsOf(emulator).at(-1)).toBe("unpublished");
    await expect(call(updateRelease, { ...WIDGETS, release_id: 99, body: "" })).rejects.toMatchObject({ status: 404 });
  });

  test("deletes a release with its assets, but not its tag", async ({ emulator }) => {
    const { call } = clientFor(emulator, "bob");
    const release = await call(getLatestRelease, WIDGETS);
    const release_id = release?.id ?? 0;
    await call(deleteRelease, { ...WIDGETS, release_id });
    await expect(call(getRelease, { ...WIDGETS, release_id })).rejects.toMatchObject({ status: 404 });
    const asset_id = release?.assets[0]?.id ?? 0;
    await expect(call(getReleaseAsset, { ...WIDGETS, asset_id })).rejects.toMatchObject({ status: 404 });
    expect(eventsOf(emulator)).toEqual(["deleted"]);
    const commit = await requestJson(emulator, "GET /repos/acme/widgets/commits/v1.0.0");
    expect(commit.status).toBe(200);
  });
});

test("assets are listed, renamed, downloaded and deleted", async ({ emulator }) => {
  const { call } = clientFor(emulator, "bob");
  const release_id = (await call(getLatestRelease, WIDGETS))?.id ?? 0;
  const [sums, widgets] = await call(listReleaseAssets, { ...WIDGETS, release_id });
  expect(await call(listReleaseAssets, { ...WIDGETS, release_id, per_page: 1, page: 2 })).toEqual([widgets]);
  const asset_id = widgets?.id ?? 0;
  expect(widgets?.digest).toMatch(/^sha256:[0-9a-f]{64}$/);
  const changed = await call(updateReleaseAsset, { ...WIDGETS, asset_id, name: "all.txt", label: "All" });
  expect(changed).toMatchObject({ id: asset_id, name: "all.txt", label: "All" });
  const taken = await requestJson(emulator, `PATCH /repos/acme/widgets/releases/assets/${asset_id}`, {
    name: sums?.name,
  });
  expect(taken).toMatchObject({ status: 422, body: { errors: [{ code: "already_exists", field: "name" }] } });
  const download = await fetch(changed.browser_download_url);
  expect(await download.text()).toBe("all widgets");
  expect(await (await fetch(`${emulator.webUrl}/acme/widgets/releases/latest/download/sums.txt`)).text()).toBe("sums");
  expect(await call(getReleaseAsset, { ...WIDGETS, asset_id })).toMatchObject({ download_count: 4 });
  await call(deleteReleaseAsset, { ...WIDGETS, asset_id });
  await expect(call(getReleaseAsset, { ...WIDGETS, asset_id })).rejects.toMatchObject({ status: 404 });
  expect((await sendRequest(emulator, `DELETE /repos/acme/widgets/releases/assets/${sums?.id}`, "carol")).status).toBe(
    403,
  );
});

describe("generated notes", () => {
  const notesTest = emulatorTest({
    seed: {
      ...seed,
      repositories: {
        "acme/widgets": {
          collaborators: { bob: "push" },
          files: { "README.md": "# Widgets\n", ".github/notes.yml": CONFIGURATION },
          commits: [
            { branch: "round", from: "main", message: "Round", files: { "round.md": "o\n" } },
            { branch: "square", from: "main", message: "Square", files: { "square.md": "s\n" } },
            { branch: "skip", from: "main", message: "Skip", files: { "skip.md": "s\n" } },
          ],
          tags: { "v1.0.0": "main" },
          labels: { bug: {}, internal: {} },
          pulls: [
            { number: 1, title: "Round it", author: "bob", head: "round", labels: ["bug"] },
            { number: 2, title: "Square it", author: "alice", head: "square" },
            { number: 3, title: "Skip it", author: "bob", head: "skip", labels: ["internal"] },
          ],
          releases: [{ tag: "v1.0.0" }],
        },
      },
    },
  });

  const mergeAll = ({ control }: Emulator) => {
    for (const pull of [1, 2, 3]) control.transition({ repository: "acme/widgets", pull, to: "merged" });
  };

  notesTest("list the pull requests that were merged since the previous release", async ({ emulator }) => {
    mergeAll(emulator);
    const { call } = clientFor(emulator, "bob");
    const url = `${emulator.webUrl}/acme/widgets`;
    const { name, body } = await call(generateReleaseNotes, { ...WIDGETS, tag_name: "v2.0.0" });
    expect(name).toBe("v2.0.0");
    expect(body).toBe(`## What's Changed
* Round it by @bob in ${url}/pull/1
* Square it by @alice in ${url}/pull/2
* Skip it by @bob in ${url}/pull/3

## New Contributors
* @bob made their first contribution in ${url}/pull/1
* @alice made their first contribution in ${url}/pull/2

**Full Changelog**: ${url}/compare/v1.0.0...v2.0.0`);
    const release = await call(createRelease, {
      ...WIDGETS,
      tag_name: "v2.0.0",
      body: "Hello.",
      generate_release_notes: true,
    });
    expect(release).toMatchObject({ name: "v2.0.0", body: `Hello.\n\n${body}` });
    const none = await call(generateReleaseNotes, { ...WIDGETS, tag_name: "v3.0.0", previous_tag_name: "v2.0.0" });
    expect(none.body).toBe(`**Full Changelog**: ${url}/compare/v2.0.0...v3.0.0`);
    const old = await call(generateReleaseNotes, { ...WIDGETS, tag_name: "v3.0.0", target_commitish: "round" });
    expect(old.body).not.toContain("Square it");
  });

  notesTest("follow a configuration with categories and exclusions", async ({ emulator }) => {
    mergeAll(emulator);
    const { call } = clientFor(emulator, "bob");
    const path = { configuration_file_path: ".github/notes.yml" };
    const { body } = await call(generateReleaseNotes, { ...WIDGETS, tag_name: "v2.0.0", ...path });
    expect(body).toContain("<!-- Release notes generated using configuration in .github/notes.yml at main -->");
    expect(body).toMatch(/### Fixes\n\* Round it .*\n### Other Changes\n\* Square it /);
    expect(body).not.toContain("Skip it");
  });

  notesTest("need existing tags, targets and configurations", async ({ emulator }) => {
    const post = (body: object) =>
      requestJson(emulator, "POST /repos/acme/widgets/releases/generate-notes", { tag_name: "v2", ...body }, "bob");
    expect(await post({ previous_tag_name: "v0" })).toMatchObject({
      status: 422,
      body: { message: "Invalid previous_tag parameter" },
    });
    expect((await post({ target_commitish: "none" })).status).toBe(422);
    expect((await post({ configuration_file_path: "none.yml" })).status).toBe(422);
  });
});
