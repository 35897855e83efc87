/** Returns a module of the bundle; null if it is external. */
export type GetModule = (id: string) => BundledModule | null;

interface BundledModule {
  /** Modules that it imports statically. */
  readonly importedIds: readonly string[];
  readonly code: string | null;
}

/** Entries, by their files. */
export interface BundleEntries {
  readonly leanClient: string;
  readonly client: string;
  /** Entries with the operations of one area. */
  readonly areas: readonly string[];
  /** Other entries, except those that only combine these. */
  readonly others: readonly string[];
}

/** Chunks that several entries import. Each imports only those before it. */
export const SHARED_CHUNKS = ["base", "lean-client", "contract", "client", "shared"] as const;

/** Areas share a chunk up to this size, because opening a file takes longer than parsing some unused code. */
const MAX_AREA_CHUNK = 60_000;

/**
 * Assigns modules to chunks by the entries that import them: those of the clients, those that the clients share with other
 * entries, and those that other entries share. The modules of single areas are combined into chunks of moderate size.
 *
 * Chunks cannot import each other in a cycle, because an entry that imports a module also imports what that imports.
 * @returns chunks by module; modules of other single entries have none
 */
export function assignChunks(entries: BundleEntries, getModule: GetModule): ReadonlyMap<string, string> {
  const importsOf = (entry: string) => staticImports(entry, getModule);
  const [lean, client] = [importsOf(entries.leanClient), importsOf(entries.client)];
  const assignment = new Map<string, string>();
  const importers = new Map<string, string[]>();
  for (const entry of [...entries.areas, ...entries.others])
    for (const id of importsOf(entry)) importers.set(id, [...(importers.get(id) ?? []), entry]);
  for (const id of new Set([...lean, ...client, ...importers.keys()])) {
    const chunk = sharedChunk({
      inLean: lean.has(id),
      inClient: client.has(id),
      others: importers.get(id)?.length ?? 0,
    });
    if (chunk !== undefined) assignment.set(id, chunk);
  }
  let [index, size] = [1, 0];
  for (const area of entries.areas) {
    const modules = [...importsOf(area)].filter((id) => !assignment.has(id));
    const added = modules.reduce((sum, id) => sum + (getModule(id)?.code?.length ?? 0), 0);
    if (size > 0 && size + added > MAX_AREA_CHUNK) [index, size] = [index + 1, 0];
    size += added;
    for (const id of modules) assignment.set(id, `operations-${index}`);
  }
  return assignment;
}

interface Use {
  readonly inLean: boolean;
  readonly inClient: boolean;
  /** Number of other entries that import it. */
  readonly others: number;
}

function sharedChunk({ inLean, inClient, others }: Use): (typeof SHARED_CHUNKS)[number] | undefined {
  if (inLean) return others > 0 ? "base" : "lean-client";
  if (inClient) return others > 0 ? "contract" : "client";
  return others > 1 ? "shared" : undefined;
}

/** Returns a module and everything that it imports statically. */
function staticImports(entry: string, getModule: GetModule): ReadonlySet<string> {
  const visited = new Set<string>();
  const visit = (id: string): void => {
    const module = visited.has(id) ? null : getModule(id);
    if (module === null) return;
    visited.add(id);
    module.importedIds.forEach(visit);
  };
  visit(entry);
  return visited;
}
