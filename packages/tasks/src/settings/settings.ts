import { DIALECT_NAMES } from "@forgehand/core/dialects";
import { parseJson } from "@forgehand/core/internal";
import { fullName, parseRepositoryPattern, type RepositoryPattern, type RepositoryRef } from "../repository.ts";
import {
  anyText,
  argumentList,
  COMMAS_AND_LINES,
  choice,
  flag,
  fromText,
  listOf,
  mapOf,
  parsed,
  type SettingFormat,
  text,
  textItem,
  wholeNumber,
} from "./formats.ts";
import {
  parseEventFilter,
  parseGenerator,
  parseHookSelector,
  parseMoment,
  parsePropertyFilter,
  parseShardName,
  parseShare,
  parseVariables,
  VARIABLE_NAME,
  type VariableValue,
} from "./parse-values.ts";
import { parseRedisUrl } from "./redis-url.ts";
import { TASK_NAMES, type TaskName, TRUST_JOBS } from "./values.ts";

const ROTATE = ["rotate-secrets"] as const;
const VARIABLES = ["set-variables"] as const;
const STORES = [...ROTATE, ...VARIABLES] as const;
const OIDC = ["oidc-template"] as const;
const REDELIVER = ["redeliver"] as const;

const OWNER = /^!?[A-Za-z0-9*?][\w*?-]*$/;
const variableName = text(VARIABLE_NAME, "must contain only letters, digits and _, and not start with a digit");
const token = text(/^[\x21-\x7e]+$/, "must not contain spaces or other characters that tokens cannot have");

const pattern = parsed(
  parseRepositoryPattern,
  "must be repositories as owner/name, where * matches anything in either part",
  /^!?[\w*?-]+\/(?!\.{1,2}$)[\w.*?-]+$/,
);
const repository = parsed(
  (name): RepositoryRef | undefined => {
    const parsedName = parseRepositoryPattern(name);
    return parsedName && { owner: parsedName.owner, repo: parsedName.repo };
  },
  "must be repositories as owner/name",
  /^[\w-]+\/(?!\.{1,2}$)[\w.-]+$/,
);
const patternText = ({ excludes, ...repositories }: RepositoryPattern) =>
  `${excludes ? "!" : ""}${fullName(repositories)}`.toLowerCase();

/** A command without a shell: the program and its arguments. In an input, a JSON list or one per line. */
const commandFormat: SettingFormat<readonly string[]> = {
  text: parsed((text): readonly string[] | undefined => {
    if (!text.trimStart().startsWith("[")) return text.split(/\r?\n/).filter((part) => part !== "");
    const list = parseJson(text);
    const isList = Array.isArray(list) && list.length > 0 && list.every((part) => typeof part === "string");
    return isList && list[0] !== "" ? list : undefined;
  }, "must be a program and its arguments: a JSON list of strings, or one per line"),
  field: argumentList("must be a list: a program and its arguments"),
  shape: "list",
};

/** Variables: in a file, a map of names to values; in an input, lines or a JSON object. */
const variablesFormat: SettingFormat<readonly VariableValue[]> = mapOf(
  parsed(parseVariables, "must be lines NAME=value, or a JSON object of names and strings"),
  variableName.field,
);

/** Definition of a setting: its format, a valid example, and its scope. */
interface SettingDefinition<T> extends SettingFormat<T> {
  readonly example: string;
  /** `run`: an input of the whole step; otherwise the tasks that have it. */
  readonly scope: "run" | readonly TaskName[];
  /** Default value. */
  readonly fallback?: T;
  /** The value is masked. A secret setting of a task must not be in a file. */
  readonly secret?: true;
  /** Surrounding white space is significant. */
  readonly verbatim?: true;
}

const DEFINITIONS = {
  task: { ...choice(...TASK_NAMES), scope: "run", example: "redeliver" },
  mode: {
    ...choice("plan", "check", "apply", "matrix", "merge"),
    scope: "run",
    example: "apply",
    fallback: "plan",
  },
  config: { ...anyText(), scope: "run", example: ".github/forgehand.yml" },
  token: { ...token, scope: "run", example: `\${{ secrets.FORGEHAND_TOKEN }}`, secret: true },
  "app-id": { ...text(/^[\w.-]+$/, "must be an app's ID or its client ID"), scope: "run", example: "123456" },
  "client-id": {
    ...text(/^[\w.-]+$/, "must be an app's client ID"),
    scope: "run",
    example: "Iv23liAbCdEf",
  },
  "private-key": {
    ...text(/-----BEGIN [A-Z ]*PRIVATE KEY-----/, "must be a private key of an app (PEM)"),
    scope: "run",
    example: `\${{ secrets.APP_PRIVATE_KEY }}`,
    secret: true,
  },
  installation: {
    ...text(/^\d{1,15}$/, "must be the ID of an app's installation"),
    scope: "run",
    example: "12345678",
  },
  "state-token": { ...token, scope: "run", example: `\${{ secrets.VARIABLES_TOKEN }}`, secret: true },
  "api-url": {
    ...text(/^https?:\/\/\S+$/, "must be an http or https URL"),
    scope: "run",
    example: "https://api.github.com",
  },
  "allow-http": { ...flag(), scope: "run", example: "true", fallback: false },
  "allow-id-token": { ...flag(), scope: "run", example: "true", fallback: false },
  dialect: { ...choice(...DIALECT_NAMES), scope: "run", example: "github", fallback: "github" },
  pace: { ...choice("published", "polite", "off"), scope: "run", example: "polite", fallback: "published" },
  share: {
    ...fromText(parsed(parseShare, "must be n/m with m at most 80, such as 2/16 for the second of 16")),
    scope: "run",
    example: `\${{ matrix.share }}`,
  },
  "redis-url": {
    ...fromText(
      parsed(
        parseRedisUrl,
        "must be a redis or rediss URL of a server, with at most a user name, a password, a port and a database number",
      ),
    ),
    scope: "run",
    example: `\${{ secrets.FORGEHAND_REDIS_URL }}`,
    secret: true,
  },
  shard: {
    ...fromText(parsed(parseShardName, "must be an owner, or a part such as 2/16")),
    scope: "run",
    example: `\${{ matrix.shard }}`,
  },
  shards: { ...anyText(), scope: "run", example: `\${{ needs.matrix.outputs.matrix }}` },
  "pull-request-comment": { ...flag(), scope: "run", example: "true", fallback: false },
  "drift-issue": { ...anyText(), scope: "run", example: "Secrets differ from the configuration" },
  "report-token": { ...token, scope: "run", example: `\${{ github.token }}`, secret: true },
  reports: {
    ...listOf(textItem(/./s, "must be paths"), undefined, { separator: COMMAS_AND_LINES }),
    scope: "run",
    example: "reports/**/*.json",
  },

  organization: {
    ...listOf(textItem(OWNER, "must be organizations' logins, where * matches anything"), (login) =>
      login.toLowerCase(),
    ),
    scope: TASK_NAMES,
    example: "acme",
  },
  repositories: { ...listOf(pattern, patternText), scope: TASK_NAMES, example: "acme/widgets, acme/service-*" },
  topics: {
    ...listOf(textItem(/^[A-Za-z0-9][A-Za-z0-9-]*$/, "must be topics")),
    scope: TASK_NAMES,
    example: "production, payments",
  },
  "repository-visibility": {
    ...listOf(choice("public", "private", "internal"), String),
    scope: TASK_NAMES,
    example: "private, internal",
  },
  archived: { ...choice("exclude", "include", "only"), scope: TASK_NAMES, example: "include", fallback: "exclude" },
  "custom-properties": {
    ...listOf(
      parsed(
        parsePropertyFilter,
        "must be properties as name=value, or name alone for any value",
        /^[\w#$-]+(?:=.+)?$/,
      ),
      undefined,
      { separator: COMMAS_AND_LINES },
    ),
    scope: TASK_NAMES,
    example: "tier=gold, team=payments|billing",
  },
  languages: {
    ...listOf(textItem(/^[\w+#.'*-]+(?: [\w+#.'()*-]+)*$/, "must be languages"), undefined, {
      separator: COMMAS_AND_LINES,
    }),
    scope: TASK_NAMES,
    example: "TypeScript, Go",
  },
  owners: { ...choice("all"), scope: TASK_NAMES, example: "all" },
  "if-none-found": { ...choice("error", "warn", "ignore"), scope: TASK_NAMES, example: "warn" },

  kind: {
    ...choice("actions", "dependabot", "updater", "codespaces", "agents", "webhook"),
    scope: STORES,
    example: "dependabot",
    fallback: "actions",
  },
  level: { ...choice("organization", "repository", "environment"), scope: STORES, example: "repository" },
  secret: { ...listOf(variableName, (name) => name.toUpperCase()), scope: ROTATE, example: "DEPLOY_KEY" },
  variables: { ...variablesFormat, scope: VARIABLES, example: '{"REGION": "eu-west-1"}' },
  prune: {
    ...listOf(
      textItem(/^[*?]*\w[\w*?]*$/, "must be names, where * matches anything, with at least one other character"),
      (name) => name.toUpperCase(),
    ),
    scope: STORES,
    example: "DEPLOY_*",
  },
  "other-stores": {
    ...listOf(choice("actions", "dependabot", "updater", "codespaces", "agents", "none"), String),
    scope: ROTATE,
    example: "dependabot, codespaces",
  },
  environment: {
    ...text(/^.{1,255}$/su, "must have at most 255 characters"),
    scope: [...STORES, ...OIDC],
    example: "production",
  },
  value: {
    ...anyText(),
    scope: ROTATE,
    example: `\${{ secrets.NEW_DEPLOY_KEY }}`,
    secret: true,
    verbatim: true,
  },
  "value-env": { ...text(/^[^=\s]+$/, "must be a variable's name"), scope: ROTATE, example: "NEW_DEPLOY_KEY" },
  "value-file": { ...anyText(), scope: ROTATE, example: "keys/deploy.pem" },
  "value-command": {
    ...commandFormat,
    scope: ROTATE,
    example: '["vault", "kv", "get", "-field=key", "secret/deploy"]',
  },
  generate: {
    ...fromText(
      parsed(
        parseGenerator,
        "must be bytes, hex, base64url or alphanumeric, optionally with a length from 8 to 49152",
        /^(?:bytes|hex|base64url|alphanumeric)(?:[\s:]+(?:[89]|[1-9]\d{1,3}|[1-3]\d{4}|4[0-8]\d{3}|490\d\d|491[0-4]\d|4915[0-2]))?$/,
      ),
    ),
    scope: ROTATE,
    example: "alphanumeric 40",
  },
  trim: { ...choice("line-break", "none"), scope: ROTATE, example: "none" },
  "value-for": { ...choice("all", "each"), scope: ROTATE, example: "each" },
  deliver: { ...commandFormat, scope: ROTATE, example: '["./hand-over.sh", "staging"]' },
  "allow-undelivered": { ...flag(), scope: ROTATE, example: "true", fallback: false },
  since: {
    ...fromText(
      parsed(
        parseMoment,
        "must be a time such as 2026-01-31T12:00:00Z, or now",
        /^(?:now|\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])(?:T(?:[01]\d|2[0-3]):[0-5]\d(?::[0-5]\d(?:\.\d{1,9})?)?(?:Z|[+-](?:[01]\d|2[0-3]):[0-5]\d))?)$/,
      ),
    ),
    scope: ROTATE,
    example: "2026-01-31T12:00:00Z",
  },
  when: {
    ...listOf(choice("always", "existing", "missing", "older"), String),
    scope: ROTATE,
    example: "older, missing",
  },
  "max-age-days": { ...wholeNumber(1, 36_500), scope: ROTATE, example: "90" },
  visibility: { ...choice("all", "private", "selected"), scope: STORES, example: "selected" },
  "selected-repositories": {
    ...listOf(repository, (ref) => fullName(ref).toLowerCase()),
    scope: STORES,
    example: "acme/widgets, acme/gears",
  },
  "allow-widen": { ...flag(), scope: STORES, example: "true", fallback: false },

  "include-claim-keys": {
    ...listOf(textItem(/^[A-Za-z0-9_]+$/, "must be claim keys of letters, digits and _"), String),
    scope: OIDC,
    example: "repo, context, job_workflow_ref",
  },
  "use-default": { ...flag(), scope: OIDC, example: "true" },
  "immutable-subject": { ...flag(), scope: OIDC, example: "true" },
  "trust-conditions": { ...anyText(), scope: OIDC, example: "trust" },
  "trust-jobs": { ...listOf(choice(...TRUST_JOBS), String), scope: OIDC, example: "environment, branch" },
  "trust-clouds": {
    ...listOf(choice("aws", "azure", "google", "vault"), String),
    scope: OIDC,
    example: "aws, google",
  },
  "expect-subject": { ...anyText(), scope: OIDC, example: "repo:acme/widgets:ref:refs/heads/main" },
  audience: { ...anyText(), scope: OIDC, example: "sts.amazonaws.com" },

  hook: {
    ...listOf(
      parsed(
        parseHookSelector,
        "must be IDs, addresses (where * matches anything), all or app",
        /^(?:all|app|\d{1,15}|[\w*?]+.*[./*].*)$/,
      ),
      (hook) => JSON.stringify(hook),
      { numbers: true },
    ),
    scope: [...ROTATE, ...REDELIVER],
    example: "12345678",
  },
  "state-variable": {
    ...variableName,
    scope: REDELIVER,
    example: "FORGEHAND_REDELIVERY",
    fallback: "FORGEHAND_REDELIVERY",
  },
  "state-repository": { ...fromText(repository), scope: REDELIVER, example: "acme/automation" },
  "overlap-minutes": { ...wholeNumber(0), scope: REDELIVER, example: "60", fallback: 60 },
  "window-hours": { ...wholeNumber(1, 168), scope: REDELIVER, example: "24" },
  "max-attempts": { ...wholeNumber(1), scope: REDELIVER, example: "5", fallback: 5 },
  "max-redeliveries": { ...wholeNumber(1), scope: REDELIVER, example: "500" },
  events: {
    ...listOf(
      parsed(
        parseEventFilter,
        "must be events, such as push, or star.created with an action",
        /^[a-z_]+(?:\.[a-z_]+)?$/,
      ),
    ),
    scope: REDELIVER,
    example: "push, star.created",
  },
  wait: { ...wholeNumber(0, 86_400), scope: REDELIVER, example: "30", fallback: 0 },
} as const satisfies Readonly<Record<string, SettingDefinition<unknown>>>;

export type SettingName = keyof typeof DEFINITIONS;

/** Values of the settings after reading. */
export type SettingValues = {
  readonly [N in SettingName]: (typeof DEFINITIONS)[N] extends SettingFormat<infer T> ? T : never;
};

/** All settings, by their names in action.yml and in the configuration file. */
export const SETTINGS: { readonly [N in SettingName]: SettingDefinition<SettingValues[N]> } = DEFINITIONS;

export const SETTING_NAMES: readonly SettingName[] = Object.keys(SETTINGS).filter(isSettingName);

export function isSettingName(name: string): name is SettingName {
  return Object.hasOwn(SETTINGS, name);
}
