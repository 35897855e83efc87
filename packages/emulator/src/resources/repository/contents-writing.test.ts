import type { Input } from "@forgehand/core/contract";
import { deleteContents, getContents, getUser, putContents } from "@forgehand/core/operations";
import fc from "fast-check";
import { describe, expect } from "vitest";
import { anyText } from "../../any-text.fixture.ts";
import type { Emulator } from "../../public.ts";
import { clientFor, notSupplied } from "../../requests.fixture.ts";
import { objectId } from "../../state/git-store.ts";
import { emulatorTest } from "../../vitest.ts";
import { base64, decodeContent, fetchPath, SEED, SITE } from "./contents.fixture.ts";

const test = emulatorTest({ seed: SEED });

/** Returns the object id of the entry at a path. */
async function shaOf(emulator: Emulator, path: string, ref = "main"): Promise<string> {
  const entry = await clientFor(emulator, "alice").call(getContents, { ...SITE, path, ref });
  return "sha" in entry ? String(entry.sha) : "";
}

async function readText(emulator: Emulator, path: string, ref = "main"): Promise<string | undefined> {
  return decodeContent(await clientFor(emulator).call(getContents, { ...SITE, path, ref }));
}

const putFile = (emulator: Emulator, input: Partial<Input<typeof putContents>>, user = "bob") =>
  clientFor(emulator, user).call(putContents, {
    ...SITE,
    path: "new.txt",
    message: "Write",
    content: base64("new"),
    ...input,
  });

const deleteFile = (emulator: Emulator, input: Partial<Input<typeof deleteContents>>, user = "bob") =>
  clientFor(emulator, user).call(deleteContents, { ...SITE, path: "README.md", message: "Delete", sha: "", ...input });

describe("writing a file", () => {
  test("commits a new file to the default branch, and returns 201", async ({ emulator }) => {
    const body = JSON.stringify({ message: "Add a page", content: base64("# Page\n") });
    const response = await fetchPath(emulator, "site/contents/docs/page.md", { method: "PUT", token: "bob", body });
    expect(response.status).toBe(201);
    const sha = objectId("blob", Buffer.from("# Page\n"));
    const { apiUrl, webUrl } = emulator;
    const written: unknown = await response.json();
    expect(written).toMatchObject({
      content: {
        type: "file",
        name: "page.md",
        path: "docs/page.md",
        sha,
        size: 7,
        url: `${apiUrl}/repos/acme/site/contents/docs/page.md?ref=main`,
        html_url: `${webUrl}/acme/site/blob/main/docs/page.md`,
      },
      commit: {
        message: "Add a page",
        author: { name: "Bob Baker", email: expect.stringContaining("+bob@"), date: expect.stringMatching(/Z$/) },
        committer: { name: "Bob Baker" },
        parents: [{ sha: expect.stringMatching(/^[0-9a-f]{40}$/) }],
        tree: { sha: expect.stringMatching(/^[0-9a-f]{40}$/) },
        verification: { verified: false, reason: "unsigned" },
      },
    });
    expect(written).not.toHaveProperty("content.content");
    expect(await readText(emulator, "docs/page.md")).toBe("# Page\n");
    const commit = Reflect.get(Object(Reflect.get(Object(written), "commit")), "sha");
    expect(await readText(emulator, "docs/page.md", commit)).toBe("# Page\n");
    const before = await clientFor(emulator).call(getContents, { ...SITE, path: "docs", ref: "v1" });
    expect(before).toHaveLength(2);
  });

  test("requires the id of an existing file, and returns 200", async ({ emulator }) => {
    const sha = await shaOf(emulator, "README.md");
    const body = JSON.stringify({ message: "Change", content: base64("changed"), sha });
    const response = await fetchPath(emulator, "site/contents/README.md", { method: "PUT", token: "bob", body });
    expect(response.status).toBe(200);
    expect(await readText(emulator, "README.md")).toBe("changed");
    expect(await readText(emulator, "README.md", "next")).toBe("# Next\n");
  });

  test("to another branch keeps the default branch unchanged", async ({ emulator }) => {
    const { commit } = await putFile(emulator, { branch: "release/1.0" });
    expect(await readText(emulator, "new.txt", "release/1.0")).toBe("new");
    await expect(readText(emulator, "new.txt")).rejects.toMatchObject({ status: 404 });
    const byFullName = await putFile(emulator, { path: "more.txt", branch: "refs/heads/release/1.0" });
    expect(byFullName.commit.parents).toMatchObject([{ sha: commit.sha }]);
  });

  test("creates parent directories, and deleting removes them", async ({ emulator }) => {
    const { content } = await putFile(emulator, { path: "a/b/c/d.txt" });
    expect(await clientFor(emulator).call(getContents, { ...SITE, path: "a/b" })).toMatchObject([
      { type: "dir", name: "c" },
    ]);
    await deleteFile(emulator, { path: "a/b/c/d.txt", sha: content?.sha ?? "" });
    await expect(clientFor(emulator).call(getContents, { ...SITE, path: "a" })).rejects.toMatchObject({ status: 404 });
  });

  test("keeps an executable executable, and a symlink a symlink", async ({ emulator }) => {
    await putFile(emulator, { path: "dangling", sha: await shaOf(emulator, "dangling"), content: base64("README.md") });
    expect(await clientFor(emulator).call(getContents, { ...SITE, path: "dangling" })).toMatchObject({
      type: "file",
      path: "README.md",
    });
    const body = JSON.stringify({
      sha: await shaOf(emulator, "bin/run"),
      message: "m",
      content: base64("#!/bin/zsh\n"),
    });
    const response = await fetchPath(emulator, "site/contents/bin/run", { method: "PUT", token: "bob", body });
    // The tree id shows the mode, because it covers "100755 run".
    const { commit } = Object(await response.json());
    const run = Buffer.concat([
      Buffer.from("100755 run\0"),
      Buffer.from(objectId("blob", Buffer.from("#!/bin/zsh\n")), "hex"),
    ]);
    const root = await clientFor(emulator).call(getContents, { ...SITE, path: "", ref: commit.sha });
    expect(root).toMatchObject({ 4: { name: "bin", sha: objectId("tree", run) } });
  });

  test("accepts base64 with line breaks, and any bytes", async ({ emulator }) => {
    const bytes = Uint8Array.from({ length: 256 }, (_, index) => index);
    const lines = Buffer.from(bytes).toString("base64").replace(/.{60}/g, "$&\n");
    await putFile(emulator, { path: "bytes.bin", content: lines });
    const raw = await clientFor(emulator).call(getContents, { ...SITE, path: "bytes.bin" }, { mediaType: "raw" });
    expect(Buffer.from(raw)).toEqual(Buffer.from(bytes));
  });

  test("accepts several megabytes", async ({ emulator }) => {
    const bytes = Buffer.alloc(4 * 1024 * 1024, "x");
    const { content } = await putFile(emulator, { path: "large.bin", content: bytes.toString("base64") });
    expect(content).toMatchObject({ size: bytes.length, sha: objectId("blob", bytes) });
  });
});

describe("the author and committer", () => {
  const ann = { name: "Ann", email: "ann@example.com", date: "2024-05-06T07:08:09+02:00" };
  const cem = { name: "Cem", email: "cem@example.com" };

  test("default to the caller", async ({ emulator }) => {
    emulator.control.clock.set(new Date("2026-12-24T18:00:00Z"));
    const alice = { name: "Alice Archer", email: "alice@acme.example", date: "2026-12-24T18:00:00Z" };
    expect((await putFile(emulator, {}, "alice")).commit).toMatchObject({ author: alice, committer: alice });
  });

  test("can differ: the author is given with a time, and the committer is the caller", async ({ emulator }) => {
    const { commit } = await putFile(emulator, { author: ann });
    expect(commit.author).toEqual({ name: "Ann", email: "ann@example.com", date: "2024-05-06T05:08:09Z" });
    expect(commit.committer?.name).toBe("Bob Baker");
  });

  test("are both the given committer if no author is given", async ({ emulator }) => {
    const { commit } = await putFile(emulator, { committer: cem });
    expect(commit).toMatchObject({ author: cem, committer: cem });
    const both = await putFile(emulator, { path: "both.txt", committer: cem, author: ann });
    expect(both.commit).toMatchObject({ author: { name: "Ann" }, committer: cem });
  });

  test("are a bot for an app or a job", async ({ emulator }) => {
    const emailOf = (id: number | undefined, login: string) => `${id}+${login}@users.noreply.github.com`;
    const { id } = await clientFor(emulator).call(getUser, { username: "helper[bot]" });
    const byApp = (await putFile(emulator, {}, "installation")).commit;
    expect(byApp).toMatchObject({
      author: { name: "helper[bot]", email: emailOf(id, "helper[bot]") },
      committer: { name: "helper[bot]", email: emailOf(id, "helper[bot]") },
    });
    expect((await putFile(emulator, { path: "by-job.txt" }, "job")).commit.author).toMatchObject({
      name: "github-actions[bot]",
      email: emailOf(41898282, "github-actions[bot]"),
    });
  });

  test.for([
    [{ author: { name: "Ann" } }, "author.email"],
    [{ committer: { email: "a@example.com" } }, "committer.name"],
    [{ author: { ...cem, date: "yesterday" } }, "author.date"],
    [{ author: { ...cem, name: "<>" } }, "author.name"],
    [{ committer: { ...cem, email: " " } }, "committer.email"],
    [{ committer: { ...cem, date: "1950-01-01T00:00:00Z" } }, "committer.date"],
  ])(
    "require a name, an email address, and a time that Git can store: %j",
    async ([identities, field], { emulator }) => {
      const body = JSON.stringify({ message: "m", content: "", ...Object(identities) });
      const response = await fetchPath(emulator, "site/contents/x.txt", { method: "PUT", token: "bob", body });
      expect(response.status).toBe(422);
      expect(await response.json()).toMatchObject({ errors: [{ field }] });
    },
  );

  test("can be given in part for a delete", async ({ emulator }) => {
    const sha = await shaOf(emulator, "README.md");
    const { commit } = await deleteFile(emulator, {
      sha,
      author: { name: "Ann" },
      committer: { email: "c@example.com" },
    });
    expect(commit.author).toMatchObject({ name: "Ann", email: expect.stringContaining("+bob@") });
    expect(commit.committer).toMatchObject({ name: "Bob Baker", email: "c@example.com" });
  });
});

describe("deleting a file", () => {
  test("creates a commit without it", async ({ emulator }) => {
    const { content, commit } = await deleteFile(emulator, { sha: await shaOf(emulator, "README.md") });
    expect(content).toBeNull();
    expect(commit).toMatchObject({ message: "Delete", parents: [{}] });
    await expect(readText(emulator, "README.md")).rejects.toMatchObject({ status: 404 });
    expect(await readText(emulator, "README.md", "v1")).toContain("# Site");
  });

  test("deletes a file whose fields are in the query, as hub4j's github-api sends them", async ({ emulator }) => {
    const query = new URLSearchParams({ path: "docs", message: "Delete", sha: await shaOf(emulator, "README.md") });
    const url = `site/contents/README.md?${query}`;
    const withBody = await fetchPath(emulator, url, { method: "DELETE", token: "bob", body: "{}" });
    expect(await withBody.json()).toMatchObject(notSupplied("message", "sha").body);
    const response = await fetchPath(emulator, url, { method: "DELETE", token: "bob" });
    expect(await response.json()).toMatchObject({ content: null, commit: { message: "Delete" } });
  });

  test("deletes a symlink and not its target", async ({ emulator }) => {
    const linkId = objectId("blob", Buffer.from("docs/guide.md"));
    await deleteFile(emulator, { path: "link", sha: linkId });
    expect(await readText(emulator, "docs/guide.md")).toContain("Read");
  });

  test("returns 404 if the file does not exist", async ({ emulator }) => {
    await expect(deleteFile(emulator, { path: "nowhere", sha: "0".repeat(40) })).rejects.toMatchObject({ status: 404 });
  });
});

describe("a write is rejected", () => {
  test("with a 409 if the file has changed", async ({ emulator }) => {
    const sha = await shaOf(emulator, "README.md");
    await putFile(emulator, { path: "README.md", sha });
    await expect(putFile(emulator, { path: "README.md", sha, content: base64("2") })).rejects.toMatchObject({
      name: "ConflictError",
      status: 409,
    });
    await expect(putFile(emulator, { path: "README.md", sha })).rejects.toThrow(`README.md does not match ${sha}`);
    await expect(deleteFile(emulator, { sha })).rejects.toMatchObject({ status: 409 });
    await expect(putFile(emulator, { path: "gone.txt", sha })).rejects.toMatchObject({ status: 409 });
    expect(await readText(emulator, "README.md")).toBe("new");
  });

  test("with a 422 if the id of the existing file is missing", async ({ emulator }) => {
    const body = JSON.stringify({ message: "m", content: base64("x") });
    const response = await fetchPath(emulator, "site/contents/README.md", { method: "PUT", token: "bob", body });
    expect(response.status).toBe(422);
    expect(await response.json()).toMatchObject(notSupplied("sha").body);
    const deletion = await fetchPath(emulator, "site/contents/README.md", {
      method: "DELETE",
      token: "bob",
      body: '{"message":"m"}',
    });
    expect(deletion.status).toBe(422);
    expect(await deletion.json()).toMatchObject(notSupplied("sha").body);
  });

  test.for([
    ["docs", "docs is a directory"],
    ["vendor/library", "vendor/library is a submodule"],
    ["README.md/below", "README.md is not a directory"],
    ["link-to-folder/x", "link-to-folder is not a directory"],
    ["", "path contains a malformed path component"],
    [".git/hooks/x", "path contains a malformed path component"],
    ["a%2f..%2fb", "path contains a malformed path component"],
    ["a//b", "path contains a malformed path component"],
    ["a/", "path contains a malformed path component"],
  ])("with a 422 for an invalid path: %j", async ([path = "", message = ""], { emulator }) => {
    const body = JSON.stringify({ message: "m", content: base64("x") });
    const response = await fetchPath(emulator, `site/contents/${path}`, { method: "PUT", token: "alice", body });
    expect(response.status).toBe(422);
    expect(await response.json()).toMatchObject({ errors: [{ field: "path", message }] });
  });

  test("with a 422 for content that is not base64", async ({ emulator }) => {
    const body = JSON.stringify({ message: "m", content: "not base64!" });
    const response = await fetchPath(emulator, "site/contents/x", { method: "PUT", token: "bob", body });
    expect(await response.json()).toMatchObject({ errors: [{ field: "content" }] });
  });

  test("with a 404 for an unknown branch", async ({ emulator }) => {
    const call = putFile(emulator, { branch: "nowhere" });
    await expect(call).rejects.toMatchObject({ status: 404 });
    await expect(putFile(emulator, { branch: "v1" })).rejects.toMatchObject({ status: 404 });
    const sha = await shaOf(emulator, "README.md");
    await expect(deleteFile(emulator, { sha, branch: "nowhere" })).rejects.toMatchObject({ status: 404 });
  });
});

describe("writing contents", () => {
  test("requires push access, and a token with the permission", async ({ emulator }) => {
    expect((await putFile(emulator, { path: "fine.txt" }, "fine")).content?.name).toBe("fine.txt");
    await expect(putFile(emulator, {}, "mallory")).rejects.toMatchObject({ status: 403 });
    await expect(putFile(emulator, {}, "fine-reader")).rejects.toMatchObject({ status: 403 });
    const anonymous = await fetchPath(emulator, "site/contents/x", { method: "PUT", body: "{}" });
    expect(anonymous.status).toBe(401);
  });

  test("of workflow files requires an additional scope or permission", async ({ emulator }) => {
    const workflow = { path: ".github/workflows/new.yml" };
    await expect(putFile(emulator, workflow, "bob")).rejects.toMatchObject({ missing: [{ scope: "workflow" }] });
    await expect(putFile(emulator, workflow, "fine")).rejects.toMatchObject({ status: 403 });
    expect((await putFile(emulator, workflow, "alice")).content?.path).toBe(workflow.path);
    expect((await putFile(emulator, { path: ".github/other.yml" }, "bob")).content?.name).toBe("other.yml");
    const sha = await shaOf(emulator, workflow.path);
    await expect(deleteFile(emulator, { ...workflow, sha }, "bob")).rejects.toMatchObject({ status: 403 });
    await deleteFile(emulator, { ...workflow, sha }, "alice");
  });
});

describe("an empty repository", () => {
  const blank = { owner: "acme", repo: "blank" };

  test("gets its first commit from a write", async ({ emulator }) => {
    await expect(putFile(emulator, { ...blank, branch: "other" }, "alice")).rejects.toMatchObject({ status: 404 });
    const { commit } = await putFile(emulator, { ...blank, path: "first.txt" }, "alice");
    expect(commit.parents).toEqual([]);
    expect(await clientFor(emulator).call(getContents, { ...blank, path: "" })).toMatchObject([{ name: "first.txt" }]);
  });

  test("keeps a commit without files after its last file is deleted", async ({ emulator }) => {
    const { content } = await putFile(emulator, { ...blank, path: "only.txt" }, "alice");
    await deleteFile(emulator, { ...blank, path: "only.txt", sha: content?.sha ?? "" }, "alice");
    expect(await clientFor(emulator).call(getContents, { ...blank, path: "" })).toEqual([]);
  });
});

describe("several writes", () => {
  /** Writes concurrently, one request per path, and returns the statuses. */
  const writeConcurrently = (emulator: Emulator, paths: readonly string[], branches: readonly string[]) =>
    Promise.all(
      paths.map(async (path, index) => {
        const body = JSON.stringify({ message: path, content: base64(path), branch: branches[index] ?? "main" });
        return (await fetchPath(emulator, `site/contents/${path}`, { method: "PUT", token: "bob", body })).status;
      }),
    );

  test("to one branch at the same time keep every accepted file, and the others fail with a 409", async ({
    emulator,
  }) => {
    const statuses = await writeConcurrently(emulator, ["race/1", "race/2", "race/3", "race/4", "race/5"], []);
    expect(new Set(statuses)).toEqual(new Set([201, 409]));
    const written = await clientFor(emulator).call(getContents, { ...SITE, path: "race" });
    expect(written).toHaveLength(statuses.filter((status) => status === 201).length);
  });

  test("to different branches at the same time both succeed", async ({ emulator }) => {
    expect(await writeConcurrently(emulator, ["race/1", "race/2"], ["main", "next"])).toEqual([201, 201]);
  });

  test("one after the other keep every file", async ({ emulator }) => {
    for (let index = 0; index < 10; index++) await putFile(emulator, { path: `turn/${index}` });
    expect(await clientFor(emulator).call(getContents, { ...SITE, path: "turn" })).toHaveLength(10);
  });

  test("succeed when repeated after a conflict", async ({ emulator }) => {
    const paths = Array.from({ length: 5 }, (_, index) => `many/${index}`);
    let remaining = paths;
    for (let round = 0; round < 10 && remaining.length > 0; round++) {
      const statuses = await writeConcurrently(emulator, remaining, []);
      remaining = remaining.filter((_, index) => statuses[index] === 409);
    }
    expect(remaining).toEqual([]);
    expect(await clientFor(emulator).call(getContents, { ...SITE, path: "many" })).toHaveLength(5);
  });
});

describe("after a write", () => {
  test("the push time and size of the repository are updated", async ({ emulator }) => {
    const readRepository = async () => Object(await (await fetchPath(emulator, "site", { token: "bob" })).json());
    const before = await readRepository();
    await putFile(emulator, { path: "large", content: Buffer.alloc(100_000, 1).toString("base64") });
    const after = await readRepository();
    expect(Date.parse(after.pushed_at)).toBeGreaterThan(Date.parse(before.pushed_at));
    expect(after.size - before.size).toBeGreaterThanOrEqual(97);
  });

  test("any sequence of writes and deletes results in its last state", async ({ emulator }) => {
    const step = fc.tuple(fc.constantFrom("p/a", "p/b", "p/c/d"), fc.option(anyText({ maxLength: 9 })));
    const shas = new Map<string, string>();
    const texts = new Map<string, string>();
    for (const [path, text] of fc.sample(step, { numRuns: 25, seed: 5 })) {
      const sha = shas.get(path);
      if (text !== null) {
        const { content } = await putFile(emulator, {
          path,
          content: base64(text),
          ...(sha === undefined ? {} : { sha }),
        });
        shas.set(path, content?.sha ?? "");
        texts.set(path, text);
      } else if (sha !== undefined) {
        await deleteFile(emulator, { path, sha });
        shas.delete(path);
        texts.delete(path);
      }
    }
    for (const path of ["p/a", "p/b", "p/c/d"]) {
      const raw = clientFor(emulator).call(getContents, { ...SITE, path }, { mediaType: "raw" });
      const expected = texts.get(path);
      if (expected === undefined) await expect(raw).rejects.toMatchObject({ status: 404 });
      else expect(Buffer.from(await raw)).toEqual(Buffer.from(expected));
    }
  });
});
