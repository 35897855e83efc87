import type { Input } from "@forgehand/core/contract";
import { deleteContents, getContents, putContents } from "@forgehand/core/operations";
import fc from "fast-check";
import { describe, expect } from "vitest";
import { anyText } from "../../any-text.fixture.ts";
import { as } from "../../calling.fixture.ts";
import type { Emulator } from "../../public.ts";
import { objectId } from "../../state/git.ts";
import { emulatorTest } from "../../vitest.ts";
import { ask, base64, SEED, SITE, textOf } from "./contents.fixture.ts";

const test = emulatorTest({ seed: SEED });

/** The id of what lies at a path. */
async function shaOf(emulator: Emulator, path: string, ref = "main"): Promise<string> {
  const found = await as(emulator, "alice").call(getContents, { ...SITE, path, ref });
  return "sha" in found ? String(found.sha) : "";
}

async function read(emulator: Emulator, path: string, ref = "main"): Promise<string | undefined> {
  return textOf(await as(emulator).call(getContents, { ...SITE, path, ref }));
}

const put = (emulator: Emulator, input: Partial<Input<typeof putContents>>, who = "bob") =>
  as(emulator, who).call(putContents, { ...SITE, path: "new.txt", message: "Write", content: base64("new"), ...input });

const remove = (emulator: Emulator, input: Partial<Input<typeof deleteContents>>, who = "bob") =>
  as(emulator, who).call(deleteContents, { ...SITE, path: "README.md", message: "Delete", sha: "", ...input });

describe("writing a file", () => {
  test("that is new is a commit on the default branch, and a 201", async ({ emulator }) => {
    const body = JSON.stringify({ message: "Add a page", content: base64("# Page\n") });
    const answer = await ask(emulator, "site/contents/docs/page.md", { method: "PUT", token: "bob", body });
    expect(answer.status).toBe(201);
    const sha = objectId("blob", Buffer.from("# Page\n"));
    const { apiUrl, webUrl } = emulator;
    const written: unknown = await answer.json();
    expect(written).toMatchObject({
      content: {
        ...{ type: "file", name: "page.md", path: "docs/page.md", sha, size: 7 },
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
    expect(await read(emulator, "docs/page.md")).toBe("# Page\n");
    const commit = Reflect.get(Object(Reflect.get(Object(written), "commit")), "sha");
    expect(await read(emulator, "docs/page.md", commit)).toBe("# Page\n");
    const before = await as(emulator).call(getContents, { ...SITE, path: "docs", ref: "v1" });
    expect(before).toHaveLength(2);
  });

  test("in place of another needs its id, and is a 200", async ({ emulator }) => {
    const sha = await shaOf(emulator, "README.md");
    const body = JSON.stringify({ message: "Change", content: base64("changed"), sha });
    const answer = await ask(emulator, "site/contents/README.md", { method: "PUT", token: "bob", body });
    expect(answer.status).toBe(200);
    expect(await read(emulator, "README.md")).toBe("changed");
    expect(await read(emulator, "README.md", "next")).toBe("# Next\n");
  });

  test("on another branch leaves the default one alone", async ({ emulator }) => {
    const { commit } = await put(emulator, { branch: "release/1.0" });
    expect(await read(emulator, "new.txt", "release/1.0")).toBe("new");
    await expect(read(emulator, "new.txt")).rejects.toMatchObject({ status: 404 });
    const again = await put(emulator, { path: "more.txt", branch: "refs/heads/release/1.0" });
    expect(again.commit.parents).toMatchObject([{ sha: commit.sha }]);
  });

  test("makes the folders above it, and deleting takes them away", async ({ emulator }) => {
    const { content } = await put(emulator, { path: "a/b/c/d.txt" });
    expect(await as(emulator).call(getContents, { ...SITE, path: "a/b" })).toMatchObject([{ type: "dir", name: "c" }]);
    await remove(emulator, { path: "a/b/c/d.txt", sha: content?.sha ?? "" });
    await expect(as(emulator).call(getContents, { ...SITE, path: "a" })).rejects.toMatchObject({ status: 404 });
  });

  test("keeps a program a program, and a link a link", async ({ emulator }) => {
    await put(emulator, { path: "dangling", sha: await shaOf(emulator, "dangling"), content: base64("README.md") });
    expect(await as(emulator).call(getContents, { ...SITE, path: "dangling" })).toMatchObject({
      ...{ type: "file", path: "README.md" },
    });
    const body = JSON.stringify({
      sha: await shaOf(emulator, "bin/run"),
      message: "m",
      content: base64("#!/bin/zsh\n"),
    });
    const answer = await ask(emulator, "site/contents/bin/run", { method: "PUT", token: "bob", body });
    // The id of a tree tells the mode: "100755 run".
    const { commit } = Object(await answer.json());
    const run = Buffer.concat([
      Buffer.from("100755 run\0"),
      Buffer.from(objectId("blob", Buffer.from("#!/bin/zsh\n")), "hex"),
    ]);
    const root = await as(emulator).call(getContents, { ...SITE, path: "", ref: commit.sha });
    expect(root).toMatchObject({ 4: { name: "bin", sha: objectId("tree", run) } });
  });

  test("takes base64 with line breaks, and any bytes", async ({ emulator }) => {
    const bytes = Uint8Array.from({ length: 256 }, (_, index) => index);
    const lines = Buffer.from(bytes).toString("base64").replace(/.{60}/g, "$&\n");
    await put(emulator, { path: "bytes.bin", content: lines });
    const raw = await as(emulator).call(getContents, { ...SITE, path: "bytes.bin" }, { mediaType: "raw" });
    expect(Buffer.from(raw)).toEqual(Buffer.from(bytes));
  });

  test("of some megabytes works", async ({ emulator }) => {
    const bytes = Buffer.alloc(4 * 1024 * 1024, "x");
    const { content } = await put(emulator, { path: "large.bin", content: bytes.toString("base64") });
    expect(content).toMatchObject({ size: bytes.length, sha: objectId("blob", bytes) });
  });
});

describe("who wrote", () => {
  const ann = { name: "Ann", email: "ann@example.com", date: "2024-05-06T07:08:09+02:00" };
  const cem = { name: "Cem", email: "cem@example.com" };

  test("is whoever calls, where nobody is told", async ({ emulator }) => {
    emulator.control.clock.set(new Date("2026-12-24T18:00:00Z"));
    const alice = { name: "Alice Archer", email: "alice@acme.example", date: "2026-12-24T18:00:00Z" };
    expect((await put(emulator, {}, "alice")).commit).toMatchObject({ author: alice, committer: alice });
  });

  test("is the author that is told, at their time; the committer stays whoever calls", async ({ emulator }) => {
    const { commit } = await put(emulator, { author: ann });
    expect(commit.author).toEqual({ name: "Ann", email: "ann@example.com", date: "2024-05-06T05:08:09Z" });
    expect(commit.committer?.name).toBe("Bob Baker");
  });

  test("is the committer that is told, as author too", async ({ emulator }) => {
    const { commit } = await put(emulator, { committer: cem });
    expect(commit).toMatchObject({ author: cem, committer: cem });
    const both = await put(emulator, { path: "both.txt", committer: cem, author: ann });
    expect(both.commit).toMatchObject({ author: { name: "Ann" }, committer: cem });
  });

  test("is a bot where an app or a job calls", async ({ emulator }) => {
    expect((await put(emulator, {}, "installation")).commit.author?.name).toBe("helper[bot]");
    expect((await put(emulator, { path: "by-job.txt" }, "job")).commit.author?.name).toBe("actions[bot]");
  });

  test.for([
    [{ author: { name: "Ann" } }, "author.email"],
    [{ committer: { email: "a@example.com" } }, "committer.name"],
    [{ author: { ...cem, date: "yesterday" } }, "author.date"],
    [{ author: { ...cem, name: "<>" } }, "author.name"],
    [{ committer: { ...cem, email: " " } }, "committer.email"],
    [{ committer: { ...cem, date: "1950-01-01T00:00:00Z" } }, "committer.date"],
  ])("needs a name and an address, and a time that git can write: %j", async ([people, field], { emulator }) => {
    const body = JSON.stringify({ message: "m", content: "", ...Object(people) });
    const answer = await ask(emulator, "site/contents/x.txt", { method: "PUT", token: "bob", body });
    expect(answer.status).toBe(422);
    expect(await answer.json()).toMatchObject({ errors: [{ field }] });
  });

  test("may be told in part for a delete", async ({ emulator }) => {
    const sha = await shaOf(emulator, "README.md");
    const { commit } = await remove(emulator, { sha, author: { name: "Ann" }, committer: { email: "c@example.com" } });
    expect(commit.author).toMatchObject({ name: "Ann", email: expect.stringContaining("+bob@") });
    expect(commit.committer).toMatchObject({ name: "Bob Baker", email: "c@example.com" });
  });
});

describe("deleting a file", () => {
  test("is a commit without it", async ({ emulator }) => {
    const { content, commit } = await remove(emulator, { sha: await shaOf(emulator, "README.md") });
    expect(content).toBeNull();
    expect(commit).toMatchObject({ message: "Delete", parents: [{}] });
    await expect(read(emulator, "README.md")).rejects.toMatchObject({ status: 404 });
    expect(await read(emulator, "README.md", "v1")).toContain("# Site");
  });

  test("of a link takes the link away, and not what it leads to", async ({ emulator }) => {
    const [link] = [objectId("blob", Buffer.from("docs/guide.md"))];
    await remove(emulator, { path: "link", sha: link });
    expect(await read(emulator, "docs/guide.md")).toContain("Read");
  });

  test("that is not there is a 404", async ({ emulator }) => {
    await expect(remove(emulator, { path: "nowhere", sha: "0".repeat(40) })).rejects.toMatchObject({ status: 404 });
  });
});

describe("a write is refused", () => {
  test("409 where the file is another one by now", async ({ emulator }) => {
    const sha = await shaOf(emulator, "README.md");
    await put(emulator, { path: "README.md", sha });
    await expect(put(emulator, { path: "README.md", sha, content: base64("2") })).rejects.toMatchObject({
      name: "ConflictError",
      status: 409,
    });
    await expect(put(emulator, { path: "README.md", sha })).rejects.toThrow(`README.md does not match ${sha}`);
    await expect(remove(emulator, { sha })).rejects.toMatchObject({ status: 409 });
    await expect(put(emulator, { path: "gone.txt", sha })).rejects.toMatchObject({ status: 409 });
    expect(await read(emulator, "README.md")).toBe("new");
  });

  test("422 where the id of the file in its place is missing", async ({ emulator }) => {
    const body = JSON.stringify({ message: "m", content: base64("x") });
    const answer = await ask(emulator, "site/contents/README.md", { method: "PUT", token: "bob", body });
    expect(answer.status).toBe(422);
    expect(await answer.json()).toMatchObject({ errors: [{ field: "sha", code: "missing_field" }] });
    const deletion = await ask(emulator, "site/contents/README.md", {
      method: "DELETE",
      token: "bob",
      body: '{"message":"m"}',
    });
    expect(deletion.status).toBe(422);
    expect(await deletion.json()).toMatchObject({ errors: [{ field: "sha" }] });
  });

  test.for([
    ["docs", "docs is a directory"],
    ["vendor/library", "vendor/library is a submodule"],
    ["README.md/below", "README.md is no directory"],
    ["link-to-folder/x", "link-to-folder is no directory"],
    ["", "path contains a malformed path component"],
    [".git/hooks/x", "path contains a malformed path component"],
    ["a%2f..%2fb", "path contains a malformed path component"],
    ["a//b", "path contains a malformed path component"],
    ["a/", "path contains a malformed path component"],
  ])("422 on a path that no file can have: %j", async ([path = "", message = ""], { emulator }) => {
    const body = JSON.stringify({ message: "m", content: base64("x") });
    const answer = await ask(emulator, `site/contents/${path}`, { method: "PUT", token: "alice", body });
    expect(answer.status).toBe(422);
    expect(await answer.json()).toMatchObject({ errors: [{ field: "path", message }] });
  });

  test("422 on content that is no base64", async ({ emulator }) => {
    const body = JSON.stringify({ message: "m", content: "not base64!" });
    const answer = await ask(emulator, "site/contents/x", { method: "PUT", token: "bob", body });
    expect(await answer.json()).toMatchObject({ errors: [{ field: "content" }] });
  });

  test("404 on a branch that isn't there", async ({ emulator }) => {
    const call = put(emulator, { branch: "nowhere" });
    await expect(call).rejects.toMatchObject({ status: 404 });
    await expect(put(emulator, { branch: "v1" })).rejects.toMatchObject({ status: 404 });
    const sha = await shaOf(emulator, "README.md");
    await expect(remove(emulator, { sha, branch: "nowhere" })).rejects.toMatchObject({ status: 404 });
  });
});

describe("who may write", () => {
  test("those with push access, and tokens with the permission", async ({ emulator }) => {
    expect((await put(emulator, { path: "fine.txt" }, "fine")).content?.name).toBe("fine.txt");
    await expect(put(emulator, {}, "mallory")).rejects.toMatchObject({ status: 403 });
    await expect(put(emulator, {}, "fine-reader")).rejects.toMatchObject({ status: 403 });
    const anonymous = await ask(emulator, "site/contents/x", { method: "PUT", body: "{}" });
    expect(anonymous.status).toBe(401);
  });

  test("files of workflows take a scope, or a permission, of their own", async ({ emulator }) => {
    const workflow = { path: ".github/workflows/new.yml" };
    await expect(put(emulator, workflow, "bob")).rejects.toMatchObject({ missing: [{ scope: "workflow" }] });
    await expect(put(emulator, workflow, "fine")).rejects.toMatchObject({ status: 403 });
    expect((await put(emulator, workflow, "alice")).content?.path).toBe(workflow.path);
    expect((await put(emulator, { path: ".github/other.yml" }, "bob")).content?.name).toBe("other.yml");
    const sha = await shaOf(emulator, workflow.path);
    await expect(remove(emulator, { ...workflow, sha }, "bob")).rejects.toMatchObject({ status: 403 });
    await remove(emulator, { ...workflow, sha }, "alice");
  });
});

describe("an empty repository", () => {
  const blank = { owner: "acme", repo: "blank" };

  test("gets its first commit by a write", async ({ emulator }) => {
    await expect(put(emulator, { ...blank, branch: "other" }, "alice")).rejects.toMatchObject({ status: 404 });
    const { commit } = await put(emulator, { ...blank, path: "first.txt" }, "alice");
    expect(commit.parents).toEqual([]);
    expect(await as(emulator).call(getContents, { ...blank, path: "" })).toMatchObject([{ name: "first.txt" }]);
  });

  test("is one with a commit and no files after its last file", async ({ emulator }) => {
    const { content } = await put(emulator, { ...blank, path: "only.txt" }, "alice");
    await remove(emulator, { ...blank, path: "only.txt", sha: content?.sha ?? "" }, "alice");
    expect(await as(emulator).call(getContents, { ...blank, path: "" })).toEqual([]);
  });
});

describe("two writers", () => {
  /** Writes at once, one request each, and says how each ended. */
  const race = (emulator: Emulator, paths: readonly string[], branches: readonly string[]) =>
    Promise.all(
      paths.map(async (path, index) => {
        const body = JSON.stringify({ message: path, content: base64(path), branch: branches[index] ?? "main" });
        return (await ask(emulator, `site/contents/${path}`, { method: "PUT", token: "bob", body })).status;
      }),
    );

  test("on one branch at once: who comes too late is told, and nobody else's work is lost", async ({ emulator }) => {
    const statuses = await race(emulator, ["race/1", "race/2", "race/3", "race/4", "race/5"], []);
    expect(new Set(statuses)).toEqual(new Set([201, 409]));
    const written = await as(emulator).call(getContents, { ...SITE, path: "race" });
    expect(written).toHaveLength(statuses.filter((status) => status === 201).length);
  });

  test("on two branches don't meet", async ({ emulator }) => {
    expect(await race(emulator, ["race/1", "race/2"], ["main", "next"])).toEqual([201, 201]);
  });

  test("one after the other lose nothing", async ({ emulator }) => {
    for (let index = 0; index < 10; index++) await put(emulator, { path: `turn/${index}` });
    expect(await as(emulator).call(getContents, { ...SITE, path: "turn" })).toHaveLength(10);
  });

  test("whoever repeats after a conflict gets through, and nothing is lost", async ({ emulator }) => {
    const paths = Array.from({ length: 5 }, (_, index) => `many/${index}`);
    let left = paths;
    for (let round = 0; round < 10 && left.length > 0; round++) {
      const statuses = await race(emulator, left, []);
      left = left.filter((_, index) => statuses[index] === 409);
    }
    expect(left).toEqual([]);
    expect(await as(emulator).call(getContents, { ...SITE, path: "many" })).toHaveLength(5);
  });
});

describe("what a write leaves behind", () => {
  test("the repository was pushed to, and is larger", async ({ emulator }) => {
    const about = async () => Object(await (await ask(emulator, "site", { token: "bob" })).json());
    const before = await about();
    await put(emulator, { path: "large", content: Buffer.alloc(100_000, 1).toString("base64") });
    const after = await about();
    expect(Date.parse(after.pushed_at)).toBeGreaterThan(Date.parse(before.pushed_at));
    expect(after.size - before.size).toBeGreaterThanOrEqual(97);
  });

  test("any history of writes and deletes reads as its last state", async ({ emulator }) => {
    const step = fc.tuple(fc.constantFrom("p/a", "p/b", "p/c/d"), fc.option(anyText({ maxLength: 9 })));
    const shas = new Map<string, string>();
    const texts = new Map<string, string>();
    for (const [path, text] of fc.sample(step, { numRuns: 25, seed: 5 })) {
      const sha = shas.get(path);
      if (text !== null) {
        const { content } = await put(emulator, { path, content: base64(text), ...(sha === undefined ? {} : { sha }) });
        shas.set(path, content?.sha ?? "");
        texts.set(path, text);
      } else if (sha !== undefined) {
        await remove(emulator, { path, sha });
        shas.delete(path);
        texts.delete(path);
      }
    }
    for (const path of ["p/a", "p/b", "p/c/d"]) {
      const raw = as(emulator).call(getContents, { ...SITE, path }, { mediaType: "raw" });
      const expected = texts.get(path);
      if (expected === undefined) await expect(raw).rejects.toMatchObject({ status: 404 });
      else expect(Buffer.from(await raw)).toEqual(Buffer.from(expected));
    }
  });
});
