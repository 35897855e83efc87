import type { CaseOptions } from "./case-options.ts";
import { cpuOfCommand } from "./cpu-of-command.ts";
import { installFromRoot, withInstalledCore } from "./installed-core.ts";
import { collectSamples, quantile } from "./measure.ts";
import type { Budget, Row } from "./row.ts";

const ROUNDS = { full: 31, quick: 15 } as const;

const NOTHING = "nothing";

interface ImportedPackage extends Budget {
  readonly id: string;
  readonly isPeer?: true;
}

const IMPORTED: readonly ImportedPackage[] = [
  { id: "@forgehand/core", must: 20, aim: 8, steady: "rounds" },
  { id: "@forgehand/core/lean" },
  { id: "@forgehand/core/operations/starring" },
  { id: "@forgehand/core/operations" },
  { id: "octokit", isPeer: true },
  { id: "@octokit/core", isPeer: true },
];

/** Measures the CPU time that importing a package adds to a Node process. */
export function measureImport({ isQuick, onProgress }: CaseOptions): Promise<Row[]> {
  return withInstalledCore(async (folder) => {
    installFromRoot(folder, ["octokit", "@octokit/core"]);
    const imported = IMPORTED.filter(({ isPeer }) => !isQuick || !isPeer);
    const run = (code: string) => () => cpuOfCommand(folder, [process.execPath, "--input-type=module", "--eval", code]);
    const samples = await collectSamples(
      [
        { name: NOTHING, cost: run("") },
        ...imported.map(({ id }) => ({ name: id, cost: run(`import ${JSON.stringify(id)};`) })),
      ],
      { rounds: isQuick ? ROUNDS.quick : ROUNDS.full, onProgress },
    );
    const added = (id: string, share: number) =>
      quantile(samples.get(id) ?? [], share) - quantile(samples.get(NOTHING) ?? [], share);
    return imported.map(({ id, isPeer, ...budget }): Row => {
      // Other load only adds CPU time, so the lower figures are the reliable ones.
      const [least = 0, figure = 0, most = 0] = [0, 0.25, 0.5]
        .map((share) => added(id, share))
        .toSorted((a, b) => a - b);
      const row: Row = { case: "import", name: `${id}, CPU`, unit: "ms", figure, low: least, high: most, ...budget };
      return isPeer ? { ...row, implementation: id, comparedWith: "@forgehand/core, CPU" } : row;
    });
  });
}
