import type { Bench, Measured } from "./harness.ts";
import { quantile } from "./measure.ts";
import { cpuOfCommand } from "./processes.ts";
import { type Budget, createRow } from "./row.ts";

const ROUNDS = { rounds: 31, quick: { rounds: 15 } };

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
export async function measureImport({ isQuick, installCore, compare }: Bench): Promise<Measured> {
  const folder = installCore();
  const imported = IMPORTED.filter(({ isPeer }) => !isQuick || !isPeer);
  const run = (code: string) => () => cpuOfCommand(folder, [process.execPath, "--input-type=module", "--eval", code]);
  const imports = imported.map(({ id }) => ({ name: id, cost: run(`import ${JSON.stringify(id)};`) }));
  const { costs } = (await compare([{ name: NOTHING, cost: run("") }, ...imports], ROUNDS))((cpu) => cpu);
  const rows = imported.map(({ id, isPeer, ...budget }) => {
    // Other load only adds CPU time, so the lower figures are the reliable ones.
    const [low = 0, median = 0, high = 0] = [0, 0.25, 0.5]
      .map((share) => quantile(costs(id), share) - quantile(costs(NOTHING), share))
      .toSorted((a, b) => a - b);
    const compared = isPeer && { implementation: id, comparedWith: "@forgehand/core, CPU" };
    return createRow(`${id}, CPU`, "ms", { median, low, high }, { ...budget, ...compared });
  });
  return { rows };
}
