import { gzipSync } from "node:zlib";
import { getContents } from "@forgehand/core/operations";
import { describe, expect } from "vitest";
import { clientFor } from "../requests.fixture.ts";
import { gitTest as test } from "./git.fixture.ts";
import { encodePacket, FLUSH_PACKET } from "./packet-line.ts";
import {
  appendDelta,
  commitOf,
  pushRawPack,
  type RawObject,
  rawObject,
  shaOf,
  treeOf,
  writeRawPack,
} from "./push-request.fixture.ts";

const BLOB = rawObject("blob", "text\n");
const TREE = treeOf("file.txt", shaOf(BLOB));
const COMMIT = commitOf(TREE);
const STORED = Buffer.from("# Widgets\n");

const readFile = async (emulator: Parameters<typeof clientFor>[0]) => {
  const file = await clientFor(emulator).call(getContents, {
    owner: "acme",
    repo: "widgets",
    path: "file.txt",
    ref: "raw",
  });
  return "content" in file ? Buffer.from(String(file.content), "base64").toString() : undefined;
};

test("whole objects are stored", async ({ emulator }) => {
  expect(await pushRawPack(emulator, shaOf(COMMIT), writeRawPack([COMMIT, TREE, BLOB]))).toContain("unpack ok");
  expect(await readFile(emulator)).toBe("text\n");
});

describe("deltas", () => {
  const result = rawObject("blob", "text\nmore\n");
  const tree = treeOf("file.txt", shaOf(result));
  const commit = commitOf(tree);
  const delta = appendDelta(BLOB.content, "more\n");

  test.for([
    ["an earlier entry", [commit, tree, BLOB, { base: 1, delta }]],
    ["an object of the pack by its id", [BLOB, { base: shaOf(BLOB), delta }, commit, tree]],
    ["a later entry by its id", [{ base: shaOf(BLOB), delta }, commit, tree, BLOB]],
  ] as const)("are applied to %s", async ([, entries], { emulator }) => {
    expect(await pushRawPack(emulator, shaOf(commit), writeRawPack(entries))).toContain("unpack ok");
    expect(await readFile(emulator)).toBe("text\nmore\n");
  });

  test("are applied to stored objects, and to each other", async ({ emulator }) => {
    const base = rawObject("blob", STORED);
    const middle = rawObject("blob", "# Widgets\nand\n");
    const last = rawObject("blob", "# Widgets\nand\ngears\n");
    const thinTree = treeOf("file.txt", shaOf(last));
    const thin = commitOf(thinTree);
    const pack = writeRawPack([
      { base: shaOf(middle), delta: appendDelta(middle.content, "gears\n") },
      { base: shaOf(base), delta: appendDelta(base.content, "and\n") },
      ...[thin, thinTree],
    ]);
    expect(await pushRawPack(emulator, shaOf(thin), pack)).toContain("unpack ok");
    expect(await readFile(emulator)).toBe("# Widgets\nand\ngears\n");
  });

  test.for([
    ["of unknown objects", { base: "1".repeat(40), delta }, "pack has 1 unresolved deltas"],
    ["of bases with another size", { base: shaOf(rawObject("blob", STORED)), delta }, "failed to apply delta"],
    ["that copy too much", { base: shaOf(BLOB), delta: Buffer.from([5, 9, 0x90, 9]) }, "failed to apply delta"],
    ["that end early", { base: shaOf(BLOB), delta: Buffer.from([5, 9, 0x90, 5, 4, 1]) }, "failed to apply delta"],
    ["that are incomplete", { base: shaOf(BLOB), delta: Buffer.from([5, 9, 0x90, 5]) }, "failed to apply delta"],
    ["that insert nothing", { base: shaOf(BLOB), delta: Buffer.from([5, 5, 0]) }, "failed to apply delta"],
  ] as const)("%s are refused", async ([, entry, message], { emulator }) => {
    const text = await pushRawPack(emulator, shaOf(commit), writeRawPack([BLOB, entry, commit, tree]));
    expect(text).toContain(`unpack ${message}\n`);
    expect(text).toContain("ng refs/heads/raw unpacker error\n");
  });
});

describe("damaged packs are refused", () => {
  const pack = writeRawPack([COMMIT, TREE, BLOB]);
  const changed = Buffer.from(pack);
  changed[20] = (changed[20] ?? 0) ^ 1;
  test.for([
    ["with changed bytes", changed, "pack is corrupted (SHA1 mismatch)"],
    ["cut off", pack.subarray(0, -25), "pack is corrupted (SHA1 mismatch)"],
    ["of something else", Buffer.from("not a pack, but long enough to be one"), "bad pack header"],
  ] as const)("%s", async ([, bytes, message], { emulator }) => {
    expect(await pushRawPack(emulator, shaOf(COMMIT), bytes)).toContain(`unpack ${message}\n`);
  });
});

describe("invalid objects are refused", () => {
  const tree = (text: string) => rawObject("tree", Buffer.from(text, "latin1"));
  const entry = (name: string, mode = "100644") =>
    `${mode} ${name}\0${Buffer.from(shaOf(BLOB), "hex").toString("latin1")}`;
  test.for<readonly [string, RawObject]>([
    ["duplicateEntries", tree(entry("a") + entry("a"))],
    ["treeNotSorted", tree(entry("b") + entry("a"))],
    ["badFilemode", tree(entry("a", "100664"))],
    ["fullPathname", tree(entry("a/b"))],
    ["emptyName", tree(entry(""))],
    ["hasDot", tree(entry("."))],
    ["hasDotdot", tree(entry(".."))],
    ["hasDotgit", tree(entry(".GIT"))],
    ["badTree", tree("100644 a")],
    ["nullSha1", treeOf("a", "0".repeat(40))],
    ["missingTree", rawObject("commit", "author\n\n")],
    ["badTreeSha1", rawObject("commit", "tree 12\n\n")],
    ["badParentSha1", rawObject("commit", `tree ${shaOf(TREE)}\nparent 12\n\n`)],
    ["missingAuthor", rawObject("commit", `tree ${shaOf(TREE)}\n\n`)],
    ["missingCommitter", rawObject("commit", `tree ${shaOf(TREE)}\nauthor A <a@b> 1 +0000\n\n`)],
    ["missingEmail", commitOf(TREE, "Alice 1 +0000")],
    ["badEmail", commitOf(TREE, "Alice <a <b>> 1 +0000")],
    ["badDate", commitOf(TREE, "Alice <a@b> soon +0000")],
    ["badTimezone", commitOf(TREE, "Alice <a@b> 1 UTC")],
    ["nulInHeader", commitOf(TREE, "Al\0ice <a@b> 1 +0000")],
    ["missingObject", rawObject("tag", "type commit\n\n")],
    ["badObjectSha1", rawObject("tag", "object 12\n\n")],
    ["missingTypeEntry", rawObject("tag", `object ${shaOf(COMMIT)}\n\n`)],
    ["badType", rawObject("tag", `object ${shaOf(COMMIT)}\ntype thing\n\n`)],
    ["missingTagEntry", rawObject("tag", `object ${shaOf(COMMIT)}\ntype commit\n\n`)],
    ["missingTaggerEntry", rawObject("tag", `object ${shaOf(COMMIT)}\ntype commit\ntag v1\n\n`)],
  ])("%s", async ([problem, object], { emulator }) => {
    const text = await pushRawPack(emulator, shaOf(COMMIT), writeRawPack([COMMIT, TREE, BLOB, object]));
    expect(text).toContain(`unpack object ${shaOf(object)}: ${problem}: `);
    expect(text).toContain("ng refs/heads/raw unpacker error\n");
  });
});

describe("objects that refer to missing ones are refused", () => {
  test.for<readonly [string, readonly RawObject[]]>([
    ["a commit without its tree", [COMMIT, BLOB]],
    ["a tree without its file", [COMMIT, TREE]],
    ["a tree with a file of another kind", [COMMIT, treeOf("file.txt", shaOf(BLOB), "40000"), TREE, BLOB]],
    [
      "a tag of nothing",
      [
        COMMIT,
        TREE,
        BLOB,
        rawObject("tag", `object ${"1".repeat(40)}\ntype commit\ntag v\ntagger A <a@b> 1 +0000\n\n`),
      ],
    ],
  ])("%s", async ([, objects], { emulator }) => {
    const text = await pushRawPack(emulator, shaOf(COMMIT), writeRawPack(objects));
    expect(text).toContain("ng refs/heads/raw missing necessary objects\n");
    // Nothing of the pack is stored.
    expect((await fetch(`${emulator.apiUrl}/repos/acme/widgets/commits/${shaOf(COMMIT)}`)).status).toBe(422);
  });

  test("a branch without its commit", async ({ emulator }) => {
    const text = await pushRawPack(emulator, "1".repeat(40), writeRawPack([BLOB]));
    expect(text).toContain("ng refs/heads/raw missing necessary objects\n");
  });
});

describe("requests", () => {
  const post = (webUrl: string, service: string, body: BodyInit, headers: Record<string, string> = {}) =>
    fetch(`${webUrl}/acme/widgets.git/${service}`, {
      method: "POST",
      headers: { "content-type": `application/x-${service}-request`, ...headers },
      body,
    });

  test("can be compressed", async ({ emulator }) => {
    const body = gzipSync("0014command=ls-refs\n0000");
    const headers = { "content-encoding": "gzip", "git-protocol": "version=2" };
    const response = await post(emulator.webUrl, "git-upload-pack", body, headers);
    expect([response.status, await response.text()]).toEqual([200, expect.stringContaining(" refs/heads/main\n")]);
    const damaged = await post(emulator.webUrl, "git-upload-pack", body.subarray(0, -9), headers);
    expect(damaged.status).toBe(400);
    expect((await post(emulator.webUrl, "git-upload-pack", body, { "content-encoding": "br" })).status).toBe(415);
  });

  test("have a limited size, also compressed", async ({ emulator }) => {
    const body = gzipSync(Buffer.alloc(17 * 1024 * 1024));
    const response = await post(emulator.webUrl, "git-upload-pack", body, { "content-encoding": "gzip" });
    expect([response.status, await response.text()]).toEqual([
      413,
      "The request is larger than 16 MB, which is the emulator's limit.\n",
    ]);
  });

  test.for([
    ["0011not a packet\n", "expected want"],
    ["zzzz", "bad line length character: zzzz"],
    ["0002", "bad line length 2"],
    ["0fff", "bad line length 4095"],
    ["000cwant 12\n0000", "invalid object id: 12"],
  ] as const)("that aren't git's are refused: %j", async ([body, message], { emulator }) => {
    expect(await (await post(emulator.webUrl, "git-upload-pack", body)).text()).toContain(`ERR`);
    expect(await (await post(emulator.webUrl, "git-upload-pack", body)).text()).toContain(message);
  });

  test("must have git's method and content type", async ({ emulator }) => {
    const { webUrl } = emulator;
    expect((await post(webUrl, "git-upload-pack", "0000", { "content-type": "text/plain" })).status).toBe(415);
    expect((await fetch(`${webUrl}/acme/widgets.git/git-upload-pack`)).status).toBe(405);
    const query = "info/refs?service=git-upload-pack";
    expect((await fetch(`${webUrl}/acme/widgets.git/${query}`, { method: "POST" })).status).toBe(405);
  });

  test("to push must have each ref once, and refs that exist to delete", async ({ emulator }) => {
    const [zero, sha] = ["0".repeat(40), "1".repeat(40)];
    const push = async (...commands: readonly string[]) => {
      const packets = commands.map((line, index) => encodePacket(index === 0 ? `${line}\0report-status` : line));
      const authorization = `Basic ${btoa(`git:${emulator.tokens["alice"] ?? ""}`)}`;
      const body = Buffer.concat([...packets, FLUSH_PACKET]);
      return (await post(emulator.webUrl, "git-receive-pack", body, { authorization })).text();
    };
    const twice = [`${zero} ${sha} refs/heads/a`, `${zero} ${sha} refs/heads/a`];
    expect(await push(...twice)).toContain("ERR multiple updates for one ref not allowed");
    expect(await push(`${zero} ${zero} refs/heads/a`)).toContain("ng refs/heads/a unable to resolve reference");
    expect(await push(`${sha} ${zero} refs/heads/a`)).toContain("ng refs/heads/a cannot lock ref");
    expect(await push(`${zero} ${sha} main`)).toContain("ng main funny refname");
    expect(await push("main")).toContain("ERR protocol error: expected old/new/ref, got 'main'");
    expect(await push()).toBe("");
  });

  test("of protocol version 2 must be commands that the emulator has", async ({ emulator }) => {
    const send = async (...lines: readonly string[]) => {
      const body = `${lines.map((line) => (line === "" ? "0001" : `${(line.length + 4).toString(16).padStart(4, "0")}${line}`)).join("")}0000`;
      return (await post(emulator.webUrl, "git-upload-pack", body, { "git-protocol": "version=2" })).text();
    };
    expect(await send("command=object-info")).toContain("ERR invalid command 'command=object-info'");
    expect(await send("command=fetch", "object-format=sha256")).toContain("mismatched object format");
    expect(await send("command=fetch", "", "filter blob:none")).toContain("doesn't support partial clones");
    expect(await send("command=fetch", "", "sideband-all")).toContain("unexpected line: 'sideband-all'");
  });
});

test("a report without bands says what was stored", async ({ emulator }) => {
  const text = await pushRawPack(emulator, shaOf(COMMIT), writeRawPack([COMMIT, TREE, BLOB]));
  expect(text).toBe("000eunpack ok\n0016ok refs/heads/raw\n0000");
});
