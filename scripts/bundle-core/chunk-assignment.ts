/** Returns a module of the bundle; null if it is external. */
export type GetModule = (id: string) => BundledModule | null;

interface BundledModule {
  /** Modules that it imports statically. */
  readonly importedIds: readonly string[];
  readonly code: string | null;
}

/** Entries, by their files. */
export interface BundleEntries {
  readonly clients: readonly string[];
  /** Entries with the operations of one area. */
  readonly areas: readonly string[];
  /** Other entries, except those that only combine these. */
  readonly others: readonly string[];
}

/**
 * Chunks that several entries import: the clients' modules that others need too, the rest of the clients, and what only
 * others share. Each imports only those before it.
 */
export const SHARED_CHUNKS = ["base", "client", "shared"] as const;

/** Areas share a chunk up to this size, because opening a file takes longer than parsing some unused code. */
const MAX_AREA_CHUNK = 60_000;

/**
 * Assigns modules to chunks by the entries that import them. The modules of single areas are combined into chunks of
 * moderate size. Chunks cannot import each other in a cycle, because an entry that imports a module also imports what
 * that imports.
 * @returns chunks by module; modules of other single entries have none
 */
export function assignChunks(entries: BundleEntries, getModule: GetModule): ReadonlyMap<string, string> {
  const importsOf = (entry: string) => staticImports(entry, getModule);
  const ofClients = new Set(entries.clients.flatMap((entry) => [...importsOf(entry)]));
  const importCounts = new Map<string, number>();
  for (const entry of [...entries.areas, ...entries.others])
    for (const id of importsOf(entry)) importCounts.set(id, (importCounts.get(id) ?? 0) + 1);
  const assignment = new Map<string, string>();
  for (const id of ofClients) assignment.set(id, importCounts.has(id) ? "base" : "client");
  for (const [id, count] of importCounts) if (count > 1 && !ofClients.has(id)) assignment.set(id, "shared");
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
