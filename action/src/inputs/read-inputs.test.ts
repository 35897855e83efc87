import { readFileSync } from "node:fs";
import { closestMatch } from "@forgehand/core/contract";
import { SETTING_NAMES, SETTINGS, type SettingName } from "@forgehand/tasks/settings/settings";
import { TASK_NAMES } from "@forgehand/tasks/settings/values";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import * as z from "zod/mini";
import { readInputs } from "./read-inputs.ts";
import { rejectDryRun, unknownInputs, unreadInputs } from "./unknown-inputs.ts";

const ActionFile = z.object({
  inputs: z.record(z.string(), z.object({ description: z.string(), default: z.optional(z.string()) })),
});
const { inputs: INPUTS } = ActionFile.parse(parse(readFileSync(new URL("../../action.yml", import.meta.url), "utf8")));

const variable = (name: string) => `INPUT_${name.toUpperCase()}`;
const inputsWith = (name: string, text: string) => readInputs({ [variable(name)]: text }, () => undefined);

/** Default of `report-token`, which only the runner knows. */
const JOB_TOKEN = ["$", "{{ github.token }}"].join("");

describe("action.yml", () => {
  test("offers the inputs that the step reads, in order", () => {
    expect(Object.keys(INPUTS)).toEqual(SETTING_NAMES);
  });

  test("has defaults only for inputs that a configuration file can't set", () => {
    for (const name of SETTING_NAMES) {
      const { fallback, scope } = SETTINGS[name];
      const ofRunner = name === "report-token" ? JOB_TOKEN : undefined;
      const expected = scope === "run" && fallback !== undefined ? String(fallback) : ofRunner;
      expect([name, INPUTS[name]?.default]).toEqual([name, expected]);
    }
  });

  test("names the tasks of inputs that not all tasks have", () => {
    for (const name of SETTING_NAMES) {
      const { scope } = SETTINGS[name];
      if (scope === "run" || scope.length === TASK_NAMES.length) continue;
      for (const task of scope) expect(INPUTS[name]?.description).toContain(`${task}: `);
    }
  });
});

/** An invalid value of every input that has one. */
const INVALID_VALUES: { readonly [N in SettingName]?: string } = {
  task: "rotate",
  mode: "do",
  token: "two words",
  "app-id": "an app",
  "client-id": "a client",
  "private-key": "secret-but-no-pem",
  installation: "acme",
  "state-token": "two words",
  "report-token": "two words",
  "pull-request-comment": "yes",
  "api-url": "forge.example",
  "allow-http": "1",
  "allow-id-token": "yes",
  dialect: "gitlab",
  pace: "fast",
  share: "3/2",
  "redis-url": "redis://user:hidden@redis:6379/x",
  shard: "2 of 3",
  organization: "-acme",
  repositories: "widgets",
  topics: "a_b",
  "repository-visibility": "secret",
  archived: "true",
  "custom-properties": "=x",
  languages: "<C>",
  owners: "some",
  "if-none-found": "skip",
  kind: "dependencies",
  variables: "REGION",
  prune: "*",
  "other-stores": "dependencies",
  level: "org",
  secret: "1X",
  environment: "x".repeat(256),
  "value-env": "A=B",
  "value-command": "[1]",
  generate: "hex 4",
  trim: "all",
  "value-for": "both",
  deliver: '["x"',
  "allow-undelivered": "yes",
  since: "yesterday",
  when: "sometimes",
  "max-age-days": "90d",
  visibility: "internal",
  "selected-repositories": "acme/*",
  "allow-widen": "1",
  "include-claim-keys": "repo:context",
  "use-default": "on",
  "immutable-subject": "on",
  "trust-jobs": "cron",
  "trust-clouds": "ibm",
  hook: "my-hook",
  "state-variable": "A-B",
  "state-repository": "acme",
  "overlap-minutes": "-1",
  "window-hours": "169",
  "max-attempts": "0",
  "max-redeliveries": "none",
  events: "Push",
  wait: "30s",
};

/** Inputs that accept any text; their values are checked later. */
const UNRESTRICTED: readonly SettingName[] = [
  ...([
    "config",
    "drift-issue",
    "shards",
    "reports",
    "value",
    "value-file",
    "trust-conditions",
    "expect-subject",
    "audience",
  ] as const),
];

describe("an input", () => {
  test("is in INVALID_VALUES unless it accepts any text", () => {
    expect([...Object.keys(INVALID_VALUES), ...UNRESTRICTED].toSorted()).toEqual(SETTING_NAMES.toSorted());
  });

  for (const name of SETTING_NAMES) {
    const invalid = INVALID_VALUES[name];
    if (invalid !== undefined) {
      test(`${name} is reported by name with the rule and an example, and never with a secret`, () => {
        const { secret, example } = SETTINGS[name];
        const got = secret ? "" : `, got ${JSON.stringify(invalid)}`;
        const message = problemOf(() => inputsWith(name, invalid).optional(name));
        expect(message.startsWith(`The input "${name}" must `)).toBe(true);
        expect(message.endsWith(`${got}. For example: ${name}: ${example}`)).toBe(true);

        if (secret) expect(message).not.toContain(invalid);
      });
    }

    test(`${name} has a valid example`, () => {
      const { example, secret } = SETTINGS[name];
      // Examples that are expressions can't be parsed; 1/2 is a valid value of `share`, `shard` and `shards`.
      if (!secret)
        expect(() => inputsWith(name, example.startsWith("$") ? "1/2" : example).optional(name)).not.toThrow();
    });
  }

  test("rejects an invalid shard", () => {
    for (const part of ["3/2", "0/2", "1/81", "1/0"]) {
      expect(problemOf(() => inputsWith("shard", part).optional("shard"))).toContain("must be an owner, or a part");
    }
    for (const part of ["acme", "1/1", "80/80"]) expect(inputsWith("shard", part).optional("shard")).toBe(part);
  });

  test("quotes an invalid value without passwords", () => {
    const message = problemOf(() => inputsWith("api-url", "ftp://a:one@x/ ftp://me@b:two@y/").optional("api-url"));
    expect(message).toContain(", got a text that can contain a user name and password.");
  });

  test("counts as missing if it is empty", () => {
    for (const name of SETTING_NAMES) {
      expect(inputsWith(name, "").isGiven(name)).toBe(false);
      expect(inputsWith(name, "").optional(name)).toEqual(SETTINGS[name].fallback);
    }
  });

  test("names the invalid item of a long list, with its position, instead of the list", () => {
    const names = Array.from({ length: 200 }, (_, index) => `acme/service-${index}`);
    const messageFor = (items: readonly string[]) =>
      problemOf(() => inputsWith("repositories", items.join(", ")).optional("repositories"));
    expect(messageFor(names.with(56, "widgets"))).toBe(
      'The input "repositories" must be repositories as owner/name, where * matches anything in either part, got "widgets" (item 57 of the list). For example: repositories: acme/widgets, acme/service-*',
    );
    expect(messageFor(names.with(199, "Acme/Service-0"))).toContain(
      'must not contain duplicates, got "acme/service-0" (item 200 of the list).',
    );
  });

  test("preserves white space around a secret value only", () => {
    expect(inputsWith("value", " a\n").optional("value")).toBe(" a\n");
    expect(inputsWith("value-env", " A\n").optional("value-env")).toBe("A");
  });

  test("splits lists at commas, spaces and line breaks, but not at spaces if items can contain them", () => {
    expect(inputsWith("events", "push, star.created\n\nissues").optional("events")).toHaveLength(3);
    expect(inputsWith("languages", "Jupyter Notebook, Go\nC++").optional("languages")).toEqual([
      "Jupyter Notebook",
      "Go",
      "C++",
    ]);
    expect(inputsWith("custom-properties", "team=a b, tier").optional("custom-properties")).toEqual([
      { name: "team", values: ["a b"] },
      { name: "tier", values: [] },
    ]);
  });
});

describe("secrets", () => {
  test("are masked before anything is read, even if they are invalid or unused", () => {
    const masked = new Set<string | Uint8Array>();
    const secrets = SETTING_NAMES.filter((name) => SETTINGS[name].secret);
    readInputs(Object.fromEntries(secrets.map((name) => [variable(name), `secret "of" ${name}`])), (secret) =>
      masked.add(secret),
    );
    expect(secrets.length).toBeGreaterThan(3);
    expect([...masked]).toEqual(secrets.map((name) => `secret "of" ${name}`));
  });

  test("include the password of Redis, as it is written and decoded, but no URL without one", () => {
    const maskedIn = (url: string) => {
      const masked: string[] = [];
      readInputs({ [variable("redis-url")]: url }, (secret) => masked.push(secret));
      return masked;
    };
    const url = "rediss://user:p%40ss@redis.acme.example:6380/1";
    expect(maskedIn(url)).toEqual([url, "p@ss", "p%40ss"]);
    expect(maskedIn("redis://localhost")).toEqual([]);
    expect(maskedIn("redis://:p#ss@localhost")).toEqual(["redis://:p#ss@localhost"]);
  });
});

/** Names that are not similar to another name. */
const DISTINCT = SETTING_NAMES.filter((name) => name.length > 4 && !/^shar[de]/.test(name));

describe("an input for a dry run", () => {
  test.each(["dry-run", "dry_run", "dry run", "DryRun"])("is rejected: %s", (name) => {
    for (const text of ["true", "false"]) {
      expect(problemOf(() => rejectDryRun({ [variable(name)]: text }))).toBe(
        `The input "${name.toLowerCase()}" does not exist. To only show what would change, set mode: plan.`,
      );
    }
    expect(() => rejectDryRun({ [variable(name)]: "" })).not.toThrow();
  });
});

describe("warnings about inputs", () => {
  const variables = (names: Record<string, string>) =>
    Object.fromEntries(Object.entries(names).map(([name, text]) => [variable(name), text]));

  test("report an unknown name with the nearest known one", () => {
    expect(unknownInputs(variables({ "max-atempts": "5", qqqqqqqqqqqq: "", api_url: "" }))).toEqual([
      'The input "api_url" is not known. Did you mean api-url?',
      'The input "max-atempts" is not known. Did you mean max-attempts?',
      'The input "qqqqqqqqqqqq" is not known.',
    ]);
    expect(unknownInputs({ GITHUB_TOKEN: "x", INPUT_SECRET: "X" })).toEqual([]);
  });

  test("report an input that the run does not use", () => {
    const inputs = variables({ wait: "5", secret: "", "api-url": "x", topics: "a" });
    expect(unreadInputs(inputs, "plan", ["rotate-secrets"])).toEqual([
      'The input "wait" is not used here, only by redeliver.',
    ]);
    expect(unreadInputs(inputs, "plan", ["rotate-secrets", "redeliver"])).toEqual([]);
    expect(unreadInputs({ INPUT_SECRET: "X", INPUT_REPORTS: "*.json" }, "merge", [])).toEqual([
      'The input "secret" is not used in mode merge, which only reads reports.',
    ]);
  });

  test("suggest the right name for a typo", () => {
    fc.assert(
      fc.property(fc.constantFrom(...DISTINCT), fc.nat(), (name, position) => {
        const index = position % name.length;
        const typos = [
          name.slice(0, index) + name.slice(index + 1),
          `${name.slice(0, index)}q${name.slice(index)}`,
          `${name.slice(0, index)}q${name.slice(index + 1)}`,
        ];
        for (const typo of typos.filter((candidate) => !SETTING_NAMES.some((known) => known === candidate))) {
          expect(closestMatch(typo, SETTING_NAMES)).toBe(name);
        }
      }),
    );
  });
});

function problemOf(act: () => unknown): string {
  try {
    act();
    return "";
  } catch (error) {
    return error instanceof Error ? error.message : "";
  }
}
