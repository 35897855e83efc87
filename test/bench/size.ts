import { copyFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { BUNDLERS, type Bundler } from "./bundle.ts";
import type { Bench, Measured } from "./harness.ts";
import { APPS, countOperations, installedBytes } from "./installed-core.ts";
import { type Budget, type CaseRow, createRow, type RowDetails } from "./row.ts";

const LEAN = "tiny app, lean client";
const WITH_MIDDLEWARE = "tiny app, lean client with pace, retry and cache";
const EVERYTHING = "tiny app, client with everything";

/** Budgets for the code that the app loads at its start. */
const OWN_APPS = [
  { name: LEAN, app: "lean", must: 11, aim: 8.5 },
  { name: WITH_MIDDLEWARE, app: "lean-middleware", must: 15.5, aim: 12 },
  { name: EVERYTHING, app: "one-area", must: 22, aim: 17 },
] as const;

/** The same app written with other libraries, and the variant of ours that has the same features. */
const PEERS = [
  { name: "plain fetch", app: "plain-fetch", counterpart: LEAN },
  { name: "@octokit/core", app: "octokit-core", counterpart: LEAN },
  { name: "octokit", app: "octokit", counterpart: WITH_MIDDLEWARE },
] as const;

/** The operations that the app calls, without a client: the lower bound for every client of ours. */
const CALLED_OPERATIONS =
  'export { checkStar, listStarredRepositories, starRepository } from "@forgehand/core/operations/starring";\n';
const CLIENT = 'export { createClient } from "@forgehand/core";\n';
const ONE_OPERATION = 'export { setSubscription } from "@forgehand/core/operations/watching";\n';
const ONE_FROM_ALL = 'export { setSubscription } from "@forgehand/core/operations";\n';
const ALL_OPERATIONS = 'export * from "@forgehand/core/operations";\n';

/**
 * Measures how much the client and the operations add to a bundle, minified and gzipped, and how much the package adds to
 * `node_modules`.
 */
export async function measureSize({ installCore }: Bench): Promise<Measured> {
  const folder = installCore();
  const operations = await countOperations(folder, "operations");
  const installed = installedBytes(folder, ["@noble/hashes", "tweetnacl"]) / 1_000_000;
  const budget: Budget = { steady: "exact", must: 8, aim: 5 };
  const rows = [createRow("installed package, with its dependencies except zod", "MB", installed, budget)];
  for (const [name, bundle] of Object.entries(BUNDLERS)) rows.push(...(await sizes(folder, name, bundle, operations)));
  return { rows };
}

async function sizes(folder: string, bundler: string, bundle: Bundler, operations: number): Promise<CaseRow[]> {
  const appSize = (name: string) => {
    const app = join(folder, `${name}.ts`);
    copyFileSync(join(APPS, `${name}.ts`), app);
    return bundle(app);
  };
  const sizeOf = async (source: string) => {
    const entry = join(folder, "entry.js");
    writeFileSync(entry, source);
    return (await bundle(entry)).initial;
  };
  const row = (name: string, figure: number, details: RowDetails = {}) =>
    createRow(`${name}, ${bundler}`, "kB", figure, { steady: "exact", ...details });
  const rows: CaseRow[] = [];
  for (const { name, app, must, aim } of OWN_APPS) {
    const { initial, onDemand } = await appSize(app);
    rows.push(row(name, initial, { must, aim }), row(`${name}, loaded on demand`, onDemand));
  }
  for (const { name, app, counterpart } of PEERS) {
    const compared = { implementation: name, comparedWith: `${counterpart}, ${bundler}` };
    rows.push(row(`tiny app, ${name}`, (await appSize(app)).initial, compared));
  }
  const alone = await sizeOf(ONE_OPERATION);
  const clientAndOne = await sizeOf(CLIENT + ONE_OPERATION);
  const clientAndAll = await sizeOf(CLIENT + ALL_OPERATIONS);
  const importedFromAll = (await sizeOf(ONE_FROM_ALL)) - alone;
  return [
    ...rows,
    row("the tiny app's operations only", await sizeOf(CALLED_OPERATIONS)),
    row("one operation only", alone),
    row("client and one operation", clientAndOne),
    row("client and all operations", clientAndAll),
    row("each additional operation", (clientAndAll - clientAndOne) / (operations - 1), { must: 0.15, aim: 0.1 }),
    row("importing one from all operations instead of from its area", importedFromAll, { must: 0.1 }),
  ];
}
