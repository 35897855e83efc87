// A browser for tests of the worker: what it needs of one, in memory. To be imported before anything that uses the browser:
// `wxt/browser` reads the global once, for all test files of a process.

import { afterAll, beforeAll } from "vitest";

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
  given.clear();
  registered.clear();
  tabs.clear();
  opened.length = 0;
  executed.length = 0;
}

/** Adds listeners, as a worker does at its start, before a file's first test, and removes them after its last one. */
export function useListeners(add: () => void): void {
  let removals: (() => void)[] = [];
  beforeAll(() => {
    accessLevels.length = 0;
    removals = events.map((event) => event.remember());
    add();
  });
  afterAll(() => {
    for (const remove of removals) remove();
    Object.assign(globalThis, { self: new EventTarget() });
  });
}

/** What an administrator decides. */
export function manage(policy: Record<string, unknown>): void {
  for (const [key, value] of Object.entries(policy)) areas.managed.kept.set(key, value);
}

/** Names of alarms, and when they go off. */
export const alarms = new Map<string, number | undefined>();

/** Match patterns that somebody took back. */
export const granted = new Map<string, boolean>();

/** Match patterns that somebody gave beside what the manifest asks for. */
export const given = new Set<string>();

/** What lies in the part of the storage that is gone with the browser. */
export const session = areas.session.kept;
export const local = areas.local.kept;

/** The scripts that are registered, by their ids. */
export const registered = new Set<string>();

/** The tabs that are open, by their ids, with their addresses. */
export const tabs = new Map<number, string>();

/** The extension's own pages that were opened. */
export const opened: string[] = [];

/** The scripts that were run in tabs. */
export const executed: { readonly tabId: number; readonly file: string | undefined }[] = [];

/** Who may read `storage.session`, as the worker set it. */
export const accessLevels: object[] = [];

/** All events of the browser. */
const events: { readonly remember: () => () => void }[] = [];

/** What happens in a browser: `tell` has it happen. */
export const happens = {
  alarm: event<[{ readonly name: string }]>(),
  installed: event<[{ readonly reason: string }]>(),
  started: event(),
  permissionsGiven: event(),
  permissionsTaken: event(),
  stored: event<[changes: object, area: string]>(),
};

function areaOf({ kept }: Area) {
  const onChanged = event<[changes: object]>();
  const pick = (keys: readonly string[]) =>
    Object.fromEntries(keys.filter((key) => kept.has(key)).map((key) => [key, structuredClone(kept.get(key))]));
  return {
    get: async (keys: string | readonly string[] | null) =>
      pick(keys === null ? [...kept.keys()] : typeof keys === "string" ? [keys] : keys),
    async set(entries: object) {
      for (const [key, value] of Object.entries(entries)) kept.set(key, structuredClone(value));
      onChanged.tell(Object.fromEntries(Object.entries(entries).map(([key, newValue]) => [key, { newValue }])));
    },
    async remove(keys: string | readonly string[]) {
      for (const key of typeof keys === "string" ? [keys] : keys) kept.delete(key);
    },
    async clear() {
      kept.clear();
    },
    onChanged,
  };
}

function event<Heard extends unknown[] = []>() {
  const listeners = new Set<(...heard: Heard) => void>();
  /** @returns a function that removes the listeners added since */
  const remember = () => {
    const before = new Set(listeners);
    return () => {
      for (const listener of listeners) if (!before.has(listener)) listeners.delete(listener);
    };
  };
  events.push({ remember });
  return {
    addListener: (listener: (...heard: Heard) => void) => void listeners.add(listener),
    tell(...heard: Heard) {
      for (const listener of listeners) listener(...heard);
    },
  };
}

const fake = {
  runtime: {
    id: "forgehand",
    getManifest: () => ({ host_permissions: [] }),
    getURL: (path: string) => path,
    getPlatformInfo: async () => ({ os: "linux" }),
    openOptionsPage: async () => void opened.push("/options.html"),
    onInstalled: happens.installed,
    onStartup: happens.started,
  },
  // A word's own name, and what is put into it.
  i18n: {
    getMessage: (word: string, values: readonly string[] = []) =>
      word === "@@ui_locale" || word === "wordsIn" ? "en" : [word, ...values].join("|"),
  },
  storage: {
    local: areaOf(areas.local),
    session: { ...areaOf(areas.session), setAccessLevel: async (level: object) => void accessLevels.push(level) },
    managed: areaOf(areas.managed),
    onChanged: happens.stored,
  },
  alarms: {
    create: (name: string, { when }: { readonly when?: number }) => void alarms.set(name, when),
    clear: async (name: string) => alarms.delete(name),
    clearAll: async () => alarms.clear(),
    onAlarm: happens.alarm,
  },
  permissions: {
    contains: async ({ origins }: { readonly origins: readonly string[] }) =>
      origins.every((origin) => granted.get(origin) !== false),
    getAll: async () => ({ origins: [...given] }),
    remove: async ({ origins }: { readonly origins: readonly string[] }) => {
      for (const origin of origins) given.delete(origin);
      return true;
    },
    onAdded: happens.permissionsGiven,
    onRemoved: happens.permissionsTaken,
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
    executeScript: async ({ target: { tabId }, files: [file] }: Script) => {
      if (!tabs.has(tabId)) throw new Error(`No tab with id: ${tabId}`);
      executed.push({ tabId, file });
      return [];
    },
  },
  tabs: {
    async get(id: number) {
      const url = tabs.get(id);
      if (url === undefined) throw new Error(`No tab with id: ${id}.`);
      return { id, url };
    },
    query: async ({ url: pattern }: { readonly url: string }) =>
      [...tabs].filter(([, url]) => url.startsWith(pattern.slice(0, -1))).map(([id, url]) => ({ id, url })),
    create: async ({ url }: { readonly url: string }) => void opened.push(url),
  },
};

interface Script {
  readonly target: { readonly tabId: number };
  readonly files: readonly string[];
}

Object.assign(globalThis, { browser: fake, self: new EventTarget() });
