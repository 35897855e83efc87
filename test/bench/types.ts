import { copyFileSync, mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Bench, Measured } from "./harness.ts";
import { APPS, countOperations, declarationBytes } from "./installed-core.ts";
import { scaleSpread } from "./measure.ts";
import { cpuOfCommand } from "./processes.ts";
import { createRow } from "./row.ts";

const TYPESCRIPT = new URL("../../node_modules/typescript/", import.meta.url);

/** Compiler options that many consumers use. */
const TSCONFIG = {
  compilerOptions: {
    target: "es2023",
    lib: ["ES2023", "DOM", "DOM.Iterable"],
    module: "nodenext",
    strict: true,
    skipLibCheck: true,
    noEmit: true,
    types: [],
  },
  files: ["app.ts"],
};

const ROUNDS = { rounds: 31, quick: { rounds: 15 } };

const PEERS = { octokit: "octokit", "@octokit/core": "octokit-core" } as const;
const EVERYTHING = "everything / written by hand";
const STEADY = { steady: "rounds" } as const;

/** Measures what type-checking the tiny app costs, compared with the same app written by hand. */
export async function measureTypes({ isQuick, installCore, compare }: Bench): Promise<Measured> {
  const folder = installCore();
  const compiler = await findCompiler();
  const candidate = <Name extends string>(name: Name, app: string) => {
    const appFolder = prepareApp(folder, app);
    return { name, cost: () => cpuOfCommand(appFolder, [compiler, "--project", "."]) };
  };
  await candidate("wrong use", "wrong-use").cost();
  const all = await countOperations(folder, "operations");
  const additional = all - (await countOperations(folder, "operations/starring"));
  const peers = isQuick ? [] : (["octokit", "@octokit/core"] as const);
  const compared = await compare(
    [
      candidate("hand", "plain-fetch"),
      candidate("area", "one-area"),
      candidate("all", "everything"),
      ...peers.map((name) => candidate(name, PEERS[name])),
    ],
    ROUNDS,
  );
  const { of, ratio, difference } = compared((cpu) => cpu);
  const rows = [
    createRow("one area / written by hand", "x", ratio("area", "hand"), { ...STEADY, must: 1.5, aim: 1.3 }),
    createRow(EVERYTHING, "x", ratio("all", "hand"), { ...STEADY, must: 2, aim: 1.7 }),
    ...peers.map((peer) => {
      const details = { ...STEADY, implementation: peer, comparedWith: EVERYTHING };
      return createRow(`${peer} / written by hand`, "x", ratio(peer, "hand"), details);
    }),
    createRow("written by hand, CPU", "ms", of("hand")),
    createRow("one area, CPU", "ms", of("area")),
    createRow("everything, CPU", "ms", of("all")),
    createRow(
      "increase with each additional operation, CPU",
      "ms",
      scaleSpread(difference("all", "area"), 1 / additional),
    ),
    createRow("operations", "operations", all),
    createRow("all declarations", "kB", declarationBytes(folder) / 1000),
  ];
  return { rows };
}

/** Creates a project folder for an app, with the same packages installed. */
function prepareApp(folder: string, app: string): string {
  const appFolder = join(folder, app);
  mkdirSync(appFolder);
  symlinkSync(join(folder, "node_modules"), join(appFolder, "node_modules"));
  copyFileSync(join(APPS, `${app}.ts`), join(appFolder, "app.ts"));
  writeFileSync(join(appFolder, "package.json"), JSON.stringify({ private: true, type: "module" }));
  writeFileSync(join(appFolder, "tsconfig.json"), JSON.stringify(TSCONFIG));
  return appFolder;
}

/**
 * Returns the path of the native TypeScript compiler. Running it directly avoids the Node process that `tsc` starts,
 * which would add the same cost to every candidate.
 */
async function findCompiler(): Promise<string> {
  const { default: getExePath }: { default: unknown } = await import(new URL("lib/getExePath.js", TYPESCRIPT).href);
  const path: unknown = typeof getExePath === "function" ? getExePath() : undefined;
  if (typeof path !== "string") throw new Error("the TypeScript compiler was not found; run npm run setup");
  return path;
}
