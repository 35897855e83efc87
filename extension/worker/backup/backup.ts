import * as z from "zod/mini";
import { readHostAddress } from "../../host/address.ts";
import { isAllowed } from "../../host/allowed.ts";
import { locateJsonError } from "../../json-error.ts";
import type { AccountName } from "../../messages/accounts.ts";
import type { ImportPlan, SettingChange } from "../../messages/settings.ts";
import type { Policy, Settings } from "../../settings.ts";
import { t } from "../../ui/words.ts";
import { Refused } from "../problems.ts";
import { SettingsSchema, SomeSettingsSchema } from "../settings.ts";

/** The version of what is written. */
const VERSION = 1;

/** More than anybody has. */
const MOST_ACCOUNTS = 1000;

/** A login, as no service's could be longer or have a space in it. */
const login = z.string().check(z.regex(/^[^\s/]{1,100}$/));

const origin = z.string().check(z.refine((text) => originOf(text) === text));

const File = z.object({
  forgehand: z.literal(VERSION),
  settings: z.optional(SomeSettingsSchema),
  // Where the API is follows from the host: a file from elsewhere must not send tokens to where it likes.
  accounts: z.optional(z.array(z.object({ origin, login })).check(z.maxLength(MOST_ACCOUNTS))),
});

/** What a file says, and what it would do here. */
export interface ReadBackup {
  readonly settings: Settings;
  readonly plan: ImportPlan;
}

/** Settings and accounts as a file, without any token. */
export function writeBackup(settings: Settings, accounts: readonly AccountName[]): string {
  const names = accounts.map(({ origin, login }) => ({ origin, login }));
  return `${JSON.stringify({ forgehand: VERSION, settings, accounts: names }, null, 2)}\n`;
}

/**
 * Reads a file, and says what it would do.
 * @throws Refused with the line or the field that is wrong
 */
export function readBackup(
  text: string,
  now: { readonly settings: Settings; readonly accounts: readonly AccountName[]; readonly policy: Policy },
): ReadBackup {
  const broken = locateJsonError(text);
  if (broken) throw new Refused(t("fileIsNoJson", broken.line, broken.column));
  const raw: unknown = JSON.parse(text);
  const read = z.safeParse(File, raw);
  if (!read.success) throw new Refused(wrongField(raw, read.error.issues[0]?.path ?? []));
  const { settings = {}, accounts = [] } = read.data;
  const { controls, shortcuts } = now.settings;
  const wanted = z.parse(SettingsSchema, {
    ...now.settings,
    ...settings,
    controls: { ...controls, ...settings.controls },
    shortcuts: { ...shortcuts, ...settings.shortcuts },
  });
  const isThere = (account: AccountName) => now.accounts.some((one) => same(one, account));
  const unique = accounts.filter((account, index) => accounts.findIndex((one) => same(one, account)) === index);
  const mayBe = ({ origin }: AccountName) => isAllowed(origin, now.policy.allowedHosts);
  const plan: ImportPlan = {
    changes: changesOf(flat(now.settings), flat(wanted)),
    added: unique.filter((account) => !isThere(account) && mayBe(account)),
    there: unique.filter(isThere),
    refused: unique.filter((account) => !isThere(account) && !mayBe(account)),
    unknown: unknownFields(raw, read.data),
  };
  return { settings: wanted, plan };
}

/** Which field it is that won't do, in words. */
function wrongField(raw: unknown, path: readonly PropertyKey[]): string {
  const [first] = path;
  if (first === undefined || (first === "forgehand" && !isObject(raw))) return t("fileIsOther");
  if (first === "forgehand") return isObject(raw) && "forgehand" in raw ? t("fileIsNewer") : t("fileIsOther");
  return t("fileFieldIsWrong", path.map(String).join("."));
}

function originOf(text: string): string | undefined {
  try {
    return readHostAddress(text).origin;
  } catch {
    return undefined;
  }
}

/** Names are alike in any case. */
const same = (a: AccountName, b: AccountName) =>
  a.origin === b.origin && a.login.toLowerCase() === b.login.toLowerCase();

type Flat = ReadonlyMap<string, string | number | boolean>;

/** Every setting by its path: `controls.star`. */
function flat({ controls, shortcuts, ...single }: Settings): Flat {
  const below = (name: string, values: object) =>
    Object.entries(values).map(([key, value]) => [`${name}.${key}`, value] as const);
  return z.parse(
    z.map(z.string(), z.union([z.string(), z.number(), z.boolean()])),
    new Map([...below("controls", controls), ...below("shortcuts", shortcuts), ...Object.entries(single)]),
  );
}

function changesOf(before: Flat, after: Flat): SettingChange[] {
  return [...after].flatMap(([setting, to]) => {
    const from = before.get(setting);
    return from === undefined || from === to ? [] : { setting, from, to };
  });
}

/** What a file says and reading passed over. */
function unknownFields(raw: unknown, read: unknown, path = ""): string[] {
  if (!isObject(raw) || !isObject(read)) return [];
  return Object.entries(raw).flatMap(([key, value]) => {
    const here = path ? `${path}.${key}` : key;
    return Object.hasOwn(read, key) ? unknownFields(value, Reflect.get(read, key), here) : here;
  });
}

function isObject(value: unknown): value is object {
  return typeof value === "object" && value !== null;
}
