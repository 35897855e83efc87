// A browser for tests of the worker: what it needs of one, in memory. To be imported before anything that uses the browser.

type Listener = (...heard: never[]) => void;

/** A part of `storage`. */
interface Area {
  readonly kept: Map<string, unknown>;
}

const areas: Record<"local" | "session" | "managed", Area> = {
  local: { kept: new Map() },
  session: { kept: new Map() },
  managed: { kept: new Map() },
};

/** Every test begins with a browser that has forgotten everything. */
export function resetBrowser(): void {
  for (const { kept } of Object.values(areas)) kept.clear();
  alarms.clear();
  granted.clear();
  registered.clear();
}

/** What an administrator decides. */
export function manage(policy: Record<string, unknown>): void {
  for (const [key, value] of Object.entries(policy)) areas.managed.kept.set(key, value);
}

/** Names of alarms, and when they go off. */
export const alarms = new Map<string, number | undefined>();

/** Match patterns that somebody took back. */
export const granted = new Map<string, boolean>();

/** What lies in the part of the storage that is gone with the browser. */
export const session = areas.session.kept;
export const local = areas.local.kept;

/** The scripts that are registered, by their ids. */
export const registered = new Set<string>();

function areaOf({ kept }: Area) {
  const pick = (keys: readonly string[]) =>
    Object.fromEntries(keys.filter((key) => kept.has(key)).map((key) => [key, structuredClone(kept.get(key))]));
  return {
    get: async (keys: string | readonly string[] | null) =>
      pick(keys === null ? [...kept.keys()] : typeof keys === "string" ? [keys] : keys),
    async set(entries: object) {
      for (const [key, value] of Object.entries(entries)) kept.set(key, structuredClone(value));
    },
    async remove(keys: string | readonly string[]) {
      for (const key of typeof keys === "string" ? [keys] : keys) kept.delete(key);
    },
    async clear() {
      kept.clear();
    },
    onChanged: event(),
  };
}

function event() {
  const listeners = new Set<Listener>();
  return { addListener: (listener: Listener) => void listeners.add(listener) };
}

const fake = {
  runtime: { id: "forgehand", getManifest: () => ({ host_permissions: [] }), getURL: (path: string) => path },
  // A word's own name, and what is put into it.
  i18n: {
    getMessage: (word: string, values: readonly string[] = []) =>
      word === "@@ui_locale" || word === "wordsIn" ? "en" : [word, ...values].join("|"),
  },
  storage: {
    local: areaOf(areas.local),
    session: areaOf(areas.session),
    managed: areaOf(areas.managed),
    onChanged: event(),
  },
  alarms: {
    create: (name: string, { when }: { readonly when?: number }) => void alarms.set(name, when),
    clear: async (name: string) => alarms.delete(name),
    clearAll: async () => alarms.clear(),
    onAlarm: event(),
  },
  permissions: {
    contains: async ({ origins }: { readonly origins: readonly string[] }) =>
      origins.every((origin) => granted.get(origin) !== false),
    onAdded: event(),
    onRemoved: event(),
  },
  scripting: {
    getRegisteredContentScripts: async () => [...registered].map((id) => ({ id })),
    registerContentScripts: async (scripts: readonly { readonly id: string }[]) => {
      // As browsers do.
      for (const { id } of scripts) if (registered.has(id)) throw new Error(`Duplicate script ID '${id}'`);
      for (const { id } of scripts) registered.add(id);
    },
    unregisterContentScripts: async ({ ids }: { readonly ids: readonly string[] }) => {
      for (const id of ids) registered.delete(id);
    },
    executeScript: async () => [],
  },
  tabs: { query: async () => [] },
};

Object.assign(globalThis, { browser: fake });
