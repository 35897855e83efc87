import { copyFileSync, mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { CaseOptions } from "./case-options.ts";
import { cpuOfCommand } from "./cpu-of-command.ts";
import { findCompiler } from "./find-compiler.ts";
import { countOperations, declarationBytes, installFromRoot, withInstalledCore } from "./installed-core.ts";
import { compareInRounds, type Spread, scaleSpread } from "./measure.ts";
import type { Budget, Row } from "./row.ts";

const APPS = fileURLToPath(new URL("apps/", import.meta.url));

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

const ROUNDS = { full: 31, quick: 15 } as const;

const PEERS = { octokit: "octokit", "@octokit/core": "octokit-core" } as const;
const EVERYTHING = "everything / written by hand";
const STEADY = { steady: "rounds" } as const satisfies Budget;

type TypeCheckCandidate = "hand" | "area" | "all" | keyof typeof PEERS;

/** Measures what type-checking the tiny app costs, compared with the same app written by hand. */
export function measureTypes({ isQuick, onProgress }: CaseOptions): Promise<Row[]> {
  return withInstalledCore(async (folder) => {
    installFromRoot(folder, Object.keys(PEERS));
    const compiler = await findCompiler();
    const prepare = (app: string) => {
      const appFolder = prepareApp(folder, app);
      return () => cpuOfCommand(appFolder, [compiler, "--project", "."]);
    };
    await prepare("wrong-use")();
    const all = await countOperations(folder, "operations");
    const additional = all - (await countOperations(folder, "operations/starring"));
    const peers = isQuick ? [] : (["octokit", "@octokit/core"] as const);
    const measured = await compareInRounds<TypeCheckCandidate>(
      [
        { name: "hand", cost: prepare("plain-fetch") },
        { name: "area", cost: prepare("one-area") },
        { name: "all", cost: prepare("everything") },
        ...peers.map((name) => ({ name, cost: prepare(PEERS[name]) })),
      ],
      { rounds: isQuick ? ROUNDS.quick : ROUNDS.full, onProgress },
    );
    const row = (name: string, unit: Row["unit"], spread: Spread, budget: Budget = {}): Row => {
      const { median: figure, low, high } = spread;
      return { case: "types", name, unit, figure, low, high, ...budget };
    };
    const growth = scaleSpread(measured.difference("all", "area"), 1 / additional);
    return [
      row("one area / written by hand", "x", measured.ratio("area", "hand"), { ...STEADY, must: 1.5, aim: 1.3 }),
      row(EVERYTHING, "x", measured.ratio("all", "hand"), { ...STEADY, must: 2, aim: 1.7 }),
      ...peers.map((peer): Row => {
        return {
          ...row(`${peer} / written by hand`, "x", measured.ratio(peer, "hand"), STEADY),
          implementation: peer,
          comparedWith: EVERYTHING,
        };
      }),
      row("written by hand, CPU", "ms", measured.of("hand")),
      row("one area, CPU", "ms", measured.of("area")),
      row("everything, CPU", "ms", measured.of("all")),
      row("increase with each additional operation, CPU", "ms", growth),
      { case: "types", name: "operations", unit: "operations", figure: all },
      { case: "types", name: "all declarations", unit: "kB", figure: declarationBytes(folder) / 1000 },
    ];
  });
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
