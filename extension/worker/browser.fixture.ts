// An in-memory fake browser for tests of the worker. It must be imported before anything that uses the browser:
// `wxt/browser` reads the global once for all test files of a process.

import { afterAll, beforeAll } from "vitest";

/** The values of an area of `storage`. */
interface FakeStorageArea {
  readonly values: Map<string, unknown>;
}

const areas: Record<"session" | "local" | "sync" | "managed", FakeStorageArea> = {
  session: { values: new Map() },
  local: { values: new Map() },
  sync: { values: new Map() },
  managed: { values: new Map() },
};

/** Resets the browser to its initial state. */
export function resetBrowser(): void {
  for (const { values } of Object.values(areas)) values.clear();
  managedStorageErrors.length = 0;
  alarms.clear();
  permissionOverrides.clear();
  grantedOptionalOrigins.clear();
  irrevocableOrigins.clear();
  registeredScripts.clear();
  tabs.clear();
  openedPages.length = 0;
  executedScripts.length = 0;
  badges.clear();
  notifications.length = 0;
  badge.text = "";
  shownNotifications.clear();
  permissionsGranted.clear();
}

/** Adds listeners before a file's first test, as a worker does when it starts, and removes them after its last test. */
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

/** Sets values of the managed storage. */
export function setManagedPolicy(policy: Record<string, unknown>): void {
  for (const [key, value] of Object.entries(policy)) areas.managed.values.set(key, value);
}

/** Errors of the next reads of the managed storage. */
export const managedStorageErrors: Error[] = [];

/** The times of alarms, by name. */
export const alarms = new Map<string, number | undefined>();

/** Match patterns that were revoked (`false`). All others are granted. */
export const permissionOverrides = new Map<string, boolean>();

/** Match patterns that were granted in addition to those of the manifest. */
export const grantedOptionalOrigins = new Set<string>();

/** Match patterns whose removal the browser refuses. */
export const irrevocableOrigins = new Set<string>();

/** The values of `storage.session`. */
export const sessionStorageValues = areas.session.values;

/** The values of `storage.local` and `storage.sync`. */
export const [localStorageValues, syncStorageValues] = [areas.local.values, areas.sync.values];

/** Ids of the registered content scripts. */
export const registeredScripts = new Set<string>();

/** URLs of the open tabs, by id. */
export const tabs = new Map<number, string>();

/** Pages of the extension that were opened. */
export const openedPages: string[] = [];

/** Scripts that were run in tabs. */
export const executedScripts: { readonly tabId: number; readonly file: string | undefined }[] = [];

/** Access levels that the worker set for areas of `storage`. */
export const accessLevels: { readonly area: string; readonly accessLevel: string }[] = [];

/** Texts on the toolbar's button, by tab. */
export const badges = new Map<number, string>();

/** Notifications of changes: the tabs that received them; undefined for the extension's own pages. */
export const notifications: { readonly tab: number | undefined; readonly changed: unknown }[] = [];

/** The badge of the toolbar's icon. */
export const badge = { text: "", title: "" };

/** Messages of the shown notifications, by id. */
export const shownNotifications = new Map<string, string>();

/** Names of permissions that the user granted. */
export const permissionsGranted = new Set<string>();

const events: { readonly remember: () => () => void }[] = [];

/** Events of the browser, which a test can emit. */
export const browserEvents = {
  alarm: event<[{ readonly name: string }]>(),
  installed: event<[{ readonly reason: string }]>(),
  started: event(),
  permissionsGranted: event(),
  permissionsRevoked: event(),
  stored: event<[changes: object, area: string]>(),
  notificationClicked: event<[id: string]>(),
};

function accessLevelSetter(area: string) {
  return async ({ accessLevel }: { readonly accessLevel: string }) => void accessLevels.push({ area, accessLevel });
}

function createStorageArea({ values }: FakeStorageArea) {
  const onChanged = event<[changes: object]>();
  const pick = (keys: readonly string[]) =>
    Object.fromEntries(keys.filter((key) => values.has(key)).map((key) => [key, structuredClone(values.get(key))]));
  return {
    get: async (keys: string | readonly string[] | null) =>
      pick(keys === null ? [...values.keys()] : typeof keys === "string" ? [keys] : keys),
    async set(entries: object) {
      for (const [key, value] of Object.entries(entries)) values.set(key, structuredClone(value));
      onChanged.emit(Object.fromEntries(Object.entries(entries).map(([key, newValue]) => [key, { newValue }])));
    },
    async remove(keys: string | readonly string[]) {
      for (const key of typeof keys === "string" ? [keys] : keys) values.delete(key);
    },
    async clear() {
      values.clear();
    },
    onChanged,
  };
}

function event<Args extends unknown[] = []>() {
  const listeners = new Set<(...args: Args) => void>();
  /** @returns a function that removes the listeners added since */
  const remember = () => {
    const before = new Set(listeners);
    return () => {
      for (const listener of listeners) if (!before.has(listener)) listeners.delete(listener);
    };
  };
  events.push({ remember });
  return {
    addListener: (listener: (...args: Args) => void) => void listeners.add(listener),
    emit(...args: Args) {
      for (const listener of listeners) listener(...args);
    },
  };
}

const fake = {
  runtime: {
    id: "forgehand",
    getManifest: () => ({ host_permissions: [] }),
    getURL: (path: string) => path,
    getPlatformInfo: async () => ({ os: "linux" }),
    sendMessage: async ({ changed }: FakeNotification) => void notifications.push({ tab: undefined, changed }),
    onInstalled: browserEvents.installed,
    onStartup: browserEvents.started,
  },
  // Messages consist of their key and arguments.
  i18n: {
    getMessage: (key: string, values: readonly string[] = []) =>
      key === "@@ui_locale" || key === "wordsIn" ? "en" : [key, ...values].join("|"),
  },
  storage: {
    local: { ...createStorageArea(areas.local), setAccessLevel: accessLevelSetter("local") },
    sync: { ...createStorageArea(areas.sync), setAccessLevel: accessLevelSetter("sync") },
    session: { ...createStorageArea(areas.session), setAccessLevel: accessLevelSetter("session") },
    managed: {
      setAccessLevel: accessLevelSetter("managed"),
      async get(keys: null) {
        const error = managedStorageErrors.shift();
        if (error) throw error;
        return createStorageArea(areas.managed).get(keys);
      },
    },
    onChanged: browserEvents.stored,
  },
  action: {
    setBadgeBackgroundColor: async () => undefined,
    async setBadgeText({ tabId, text }: { readonly tabId?: number; readonly text?: string }) {
      if (tabId === undefined) badge.text = text ?? "";
      else if (text === undefined) badges.delete(tabId);
      else badges.set(tabId, text);
    },
    async setTitle({ title }: { readonly title: string }) {
      badge.title = title;
    },
    openPopup: async () => undefined,
  },
  notifications: {
    create: async (id: string, { message }: { readonly message: string }) => void shownNotifications.set(id, message),
    clear: async (id: string) => shownNotifications.delete(id),
    onClicked: browserEvents.notificationClicked,
  },
  alarms: {
    create(name: string, { when, delayInMinutes }: { readonly when?: number; readonly delayInMinutes?: number }) {
      alarms.set(name, delayInMinutes === undefined ? when : Date.now() + delayInMinutes * 60_000);
    },
    clear: async (name: string) => alarms.delete(name),
    clearAll: async () => alarms.clear(),
    onAlarm: browserEvents.alarm,
  },
  permissions: {
    contains: async ({ origins = [], permissions = [] }: Partial<FakePermissions>) =>
      origins.every((origin) => permissionOverrides.get(origin) !== false) &&
      permissions.every((permission) => permissionsGranted.has(permission)),
    getAll: async () => ({ origins: [...grantedOptionalOrigins] }),
    remove: async ({ origins = [], permissions = [] }: Partial<FakePermissions>) => {
      for (const permission of permissions) permissionsGranted.delete(permission);
      if (origins.some((origin) => irrevocableOrigins.has(origin))) throw new Error("The permission is required.");
      for (const origin of origins) grantedOptionalOrigins.delete(origin);
      return true;
    },
    onAdded: browserEvents.permissionsGranted,
    onRemoved: browserEvents.permissionsRevoked,
  },
  scripting: {
    getRegisteredContentScripts: async () => [...registeredScripts].map((id) => ({ id })),
    registerContentScripts: async (scripts: readonly { readonly id: string }[]) => {
      // Browsers reject duplicate ids.
      for (const { id } of scripts) if (registeredScripts.has(id)) throw new Error(`Duplicate script ID '${id}'`);
      for (const { id } of scripts) registeredScripts.add(id);
    },
    unregisterContentScripts: async ({ ids }: { readonly ids: readonly string[] }) => {
      for (const id of ids) registeredScripts.delete(id);
    },
    executeScript: async ({ target: { tabId }, files: [file] }: ScriptInjection) => {
      if (!tabs.has(tabId)) throw new Error(`No tab with id: ${tabId}`);
      executedScripts.push({ tabId, file });
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
    create: async ({ url }: { readonly url: string }) => void openedPages.push(url),
    sendMessage: async (tab: number, { changed }: FakeNotification) => void notifications.push({ tab, changed }),
  },
};

interface FakePermissions {
  readonly origins: readonly string[];
  readonly permissions: readonly string[];
}

interface FakeNotification {
  readonly changed: unknown;
}

interface ScriptInjection {
  readonly target: { readonly tabId: number };
  readonly files: readonly string[];
}

Object.assign(globalThis, { browser: fake, self: new EventTarget() });
