import { copyFileSync, mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { findCompiler } from "./compiler.ts";
import { cpuOfCommand } from "./cpu.ts";
import { rounds, type Spread, scale } from "./measure.ts";
import { countOperations, declarationBytes, withPublished } from "./published.ts";
import type { Row } from "./row.ts";

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

/** What type-checking the tiny app costs, over the same app written by hand. */
export function measureTypes(): Promise<Row[]> {
  return withPublished(async (folder) => {
    const compiler = await findCompiler();
    const prepare = (app: string) => {
      const own = prepareApp(folder, app);
      return () => cpuOfCommand(own, [compiler, "--project", "."]);
    };
    await prepare("wrong-use")();
    const all = await countOperations(folder, "operations");
    const further = all - (await countOperations(folder, "operations/starring"));
    const measured = await rounds(
      [
        { name: "hand", cost: prepare("plain-fetch") },
        { name: "area", cost: prepare("one-area") },
        { name: "all", cost: prepare("everything") },
      ],
      { rounds: 31 },
    );
    const row = (name: string, unit: Row["unit"], spread: Spread, budget: Pick<Row, "must" | "aim"> = {}): Row => {
      const { median: figure, low, high } = spread;
      return { case: "types", name, unit, figure, low, high, ...budget };
    };
    const growth = scale(measured.difference("all", "area"), 1 / further);
    return [
      row("one area / written by hand", "x", measured.ratio("area", "hand"), { must: 1.5, aim: 1.3 }),
      row("everything / written by hand", "x", measured.ratio("all", "hand"), { must: 2, aim: 1.7 }),
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
