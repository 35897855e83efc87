import { copyFileSync, mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { findCompiler } from "./compiler.ts";
import { cpuOfCommand } from "./cpu.ts";
import { rounds, type Spread, scale } from "./measure.ts";
import type { Order } from "./order.ts";
import { countOperations, declarationBytes, installFromRoot, withPublished } from "./published.ts";
import type { Budget, Row } from "./row.ts";

const APPS = fileURLToPath(new URL("apps/", import.meta.url));

/** As many consumers have it. */
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

type Candidate = "hand" | "area" | "all" | keyof typeof PEERS;

/** What type-checking the tiny app costs, over the same app written by hand. */
export function measureTypes({ isQuick, tell }: Order): Promise<Row[]> {
  return withPublished(async (folder) => {
    installFromRoot(folder, Object.keys(PEERS));
    const compiler = await findCompiler();
    const prepare = (app: string) => {
      const own = prepareApp(folder, app);
      return () => cpuOfCommand(own, [compiler, "--project", "."]);
    };
    await prepare("wrong-use")();
    const all = await countOperations(folder, "operations");
    const further = all - (await countOperations(folder, "operations/starring"));
    const peers = isQuick ? [] : (["octokit", "@octokit/core"] as const);
    const measured = await rounds<Candidate>(
      [
        { name: "hand", cost: prepare("plain-fetch") },
        { name: "area", cost: prepare("one-area") },
        { name: "all", cost: prepare("everything") },
        ...peers.map((name) => ({ name, cost: prepare(PEERS[name]) })),
      ],
      { rounds: isQuick ? ROUNDS.quick : ROUNDS.full, tell },
    );
    const row = (name: string, unit: Row["unit"], spread: Spread, budget: Budget = {}): Row => {
      const { median: figure, low, high } = spread;
      return { case: "types", name, unit, figure, low, high, ...budget };
    };
    const growth = scale(measured.difference("all", "area"), 1 / further);
    return [
      row("one area / written by hand", "x", measured.ratio("area", "hand"), { ...STEADY, must: 1.5, aim: 1.3 }),
      row(EVERYTHING, "x", measured.ratio("all", "hand"), { ...STEADY, must: 2, aim: 1.7 }),
      ...peers.map((who): Row => {
        return {
          ...row(`${who} / written by hand`, "x", measured.ratio(who, "hand"), STEADY),
          ...{ who, beside: EVERYTHING },
        };
      }),
      row("written by hand, CPU", "ms", measured.of("hand")),
      row("one area, CPU", "ms", measured.of("area")),
      row("everything, CPU", "ms", measured.of("all")),
      row("growth with each further operation, CPU", "ms", growth),
      { case: "types", name: "operations", unit: "operations", figure: all },
      { case: "types", name: "all declarations", unit: "kB", figure: declarationBytes(folder) / 1000 },
    ];
  });
}

/** A folder of the app's own, beside the others, with the same packages installed. */
function prepareApp(folder: string, app: string): string {
  const own = join(folder, app);
  mkdirSync(own);
  symlinkSync(join(folder, "node_modules"), join(own, "node_modules"));
  copyFileSync(join(APPS, `${app}.ts`), join(own, "app.ts"));
  writeFileSync(join(own, "package.json"), JSON.stringify({ private: true, type: "module" }));
  writeFileSync(join(own, "tsconfig.json"), JSON.stringify(TSCONFIG));
  return own;
}
