import * as z from "zod/mini";
import { isHostAllowed } from "../../host/allowed-hosts.ts";
import { parseHostAddress } from "../../host/host-address.ts";
import { locateJsonError } from "../../json-error.ts";
import { t } from "../../locales/i18n.ts";
import type { SettingChange, SettingsImportPlan } from "../../messages/settings.ts";
import { type AccountRef, isLogin } from "../../model/account-ref.ts";
import { CONTROL_IDS } from "../../model/controls.ts";
import { recordOf } from "../../model/record-of.ts";
import { reusedShortcut } from "../../model/shortcut-keys.ts";
import type { LockAfter, Policy, Settings } from "../../settings.ts";
import { RefusedError } from "../refused-error.ts";
import { PartialSettingsSchema, SettingsSchema } from "../settings.ts";

/** Version of the file format. */
const FILE_VERSION = 1;

/** Maximum number of accounts in a file, above any real number. */
const MAX_ACCOUNTS = 1000;

const loginSchema = z.string().check(z.refine(isLogin));

const originSchema = z.string().check(z.refine((text) => normalizeOrigin(text) === text));

const SettingsFileSchema = z.object({
  forgehand: z.literal(FILE_VERSION),
  settings: z.optional(PartialSettingsSchema),
  // The API address is derived from the host, so that a file cannot redirect tokens.
  accounts: z.optional(
    z.array(z.object({ origin: originSchema, login: loginSchema })).check(z.maxLength(MAX_ACCOUNTS)),
  ),
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
  const parsed = z.safeParse(SettingsFileSchema, raw);
  if (!parsed.success) throw new RefusedError(fieldError(raw, parsed.error.issues[0]?.path ?? []));
  const { settings = {}, accounts = [] } = parsed.data;
  const { controls } = current.settings;
  const shortcuts = recordOf(CONTROL_IDS, (id) => settings.shortcuts?.[id] ?? current.settings.shortcuts[id]);
  const reused = reusedShortcut(shortcuts);
  if (reused) throw new RefusedError(fieldError(raw, ["settings", "shortcuts", reused]));
  const merged = z.parse(SettingsSchema, {
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
    unknown: unknownFields(raw, parsed.data),
  };
  return { settings: allowWeaker ? merged : strict, plan };
}

/** Whether tokens would lock later, or never. */
function isWeakerLock(from: LockAfter, to: LockAfter): boolean {
  return from !== 0 && (to === 0 || to > from);
}

/** Describes an invalid field. */
function fieldError(raw: unknown, path: readonly PropertyKey[]): string {
  const [first] = path;
  if (first === undefined || (first === "forgehand" && !isObject(raw))) return t("fileIsOther");
  if (first === "forgehand") return isObject(raw) && "forgehand" in raw ? t("fileIsNewer") : t("fileIsOther");
  return t("fileFieldIsWrong", path.map(String).join("."));
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
  const flattenGroup = (name: string, values: object) =>
    Object.entries(values).map(([key, value]) => [`${name}.${key}`, value] as const);
  return z.parse(
    z.map(z.string(), z.union([z.string(), z.number(), z.boolean()])),
    new Map([
      ...flattenGroup("controls", controls),
      ...flattenGroup("shortcuts", shortcuts),
      ...flattenGroup("reviews", reviews),
      ...Object.entries(single),
    ]),
  );
}

function diffSettings(before: FlatSettings, after: FlatSettings): SettingChange[] {
  return [...after].flatMap(([setting, to]) => {
    const from = before.get(setting);
    return from === undefined || from === to ? [] : { setting, from, to };
  });
}

/** Returns the paths of fields that the schema does not know. */
function unknownFields(raw: unknown, parsed: unknown, path = ""): string[] {
  if (!isObject(raw) || !isObject(parsed)) return [];
  return Object.entries(raw).flatMap(([key, value]) => {
    const fieldPath = path ? `${path}.${key}` : key;
    return Object.hasOwn(parsed, key) ? unknownFields(value, Reflect.get(parsed, key), fieldPath) : fieldPath;
  });
}

function isObject(value: unknown): value is object {
  return typeof value === "object" && value !== null;
}
