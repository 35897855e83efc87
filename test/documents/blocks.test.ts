import { existsSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { type Block, listDocuments, ROOT, readBlocks, readDocument } from "./blocks.ts";
import { checkBlock } from "./check-block.ts";
import { readCommands } from "./commands.ts";
import { compile } from "./compile.ts";
import { createDocumentShell, isShell, withoutTimes } from "./document-shell.ts";
import { CHECKED_ELSEWHERE, NOT_EXECUTED, NOT_RUN } from "./exemptions.ts";
import { baseUrl } from "./given/anywhere.ts";
import { environmentVariablesOf } from "./given/environment.ts";
import { type BlockModule, writeModules } from "./modules.ts";
import { isLog } from "./text-blocks.ts";
import { checkValueComment } from "./value-comments.ts";

/** A document with blocks that are wrong on purpose, to test the checks. */
const BROKEN_DOCUMENT = "test/documents/broken.md";

const blocks = listDocuments().flatMap((document) => readBlocks(document));
const byDocument = Map.groupBy(blocks, ({ document }) => document);
const modules = await writeModules(blocks);
const compiling = compile(modules.path);

// Compilation can take long on a busy machine.
beforeAll(() => compiling, 300_000);
beforeAll(() => {
  for (const { code } of blocks) for (const [name, value] of environmentVariablesOf(code)) vi.stubEnv(name, value);
  // Output of examples is not relevant here.
  vi.spyOn(console, "log").mockImplementation(() => {});
  const { fetch } = globalThis;
  vi.stubGlobal("fetch", async (to: string | URL | Request, init?: RequestInit) => {
    const url = to instanceof Request ? to.url : String(to);
    const response = await fetch(to instanceof Request ? new Request(emulatorUrl(url), to) : emulatorUrl(url), init);
    return url.startsWith("https:") ? withEncryptedLocation(response) : response;
  });
});
afterAll(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  vi.unstubAllEnvs();
  modules.remove();
});

/** The emulator's URL for that of an example's request, whatever service it names. */
function emulatorUrl(url: string): string {
  const isEmulator = /^https?:\/\/(?:127\.0\.0\.1|localhost)\b/.test(url);
  return isEmulator ? url.replace(/^https:/, "http:") : url.replace(/^https?:\/\/[^/]+(?:\/api\/v3)?/, baseUrl);
}

/** Makes a redirect by the emulator look like one of a service with `https:`, which never leads to `http:`. */
function withEncryptedLocation(response: Response): Response {
  const location = response.headers.get("location");
  if (location === null) return response;
  const headers = new Headers(response.headers);
  headers.set("location", location.replace(/^http:/, "https:"));
  return new Response(response.body, { status: response.status, headers });
}

/** Modules with tests run as test files, other fragments run when imported. Whole files are not executed. */
const hasTests = ({ imports }: BlockModule) => imports.has("@forgehand/emulator/vitest");
const isExecuted = (module: BlockModule) =>
  module.block.title === undefined && !hasTests(module) && !isExempt(module.block);
const isExempt = ({ document, code }: Block) =>
  NOT_EXECUTED.some((exempt) => exempt.document === document && code.startsWith(exempt.prefix));

async function execute(module: BlockModule): Promise<string[]> {
  const exports: object | string = await import(/* @vite-ignore */ module.path).catch(String);
  if (typeof exports === "string") return [exports];
  const values = new Map<string, unknown>(Object.entries(exports));
  return module.claims.flatMap((claim) => checkValueComment(values.get(claim.name), claim) ?? []);
}

async function problemsOf(block: Block): Promise<readonly string[]> {
  const module = modules.moduleOf(block);
  if (module === undefined) return [];
  const problems = [...module.errors, ...((await compiling).get(module.path) ?? [])];
  return problems.length === 0 && isExecuted(module) ? execute(module) : problems;
}

describe.each([...byDocument.keys()])("%s", (document) => {
  const documentBlocks = byDocument.get(document) ?? [];
  const shownLogLines = documentBlocks.filter(isLog).flatMap(({ code }) => code.split("\n").map(withoutTimes));
  const shell = createDocumentShell(modules.folder(document), document === BROKEN_DOCUMENT ? [] : shownLogLines);
  afterAll(() => shell.stop());

  describe.each(documentBlocks)("line $line", (block) => {
    test("is correct", async () => {
      const problems = await checkBlock(block, { moduleProblems: problemsOf, shell });
      if (document !== BROKEN_DOCUMENT) expect(problems).toEqual([]);
      else expect(problems).toContainEqual(expect.stringContaining(headingOf(block)));
    });
    const module = modules.moduleOf(block);
    if (module !== undefined && hasTests(module)) describe("its tests", () => import(/* @vite-ignore */ module.path));
  });
});

/** Returns the heading above a block. */
function headingOf({ document, line }: Block): string {
  const before = readDocument(document).split("\n").slice(0, line);
  return before.findLast((row) => row.startsWith("## "))?.slice(3) ?? "";
}

test("the compiler reports errors only in blocks", async () => {
  const paths = blocks.flatMap((block) => modules.moduleOf(block)?.path ?? []);
  expect([...(await compiling).keys()].filter((path) => !paths.includes(path))).toEqual([]);
});

test("every exemption matches a block", () => {
  const commands = blocks.filter(isShell).flatMap(({ code, line }) => readCommands(code, line).map(({ text }) => text));
  expect(Object.keys(NOT_RUN).filter((prefix) => !commands.some((text) => text.startsWith(prefix)))).toEqual([]);
  const missing = (document: string, matches: (block: Block) => boolean) => !byDocument.get(document)?.some(matches);
  expect(
    NOT_EXECUTED.filter((exemption) => missing(exemption.document, ({ code }) => code.startsWith(exemption.prefix))),
  ).toEqual([]);
  const checkedElsewhere = CHECKED_ELSEWHERE.filter((exemption) => existsSync(join(ROOT, exemption.test)));
  expect(
    checkedElsewhere.filter((exemption) =>
      missing(exemption.document, ({ language }) => language === exemption.language),
    ),
  ).toEqual([]);
});
