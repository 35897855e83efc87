import { findIssue, hasType, isObject, objectOf, type Schema } from "@forgehand/core/schema";
import { isHostAllowed } from "../host/allowed-hosts.ts";
import { parseHostAddress } from "../host/host-address.ts";
import { locateJsonError } from "../json-error.ts";
import { t } from "../locales/i18n.ts";
import type { SettingChange, SettingsImportPlan } from "../messages/settings.ts";
import { type AccountRef, isLogin } from "../model/account-ref.ts";
import { CONTROL_IDS } from "../model/controls.ts";
import { recordOf } from "../model/record-of.ts";
import { reusedShortcut } from "../model/shortcut-keys.ts";
import type { LockAfter, Policy, Settings } from "../settings.ts";
import { RefusedError } from "./refused-error.ts";
import { PartialSettingsSchema, parseSettings } from "./settings.ts";

/** Version of the file format. */
const FILE_VERSION = 1;

/** Maximum number of accounts in a file, above any real number. */
const MAX_ACCOUNTS = 1000;

const loginSchema = { type: "checked", of: "string", test: isLogin, expected: "must be a login" } as const;

const originSchema = {
  type: "checked",
  of: "string",
  test: (text: string) => normalizeOrigin(text) === text,
  expected: "must be a normalized address",
} as const;

const accountSchema = /* @__PURE__ */ objectOf({ origin: originSchema, login: loginSchema });

const SettingsFileSchema = /* @__PURE__ */ objectOf({
  forgehand: { type: "enum", values: [FILE_VERSION] },
  settings: { type: "optional", of: PartialSettingsSchema },
  accounts: {
    type: "optional",
    of: { type: "limited", of: { type: "array", of: accountSchema }, max: MAX_ACCOUNTS },
  },
});

/** The settings in a file, and what importing it would change. */
export interface ParsedSettingsFile {
  readonly settings: Settings;
  readonly plan: SettingsImportPlan;
}

/** Formats settings and accounts as a file, without tokens. */
export function formatSettingsFile(settings: Settings, accounts: readonly AccountRef[]): string {
  const names = accounts.map(({ origin, login }) => ({ origin, login }));
  return `${JSON.stringify({ forgehand: FILE_VERSION, settings, accounts: names }, null, 2)}\n`;
}

/**
 * Parses a file and plans its import.
 * @param options whether settings of the file are used even if they protect tokens less than the current ones
 * @throws RefusedError with the invalid line or field
 */
export function parseSettingsFile(
  text: string,
  current: { readonly settings: Settings; readonly accounts: readonly AccountRef[]; readonly policy: Policy },
  { allowWeaker }: { readonly allowWeaker: boolean },
): ParsedSettingsFile {
  const jsonError = locateJsonError(text);
  if (jsonError) throw new RefusedError(t("fileIsNoJson", jsonError.line, jsonError.column));
  const raw: unknown = JSON.parse(text);
  if (!hasType(SettingsFileSchema, raw))
    throw new RefusedError(fieldError(raw, findIssue(SettingsFileSchema, raw)?.path ?? []));
  const { settings = {}, accounts: fileAccounts = [] } = raw;
  // The API address is derived from the host, so that a file cannot redirect tokens.
  const accounts = fileAccounts.map(({ origin, login }) => ({ origin, login }));
  const { controls } = current.settings;
  const shortcuts = recordOf(CONTROL_IDS, (id) => settings.shortcuts?.[id] ?? current.settings.shortcuts[id]);
  const reused = reusedShortcut(shortcuts);
  if (reused) throw new RefusedError(fieldError(raw, ["settings", "shortcuts", reused]));
  const merged = parseSettings({
    ...current.settings,
    ...settings,
    controls: { ...controls, ...settings.controls },
    reviews: { ...current.settings.reviews, ...settings.reviews },
    shortcuts,
  });
  const exists = (account: AccountRef) => current.accounts.some((existing) => isSameAccount(existing, account));
  const unique = accounts.filter(
    (account, index) => accounts.findIndex((other) => isSameAccount(other, account)) === index,
  );
  const isAllowedHere = ({ origin }: AccountRef) => isHostAllowed(origin, current.policy.allowedHosts);
  const { lockAfter } = current.settings;
  const strict = isWeakerLock(lockAfter, merged.lockAfter) ? { ...merged, lockAfter } : merged;
  const diffTo = (to: Settings, from: Settings) => diffSettings(flattenSettings(from), flattenSettings(to));
  const plan: SettingsImportPlan = {
    changes: diffTo(strict, current.settings),
    weaker: diffTo(merged, strict),
    added: unique.filter((account) => !exists(account) && isAllowedHere(account)),
    existing: unique.filter(exists),
    refused: unique.filter((account) => !exists(account) && !isAllowedHere(account)),
    unknown: unknownFields(SettingsFileSchema, raw),
  };
  return { settings: allowWeaker ? merged : strict, plan };
}

/** Whether tokens would lock later, or never. */
function isWeakerLock(from: LockAfter, to: LockAfter): boolean {
  return from !== 0 && (to === 0 || to > from);
}

/** Describes an invalid field. */
function fieldError(raw: unknown, path: readonly string[]): string {
  const [first] = path;
  if (first === undefined || (first === "forgehand" && !isObject(raw))) return t("fileIsOther");
  if (first === "forgehand") return isObject(raw) && "forgehand" in raw ? t("fileIsNewer") : t("fileIsOther");
  return t("fileFieldIsWrong", path.join("."));
}

function normalizeOrigin(text: string): string | undefined {
  try {
    return parseHostAddress(text).origin;
  } catch {
    return undefined;
  }
}

/** Logins are case-insensitive. */
const isSameAccount = (a: AccountRef, b: AccountRef) =>
  a.origin === b.origin && a.login.toLowerCase() === b.login.toLowerCase();

type FlatSettings = ReadonlyMap<string, string | number | boolean>;

/** Returns all settings by path, such as `controls.star`. */
function flattenSettings({ controls, shortcuts, reviews, ...single }: Settings): FlatSettings {
  const flattenGroup = (name: string, values: Readonly<Record<string, string | boolean>>) =>
    Object.entries(values).map(([key, value]) => [`${name}.${key}`, value] as const);
  return new Map<string, string | number | boolean>([
    ...flattenGroup("controls", controls),
    ...flattenGroup("shortcuts", shortcuts),
    ...flattenGroup("reviews", reviews),
    ...Object.entries(single),
  ]);
}

function diffSettings(before: FlatSettings, after: FlatSettings): SettingChange[] {
  return [...after].flatMap(([setting, to]) => {
    const from = before.get(setting);
    return from === undefined || from === to ? [] : { setting, from, to };
  });
}

/** Returns the paths of fields that the schema, which the value matches, does not know. */
function unknownFields(schema: Schema, value: unknown, path = ""): string[] {
  if (typeof schema === "string" || typeof value !== "object" || value === null) return [];
  if (schema.type === "optional" || schema.type === "limited") return unknownFields(schema.of, value, path);
  return Object.entries(value).flatMap(([key, item]) => {
    const fieldPath = path ? `${path}.${key}` : key;
    if (schema.type === "array") return unknownFields(schema.of, item, fieldPath);
    const field = schema.type === "object" && Object.hasOwn(schema.fields, key) ? schema.fields[key] : undefined;
    return field ? unknownFields(field, item, fieldPath) : fieldPath;
  });
}
