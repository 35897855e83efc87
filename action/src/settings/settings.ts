import { DIALECT_NAMES } from "@forgehand/core/dialects";
import { parseJson } from "@forgehand/core/internal";
import { nameOf, type Repository, type RepositoryPattern, readPattern } from "../targets/repository.ts";
import {
  readEventFilter,
  readGenerator,
  readHook,
  readMoment,
  readProperty,
  readShardName,
  readShare,
} from "./forms.ts";
import {
  anyText,
  argumentList,
  BETWEEN_COMMAS_AND_LINES,
  choice,
  flag,
  listOf,
  made,
  readAs,
  text,
  type Written,
  wholeNumber,
  word,
} from "./kinds.ts";
import type { Setting, SettingName, SettingValues, TaskName } from "./values.ts";

const ALL = ["rotate-secrets", "oidc-template", "redeliver"] as const;

/** Every task's name. */
export const TASK_NAMES: readonly TaskName[] = ALL;

const ROTATE = ["rotate-secrets"] as const;
const OIDC = ["oidc-template"] as const;
const REDELIVER = ["redeliver"] as const;

const LOGIN = /^[A-Za-z0-9][\w-]*$/;
const variableName = text(/^[A-Za-z_][A-Za-z0-9_]*$/, "must have only letters, digits and _, and no digit first");
const token = text(/^[\x21-\x7e]+$/, "holds a space or another character that no token has");

const pattern = made(
  readPattern,
  "must be repositories as owner/name, where * stands for anything in a name",
  /^!?[\w-]+\/(?!\.{1,2}$)[\w.*?-]+$/,
);
const repository = made(
  (name): Repository | undefined => {
    const read = readPattern(name);
    return read && { owner: read.owner, repo: read.repo };
  },
  "must be repositories as owner/name",
  /^[\w-]+\/(?!\.{1,2}$)[\w.-]+$/,
);
const patternText = ({ excludes, ...named }: RepositoryPattern) =>
  `${excludes ? "!" : ""}${nameOf(named)}`.toLowerCase();

/** A command without a shell: a list of the program and its arguments, in an input as JSON or one a line. */
const command: Written<readonly string[]> = {
  text: made((line): readonly string[] | undefined => {
    if (!line.trimStart().startsWith("[")) return line.split(/\r?\n/).filter((part) => part !== "");
    const list = parseJson(line);
    const isList = Array.isArray(list) && list.length > 0 && list.every((part) => typeof part === "string");
    return isList && list[0] !== "" ? list : undefined;
  }, "must be a program and its arguments: a JSON list of texts, or one a line"),
  field: argumentList("must be a list: a program and its arguments"),
};

/** Everything that can be said, by the names of action.yml and of the configuration file. */
export const SETTINGS: { readonly [N in SettingName]: Setting<SettingValues[N]> } = {
  task: { ...choice(...ALL), of: "run", example: "redeliver" },
  mode: {
    ...choice("plan", "check", "apply", "matrix", "merge"),
    ...{ of: "run", example: "apply", fallback: "plan" },
  },
  config: { ...anyText(), of: "run", example: ".github/forgehand.yml" },
  token: { ...token, of: "run", example: `\${{ secrets.FORGEHAND_TOKEN }}`, secret: true },
  "app-id": { ...text(/^[\w.-]+$/, "must be an app's id or its client id"), of: "run", example: "123456" },
  "private-key": {
    ...text(/-----BEGIN [A-Z ]*PRIVATE KEY-----/, "is no private key as an app's settings page gives it (PEM)"),
    ...{ of: "run", example: `\${{ secrets.APP_PRIVATE_KEY }}`, secret: true },
  },
  installation: {
    ...text(/^\d{1,15}$/, "must be the number of an app's installation"),
    of: "run",
    example: "12345678",
  },
  "state-token": { ...token, of: "run", example: `\${{ secrets.VARIABLES_TOKEN }}`, secret: true },
  "api-url": {
    ...text(/^https?:\/\/\S+$/, "must be an http or https address"),
    ...{ of: "run", example: "https://api.github.com" },
  },
  dialect: { ...choice(...DIALECT_NAMES), of: "run", example: "github", fallback: "github" },
  pace: { ...choice("published", "polite", "off"), of: "run", example: "polite", fallback: "published" },
  share: {
    ...readAs(made(readShare, "must be n/m, such as 2/16: the second of sixteen, at most 80")),
    ...{ of: "run", example: `\${{ matrix.share }}` },
  },
  shard: {
    ...readAs(made(readShardName, "must be an owner, or a part such as 2/16")),
    ...{ of: "run", example: `\${{ matrix.shard }}` },
  },
  shards: { ...anyText(), of: "run", example: `\${{ needs.matrix.outputs.matrix }}` },
  reports: {
    ...listOf(word(/./s, "must be paths"), undefined, { between: BETWEEN_COMMAS_AND_LINES }),
    ...{ of: "run", example: "reports/**/*.json" },
  },

  organization: {
    ...listOf(word(LOGIN, "must be an organization's login"), (login) => login.toLowerCase()),
    ...{ of: ALL, example: "acme" },
  },
  repositories: { ...listOf(pattern, patternText), of: ALL, example: "acme/widgets, acme/service-*" },
  topics: { ...listOf(word(/^[A-Za-z0-9][A-Za-z0-9-]*$/, "must be topics")), of: ALL, example: "production, payments" },
  "repository-visibility": {
    ...listOf(choice("public", "private", "internal"), String),
    ...{ of: ALL, example: "private, internal" },
  },
  archived: { ...choice("exclude", "include", "only"), of: ALL, example: "include", fallback: "exclude" },
  "custom-properties": {
    ...listOf(
      made(readProperty, "must be properties as name=value, or name alone for any value", /^[\w#$-]+(?:=.+)?$/),
      undefined,
      { between: BETWEEN_COMMAS_AND_LINES },
    ),
    ...{ of: ALL, example: "tier=gold, team=payments|billing" },
  },
  languages: {
    ...listOf(word(/^[\w+#.'*-]+(?: [\w+#.'()*-]+)*$/, "must be languages"), undefined, {
      between: BETWEEN_COMMAS_AND_LINES,
    }),
    ...{ of: ALL, example: "TypeScript, Go" },
  },

  kind: { ...choice("actions", "updater", "codespaces"), of: ROTATE, example: "actions", fallback: "updater" },
  level: { ...choice("organization", "repository", "environment"), of: ROTATE, example: "repository" },
  secret: { ...variableName, of: ROTATE, example: "DEPLOY_KEY" },
  environment: {
    ...text(/^.{1,255}$/su, "must have at most 255 characters"),
    of: ["rotate-secrets", "oidc-template"],
    example: "production",
  },
  value: {
    ...anyText(),
    ...{ of: ROTATE, example: `\${{ secrets.NEW_DEPLOY_KEY }}`, secret: true, verbatim: true },
  },
  "value-env": { ...text(/^[^=\s]+$/, "must be a variable's name"), of: ROTATE, example: "NEW_DEPLOY_KEY" },
  "value-file": { ...anyText(), of: ROTATE, example: "keys/deploy.pem" },
  "value-command": { ...command, of: ROTATE, example: '["vault", "kv", "get", "-field=key", "secret/deploy"]' },
  generate: {
    ...readAs(
      made(
        readGenerator,
        "must be bytes, hex, base64url or alphanumeric, and a length from 8 to 49152",
        /^(?:bytes|hex|base64url|alphanumeric)(?:[\s:]+(?:[89]|[1-9]\d{1,3}|[1-3]\d{4}|4[0-8]\d{3}|490\d\d|491[0-4]\d|4915[0-2]))?$/,
      ),
    ),
    ...{ of: ROTATE, example: "alphanumeric 40" },
  },
  "value-for": { ...choice("all", "each"), of: ROTATE, example: "each" },
  deliver: { ...command, of: ROTATE, example: '["./hand-over.sh", "staging"]' },
  "allow-undelivered": { ...flag(), of: ROTATE, example: "true", fallback: false },
  since: {
    ...readAs(
      made(
        readMoment,
        "must be a time such as 2026-01-31T12:00:00Z, or now",
        /^(?:now|\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])(?:T(?:[01]\d|2[0-3]):[0-5]\d(?::[0-5]\d(?:\.\d{1,9})?)?(?:Z|[+-](?:[01]\d|2[0-3]):[0-5]\d))?)$/,
      ),
    ),
    ...{ of: ROTATE, example: "2026-01-31T12:00:00Z" },
  },
  when: {
    ...listOf(choice("always", "existing", "missing", "older"), String),
    ...{ of: ROTATE, example: "older, missing" },
  },
  "max-age-days": { ...wholeNumber(1, 36_500), of: ROTATE, example: "90" },
  visibility: { ...choice("all", "private", "selected"), of: ROTATE, example: "selected" },
  "selected-repositories": {
    ...listOf(repository, (one) => nameOf(one).toLowerCase()),
    ...{ of: ROTATE, example: "acme/widgets, acme/gears" },
  },
  "allow-widen": { ...flag(), of: ROTATE, example: "true", fallback: false },

  "include-claim-keys": {
    ...listOf(word(/^[A-Za-z0-9_]+$/, "must be claim keys of letters, digits and _"), String),
    ...{ of: OIDC, example: "repo, context, job_workflow_ref" },
  },
  "use-default": { ...flag(), of: OIDC, example: "true" },
  "expect-subject": { ...anyText(), of: OIDC, example: "repo:acme/widgets:ref:refs/heads/main" },
  audience: { ...anyText(), of: OIDC, example: "sts.amazonaws.com" },

  hook: {
    ...listOf(
      made(
        readHook,
        "must be ids, addresses (where * stands for anything), all or app",
        /^(?:all|app|\d{1,15}|[\w*?]+.*[./*].*)$/,
      ),
      (hook) => JSON.stringify(hook),
      { numbers: true },
    ),
    ...{ of: REDELIVER, example: "12345678" },
  },
  "state-variable": {
    ...variableName,
    ...{ of: REDELIVER, example: "FORGEHAND_REDELIVERY", fallback: "FORGEHAND_REDELIVERY" },
  },
  "state-repository": { ...readAs(repository), of: REDELIVER, example: "acme/automation" },
  "overlap-minutes": { ...wholeNumber(0), of: REDELIVER, example: "60", fallback: 60 },
  "max-attempts": { ...wholeNumber(1), of: REDELIVER, example: "5", fallback: 5 },
  "max-redeliveries": { ...wholeNumber(1), of: REDELIVER, example: "500" },
  events: {
    ...listOf(
      made(readEventFilter, "must be events, such as push, or star.created with an action", /^[a-z_]+(?:\.[a-z_]+)?$/),
    ),
    ...{ of: REDELIVER, example: "push, star.created" },
  },
  wait: { ...wholeNumber(0, 86_400), of: REDELIVER, example: "30", fallback: 0 },
};

/** Every setting's name. */
export const SETTING_NAMES: readonly SettingName[] = Object.keys(SETTINGS).filter(isSettingName);

export function isSettingName(name: string): name is SettingName {
  return Object.hasOwn(SETTINGS, name);
}
