import { readFileSync } from "node:fs";
import { closestMatch } from "@forgehand/core/contract";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import * as z from "zod/mini";
import { readInputs } from "./inputs.ts";
import { maskingOf } from "./mask.ts";
import { SETTING_NAMES, SETTINGS } from "./settings.ts";
import { unknownInputs, unreadInputs } from "./unknown-inputs.ts";
import type { SettingName } from "./values.ts";

const ActionFile = z.object({
  inputs: z.record(z.string(), z.object({ description: z.string(), default: z.optional(z.string()) })),
});
const { inputs: INPUTS } = ActionFile.parse(parse(readFileSync(new URL("../../action.yml", import.meta.url), "utf8")));

const variable = (name: string) => `INPUT_${name.toUpperCase()}`;
const reading = (name: string, text: string) => readInputs({ [variable(name)]: text }, () => undefined);

describe("action.yml", () => {
  test("offers the inputs that the step reads, in their order", () => {
    expect(Object.keys(INPUTS)).toEqual(SETTING_NAMES);
  });

  test("has a default only for what a configuration file says nothing of, and the one that holds without it", () => {
    for (const name of SETTING_NAMES) {
      const { fallback, of } = SETTINGS[name];
      const expected = of === "run" && fallback !== undefined ? String(fallback) : undefined;
      expect([name, INPUTS[name]?.default]).toEqual([name, expected]);
    }
  });

  test("says whose an input is that not all tasks have", () => {
    for (const name of SETTING_NAMES) {
      const { of } = SETTINGS[name];
      if (of === "run" || of.length === 3) continue;
      for (const task of of) expect(INPUTS[name]?.description).toContain(`${task}: `);
    }
  });
});

/** A wrong value of every input that can have one. */
const WRONG: { readonly [N in SettingName]?: string } = {
  task: "rotate",
  mode: "do",
  token: "two words",
  "app-id": "an app",
  "private-key": "secret-but-no-pem",
  installation: "acme",
  "state-token": "two words",
  "api-url": "forge.example",
  dialect: "gitlab",
  pace: "fast",
  share: "3/2",
  shard: "2 of 3",
  organization: "-acme",
  repositories: "widgets",
  topics: "a_b",
  "repository-visibility": "secret",
  archived: "true",
  "custom-properties": "=x",
  languages: "<C>",
  kind: "dependabot",
  level: "org",
  secret: "1X",
  environment: "x".repeat(256),
  "value-env": "A=B",
  "value-command": "[1]",
  generate: "hex 4",
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
  hook: "my hook",
  "state-variable": "A-B",
  "state-repository": "acme",
  "overlap-minutes": "-1",
  "max-attempts": "0",
  "max-redeliveries": "none",
  events: "Push",
  wait: "30s",
};

/** Inputs that any text is right for: what it says shows later. */
const ANYTHING: readonly SettingName[] = [
  ...(["config", "shards", "reports", "value", "value-file", "expect-subject", "audience"] as const),
];

describe("an input", () => {
  test("that is wrong: every one has a wrong value here, or takes any", () => {
    expect([...Object.keys(WRONG), ...ANYTHING].toSorted()).toEqual(SETTING_NAMES.toSorted());
  });

  for (const name of SETTING_NAMES) {
    const wrong = WRONG[name];
    if (wrong !== undefined) {
      test(`${name} that is wrong is told by name, with what is right and an example, and never a secret`, () => {
        const { secret, example } = SETTINGS[name];
        const said = secret ? "" : ` is ${JSON.stringify(wrong)}, which`;
        const message = problemOf(() => reading(name, wrong).optional(name));
        expect(message.startsWith(`The input "${name}"${said} `)).toBe(true);
        expect(message.endsWith(`. For example: ${name}: ${example}`)).toBe(true);
        expect(message).toMatch(/ (must|names|holds|is no) /);
        if (secret) expect(message).not.toContain(wrong);
      });
    }

    test(`${name} has an example that is right`, () => {
      const { example, secret } = SETTINGS[name];
      // Those of secrets name where they come from.
      if (!secret) expect(() => reading(name, example.startsWith("$") ? "1/2" : example).optional(name)).not.toThrow();
    });
  }

  test("shard that is no part of anything is refused, as nothing would be in it", () => {
    for (const part of ["3/2", "0/2", "1/81", "1/0"]) {
      expect(problemOf(() => reading("shard", part).optional("shard"))).toContain("must be an owner, or a part");
    }
    for (const part of ["acme", "1/1", "80/80"]) expect(reading("shard", part).optional("shard")).toBe(part);
  });

  test("that is wrong is quoted without the passwords of its addresses", () => {
    const message = problemOf(() => reading("api-url", "ftp://a:one@x/ ftp://me@b:two@y/").optional("api-url"));
    expect(message).toContain('is "ftp://…@x/ ftp://…@y/", which');
  });

  test("that is empty is left out", () => {
    for (const name of SETTING_NAMES) {
      expect(reading(name, "").given(name)).toBe(false);
      expect(reading(name, "").optional(name)).toEqual(SETTINGS[name].fallback);
    }
  });

  test("keeps the spaces around a secret's value, and only there", () => {
    expect(reading("value", " a\n").optional("value")).toBe(" a\n");
    expect(reading("secret", " A\n").optional("secret")).toBe("A");
  });

  test("with a list takes commas, spaces and lines; where items have spaces only commas and lines", () => {
    expect(reading("events", "push, star.created\n\nissues").optional("events")).toHaveLength(3);
    expect(reading("languages", "Jupyter Notebook, Go\nC++").optional("languages")).toEqual([
      "Jupyter Notebook",
      "Go",
      "C++",
    ]);
    expect(reading("custom-properties", "team=a b, tier").optional("custom-properties")).toEqual([
      { name: "team", values: ["a b"] },
      { name: "tier", values: [] },
    ]);
  });
});

describe("secrets", () => {
  test("are masked before anything is read, though they are wrong or nobody asks for them", () => {
    const masked = new Set<string>();
    const secrets = SETTING_NAMES.filter((name) => SETTINGS[name].secret);
    readInputs(Object.fromEntries(secrets.map((name) => [variable(name), `secret "of" ${name}`])), (text) =>
      masked.add(text),
    );
    expect(secrets.length).toBeGreaterThan(3);
    for (const name of secrets) {
      const secret = `secret "of" ${name}`;
      const forms = [secret, JSON.stringify(secret).slice(1, -1), Buffer.from(secret).toString("base64")];
      expect([...masked]).toEqual(expect.arrayContaining(forms));
    }
  });

  test("are masked in every form in which a log shows them", () => {
    fc.assert(
      fc.property(fc.string({ minLength: 1 }), (secret) => {
        const masked = maskingOf(secret);
        fc.pre(secret.trim() !== "");
        for (const shown of [secret, JSON.stringify(secret), Buffer.from(secret).toString("base64")]) {
          expect(masked.some((form) => shown.includes(form))).toBe(true);
        }
        expect(masked.every((form) => form.trim() !== "")).toBe(true);
      }),
    );
  });

  test("are masked as JSON of ASCII alone has them", () => {
    expect(maskingOf('pä"ss😀')).toContain('p\\u00e4\\"ss\\ud83d\\ude00');
  });

  test("of several lines are masked line by line, with their breaks spelt out too", () => {
    for (const key of ["-----BEGIN\nabcdef\r\nghijkl\n}", "-----BEGIN\\nabcdef\\r\\nghijkl\\n}"]) {
      expect(maskingOf(key)).toEqual(expect.arrayContaining(["-----BEGIN", "abcdef", "ghijkl"]));
      expect(maskingOf(key)).not.toContain("}");
    }
  });
});

/** Names that are like no other. */
const DISTINCT = SETTING_NAMES.filter((name) => name.length > 4 && !/^shar[de]/.test(name));

describe("what is odd about inputs", () => {
  const variables = (names: Record<string, string>) =>
    Object.fromEntries(Object.entries(names).map(([name, text]) => [variable(name), text]));

  test("is a name that does not exist, with the nearest that does", () => {
    expect(unknownInputs(variables({ "max-atempts": "5", qqqqqqqqqqqq: "", api_url: "" }))).toEqual([
      'The input "api_url" is not known. Did you mean api-url?',
      'The input "max-atempts" is not known. Did you mean max-attempts?',
      'The input "qqqqqqqqqqqq" is not known.',
    ]);
    expect(unknownInputs({ GITHUB_TOKEN: "x", INPUT_SECRET: "X" })).toEqual([]);
  });

  test("is one that nothing in the run reads", () => {
    const inputs = variables({ hook: "5", secret: "", "api-url": "x", topics: "a" });
    expect(unreadInputs(inputs, "plan", ["rotate-secrets"])).toEqual([
      'The input "hook" says nothing here: it is for redeliver.',
    ]);
    expect(unreadInputs(inputs, "plan", ["rotate-secrets", "redeliver"])).toEqual([]);
    expect(unreadInputs({ INPUT_SECRET: "X", INPUT_REPORTS: "*.json" }, "merge", [])).toEqual([
      'The input "secret" says nothing in mode merge: reports are all that it reads.',
    ]);
  });

  test("is told with the name that one slip makes of it", () => {
    fc.assert(
      fc.property(fc.constantFrom(...DISTINCT), fc.nat(), (name, at) => {
        const index = at % name.length;
        const slips = [
          name.slice(0, index) + name.slice(index + 1),
          `${name.slice(0, index)}q${name.slice(index)}`,
          `${name.slice(0, index)}q${name.slice(index + 1)}`,
        ];
        for (const slip of slips.filter((one) => !SETTING_NAMES.some((known) => known === one))) {
          expect(closestMatch(slip, SETTING_NAMES)).toBe(name);
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
