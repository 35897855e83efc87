import { existsSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { type Block, listDocuments, ROOT, readBlocks, readDocument } from "./blocks.ts";
import { check } from "./checks.ts";
import { checkClaim } from "./claims.ts";
import { readCommands } from "./commands.ts";
import { compile } from "./compile.ts";
import { CHECKED_ELSEWHERE, NOT_EXECUTED, NOT_RUN } from "./exemptions.ts";
import { baseUrl } from "./given/anywhere.ts";
import { environmentOf } from "./given/environment.ts";
import { type Module, writeModules } from "./modules.ts";
import { isLog } from "./pictures.ts";
import { isShell, openShell, withoutTimes } from "./shell.ts";

/** Blocks that are wrong on purpose: what the checks find, they find in this document. */
const BROKEN = "test/documents/broken.md";

const blocks = listDocuments().flatMap((document) => readBlocks(document));
const byDocument = Map.groupBy(blocks, ({ document }) => document);
const modules = await writeModules(blocks);
const compiling = compile(modules.path);

// It takes as long as it takes, on a machine that does other things too.
beforeAll(() => compiling, 300_000);
beforeAll(() => {
  for (const { code } of blocks) for (const [name, value] of environmentOf(code)) vi.stubEnv(name, value);
  // What examples print is for their readers.
  vi.spyOn(console, "log").mockImplementation(() => {});
  const { fetch } = globalThis;
  // Whatever forge an example names, here it is the emulator.
  const elsewhere = (url: string) =>
    /^http:\/\/(?:127\.0\.0\.1|localhost)\b/.test(url) ? url : url.replace(/^https?:\/\/[^/]+(?:\/api\/v3)?/, baseUrl);
  vi.stubGlobal("fetch", (to: string | URL | Request, init?: RequestInit) =>
    fetch(to instanceof Request ? new Request(elsewhere(to.url), to) : elsewhere(String(to)), init),
  );
});
afterAll(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  vi.unstubAllEnvs();
  modules.remove();
});

/** A module with tests for this runner runs as that, another one as it is imported; a whole file is its reader's to run. */
const hasTests = ({ imports }: Module) => imports.has("@forgehand/emulator/vitest");
const isExecuted = (module: Module) => module.block.title === undefined && !hasTests(module) && !isExempt(module.block);
const isExempt = ({ document, code }: Block) =>
  NOT_EXECUTED.some((exempt) => exempt.document === document && code.startsWith(exempt.begins));

async function execute(module: Module): Promise<string[]> {
  const exports: object | string = await import(/* @vite-ignore */ module.path).catch(String);
  if (typeof exports === "string") return [exports];
  const values = new Map<string, unknown>(Object.entries(exports));
  return module.claims.flatMap((claim) => checkClaim(values.get(claim.name), claim) ?? []);
}

async function problemsOf(block: Block): Promise<readonly string[]> {
  const module = modules.of(block);
  if (module === undefined) return [];
  const problems = [...module.wrong, ...((await compiling).get(module.path) ?? [])];
  return problems.length === 0 && isExecuted(module) ? execute(module) : problems;
}

describe.each([...byDocument.keys()])("%s", (document) => {
  const own = byDocument.get(document) ?? [];
  const shown = own.filter(isLog).flatMap(({ code }) => code.split("\n").map(withoutTimes));
  const shell = openShell(modules.folder(document), document === BROKEN ? [] : shown);
  afterAll(() => shell.stop());

  describe.each(own)("line $line", (block) => {
    test("holds", async () => {
      const problems = await check(block, { compiled: problemsOf, shell });
      if (document !== BROKEN) expect(problems).toEqual([]);
      else expect(problems).toContainEqual(expect.stringContaining(headingOf(block)));
    });
    const module = modules.of(block);
    if (module !== undefined && hasTests(module)) describe("its tests", () => import(/* @vite-ignore */ module.path));
  });
});

/** The heading that a block stands under. */
function headingOf({ document, line }: Block): string {
  const before = readDocument(document).split("\n").slice(0, line);
  return before.findLast((row) => row.startsWith("## "))?.slice(3) ?? "";
}

test("the compiler complains of nothing but blocks", async () => {
  const paths = blocks.flatMap((block) => modules.of(block)?.path ?? []);
  expect([...(await compiling).keys()].filter((path) => !paths.includes(path))).toEqual([]);
});

test("no exemption stands for nothing", () => {
  const commands = blocks.filter(isShell).flatMap(({ code, line }) => readCommands(code, line).map(({ text }) => text));
  expect(Object.keys(NOT_RUN).filter((begins) => !commands.some((text) => text.startsWith(begins)))).toEqual([]);
  const missing = (document: string, is: (block: Block) => boolean) => !byDocument.get(document)?.some(is);
  expect(NOT_EXECUTED.filter((its) => missing(its.document, ({ code }) => code.startsWith(its.begins)))).toEqual([]);
  const elsewhere = CHECKED_ELSEWHERE.filter((its) => existsSync(join(ROOT, its.test)));
  expect(elsewhere.filter((its) => missing(its.document, ({ language }) => language === its.language))).toEqual([]);
});
