import { globSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { AnyEvent } from "../../packages/core/src/contract/events/event-types.ts";
import type { AnyOperation } from "../../packages/core/src/contract/operation-types.ts";

export const CONTRACT = fileURLToPath(new URL("../../packages/core/src/contract/", import.meta.url));

/** A module of the contract that declares operations or events, by the names of their exports. */
export interface ContractModule {
  /** Path below the contract's folder, without its extension: `repository/hooks`. */
  readonly path: string;
  readonly operations: ReadonlyMap<string, AnyOperation>;
  readonly events: ReadonlyMap<string, AnyEvent>;
}

/** Module and name of a function or a constant that data refers to. */
export interface ExportedValue {
  readonly path: string;
  readonly name: string;
}

const RESOURCES = "{app,enterprise,events,installation,organization,repository,service,user}/*.ts";
/** Module that only exports the events of others. */
const CATALOGUE = "events/all-events";
/** Modules without zod, whose exports the data of operations refers to. */
const REFERENCES = [
  "rules/*.ts",
  "verifications/*.ts",
  "big-integers.ts",
  "list-reports.ts",
  "../schema/secret-values.ts",
  "../terms/translate-terms.ts",
  "../terms/uploads.ts",
];

/** Loads the modules that declare operations or events. */
export async function collectModules(): Promise<ContractModule[]> {
  const modules = await Promise.all(
    sourcesOf(RESOURCES).map(async (path) => {
      const exports = await loadExports(path);
      const operations = new Map<string, AnyOperation>();
      const events = new Map<string, AnyEvent>();
      for (const [name, value] of exports) {
        if (isOperation(value)) operations.set(name, value);
        else if (isEvent(value)) events.set(name, value);
      }
      return { path, operations, events };
    }),
  );
  return modules.filter(({ path, operations, events }) => path !== CATALOGUE && operations.size + events.size > 0);
}

/** Loads the functions and constants that data refers to by name. */
export async function collectReferences(): Promise<ReadonlyMap<unknown, ExportedValue>> {
  const references = new Map<unknown, ExportedValue>();
  for (const path of REFERENCES.flatMap(sourcesOf))
    for (const [name, value] of await loadExports(path)) references.set(value, { path, name });
  return references;
}

function sourcesOf(pattern: string): string[] {
  return globSync(pattern, { cwd: CONTRACT })
    .filter((path) => !/\.(test|fixture)\./.test(path))
    .map((path) => path.replace(/\.ts$/, ""))
    .sort();
}

async function loadExports(path: string): Promise<[name: string, value: unknown][]> {
  const exports: object = await import(`${CONTRACT}${path}.ts`);
  return Object.entries(exports);
}

/** Returns whether a value is an operation. */
export function isOperation(value: unknown): value is AnyOperation {
  return typeof value === "object" && value !== null && "route" in value && "define" in value;
}

function isEvent(value: unknown): value is AnyEvent {
  return typeof value === "object" && value !== null && "rule" in value && "define" in value;
}
