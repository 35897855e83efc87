import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test as base, describe, expect } from "vitest";
import { Problem } from "../problem.ts";
import { readConfig as readConfigOf } from "./read-config.ts";

const test = base.extend<{ folder: string; read: (text: string) => ReturnType<typeof readConfigOf> }>({
  folder: async ({ task: _ }, use) => {
    const folder = mkdtempSync(join(tmpdir(), "forgehand-config-"));
    await use(folder);
    rmSync(folder, { recursive: true });
  },
  read: async ({ folder }, use) => {
    await use((text) => {
      writeFileSync(join(folder, "forgehand.yml"), text);
      return readConfig("forgehand.yml", folder);
    });
  },
});

const createProblem = (problem: string) => new Problem(`The file ${problem}`);
const readConfig = (path: string, workspace: string) =>
  readConfigOf(path, { environment: {}, workspace }, createProblem);

/** Returns the messages of all problems. */
async function problemsOf(reading: Promise<unknown>): Promise<string[]> {
  const problem: unknown = await reading.catch((error: unknown) => error);
  if (!(problem instanceof Problem)) throw problem;
  return [problem, ...problem.additional].map(({ message }) => message);
}

describe("reading a configuration file", () => {
  test("returns each task's entries with YAML numbers, lists and booleans", async ({ read }) => {
    const declared = await read(`
      $schema: forgehand.schema.json
      redeliver: { repositories: acme/widgets, hook: [12345678, https://hooks.example/*], max-attempts: 3 }
      x-shared: &shared { kind: actions, max-age-days: 90 }
      rotate-secrets:
        - <<: *shared
          secret: ONE
          repositories: [acme/a, "!acme/b", acme/c-*]
          languages: [TypeScript, Jupyter Notebook]
        - { <<: *shared, secret: TWO, allow-widen: true, max-age-days: 7, value-command: [make, "", two words] }
    `);
    expect([...declared.keys()]).toEqual(["redeliver", "rotate-secrets"]);
    const [redelivery] = declared.get("redeliver") ?? [];
    expect(redelivery?.optional("hook")).toEqual([{ id: 12345678 }, { address: "https://hooks.example/*" }]);
    expect(redelivery?.optional("max-attempts")).toBe(3);
    const [first, second] = declared.get("rotate-secrets") ?? [];
    expect(first?.optional("repositories")).toMatchObject([
      { repo: "a", excludes: false },
      { repo: "b", excludes: true },
      { repo: "c-*", excludes: false },
    ]);
    expect([first?.optional("kind"), first?.optional("max-age-days"), second?.optional("max-age-days")]).toEqual([
      "actions",
      90,
      7,
    ]);
    expect(first?.optional("languages")).toEqual(["TypeScript", "Jupyter Notebook"]);
    expect(second?.optional("value-command")).toEqual(["make", "", "two words"]);
    expect([second?.isGiven("allow-widen"), first?.isGiven("allow-widen"), first?.optional("allow-widen")]).toEqual([
      true,
      false,
      false,
    ]);
  });

  const invalid: [label: string, text: string, ...expected: string[]][] = [
    [
      "a value of the wrong kind",
      "rotate-secrets:\n  - max-age-days: x\n",
      'forgehand.yml:2:5: rotate-secrets[0].max-age-days must be a whole number, got "x". For example: max-age-days: 90',
    ],
    [
      "a number as a string",
      'redeliver:\n  max-attempts: "5"\n',
      'forgehand.yml:2:3: redeliver.max-attempts must be a whole number, got "5". For example: max-attempts: 5',
    ],
    [
      "an invalid list item",
      "redeliver:\n  repositories:\n    - acme/a\n    - b\n",
      "forgehand.yml:4:7: redeliver.repositories[1] must be repositories as owner/name",
    ],
    [
      "several items in one string",
      "redeliver:\n  events: push, star\n",
      'forgehand.yml:2:3: redeliver.events must be events, such as push, or star.created with an action, got "push, star". For example: events: [push, star.created]',
    ],
    [
      "a map's invalid name",
      "set-variables:\n  variables:\n    A: x\n    B-C: y\n",
      'forgehand.yml:4:10: set-variables.variables[B-C] must contain only letters, digits and _, and not start with a digit, got "y".',
    ],
    [
      "a map's value of the wrong kind",
      "set-variables:\n  variables:\n    A: 3\n",
      "forgehand.yml:3:8: set-variables.variables[A] must be a string: put it in quotes, got 3.",
    ],
    [
      "names of a map that are the same",
      "set-variables: { variables: { a: x, A: y } }",
      "set-variables.variables must not contain a name twice (upper and lower case are the same)",
    ],
    ["an empty map", "set-variables: { variables: {} }", "set-variables.variables must not be empty, got {}."],
    [
      "a duplicate item",
      "redeliver: { repositories: [a/b, A/b] }",
      "forgehand.yml:1:34: redeliver.repositories[1] must not contain duplicates",
    ],
    ["an empty list", "redeliver:\n  events: []", "redeliver.events must not be empty, got []."],
    ["a field without a value", "redeliver:\n  hook:", "redeliver.hook must be a list or a string, got null."],
    [
      "an unknown field with a similar name",
      "redeliver:\n  max-atempts: 5",
      "forgehand.yml:2:3: redeliver.max-atempts is not a field. Did you mean max-attempts?",
    ],
    [
      "an unknown field without a similar name",
      "redeliver: { zzzzzzzz: 5 }",
      "redeliver.zzzzzzzz is not a field. Fields are organization, repositories,",
    ],
    [
      "another task's field",
      "redeliver: { secret: X }",
      "redeliver.secret is a field of rotate-secrets, not of redeliver.",
    ],
    [
      "an input as a field",
      "redeliver: { token: x }",
      "redeliver.token must be set as an input of the step, not in the file.",
    ],
    ["an input at the top level", "dialect: svc", '"dialect" must be set as an input of the step'],
    ["a field at the top level", "secret: X", '"secret" must be in an entry of rotate-secrets.'],
    [
      "a secret",
      "rotate-secrets: { value: hunter2 }",
      "rotate-secrets.value must not be in a file. Use value-env, value-file,",
    ],
    [
      "an unknown task",
      "rotate-secret: {}",
      'forgehand.yml:1:1: "rotate-secret" is not a task. Did you mean rotate-secrets?',
    ],
    [
      "nothing",
      "",
      "forgehand.yml:1:1: declares nothing. The file must contain entries of a task (rotate-secrets, set-variables, oidc-template, redeliver).",
    ],
    ["only comments", "# later", "forgehand.yml:1:1: declares nothing."],
    ["a list", "- redeliver", "forgehand.yml:1:1: declares nothing."],
    ["a task without entries", "redeliver:", "forgehand.yml:1:1: redeliver must be a map of fields."],
    ["an empty list of entries", "redeliver: []", "forgehand.yml:1:1: redeliver must have an entry."],
    [
      "an entry that is a string",
      "redeliver: [acme/widgets]",
      "forgehand.yml:1:13: redeliver[0] must be a map of fields.",
    ],
    ["a duplicate key", "redeliver:\n  hook: 1\n  hook: 2", 'forgehand.yml:3:3: "hook" must not be repeated.'],
    [
      "a long duplicate key",
      `redeliver: { ${"k".repeat(200_000)}: 1, ${"k".repeat(200_000)}: 2 }`,
      `forgehand.yml:1:200019: "${"k".repeat(100)}…" must not be repeated.`,
    ],
    ["a duplicate task", "redeliver: {}\nredeliver: {}", 'forgehand.yml:2:1: "redeliver" must not be repeated.'],
    ["a value that YAML reads as a tag", "redeliver: { repositories: [!a/b] }", 'YAML reads it as a tag: "!a/b".'],
    [
      "a value that YAML reads as an alias",
      "redeliver:\n  hook: *.example.com",
      "forgehand.yml:2:9: A value that starts with * is a YAML alias, and the anchor &",
    ],
    [
      "an alias inside its own list",
      "redeliver:\n  events: &all [push, *all]\n",
      "forgehand.yml:2:23: The alias *all must not be inside the value that it refers to, which starts at the anchor &all.",
    ],
    [
      "an alias that merges an entry with itself",
      "redeliver:\n  - &entry\n    <<: *entry\n",
      "forgehand.yml:3:9: The alias *entry must not be inside the value that it refers to",
    ],
    [
      "an alias as a key that would repeat another key",
      "x-k: &k secret\nrotate-secrets: { secret: A, *k : B, kind: actions }",
      "forgehand.yml:2:30: An alias must not be a key, got *k. Write the key itself.",
    ],
    [
      "an alias as a task",
      "x-k: &k redeliver\nredeliver: { hook: all }\n*k : { hook: all }",
      "forgehand.yml:3:1: An alias must not be a key, got *k. Write the key itself.",
    ],
    [
      "an alias as a merge key",
      "x-m: &m <<\nx-d: &d { repositories: acme/hidden }\nredeliver: { hook: all, *m : *d }",
      "forgehand.yml:3:25: An alias must not be a key, got *m. Write the key itself.",
    ],
    [
      "an alias inside a list as a key",
      "x-k: &k secret\nrotate-secrets: { ? [{ *k : 1 }] : B }",
      "forgehand.yml:2:24: An alias must not be a key, got *k. Write the key itself.",
    ],
    [
      "a long alias as a key",
      `x-k: &${"k".repeat(300_000)} secret\nrotate-secrets: { *${"k".repeat(300_000)} : B }`,
      `forgehand.yml:2:19: An alias must not be a key, got *${"k".repeat(100)}…. Write the key itself.`,
    ],
    [
      "a long alias without an anchor",
      `redeliver: [*${"k".repeat(600_000)}]`,
      `forgehand.yml:1:13: A value that starts with * is a YAML alias, and the anchor &${"k".repeat(100)}… is not`,
    ],
    [
      "several aliases without an anchor",
      "redeliver:\n  hook: *a\n  events: [*b]\n",
      "forgehand.yml:2:9: A value that starts with * is a YAML alias, and the anchor &a is not defined before it.",
      "forgehand.yml:3:12: A value that starts with * is a YAML alias, and the anchor &b is not defined before it.",
    ],
    [
      "a merge key that is not a map",
      "redeliver:\n  <<: [push]\n",
      "forgehand.yml:2:3: Merge sources must be maps or map aliases.",
    ],
    [
      "101 nested lists",
      `redeliver: {}\nx-a: ${"[".repeat(100)}1${"]".repeat(100)}`,
      "forgehand.yml:2:105: Lists and maps must not be nested more than 100 levels deep.",
    ],
    [
      "more nested lists than the parser can read",
      `redeliver: {}\nx-a: ${"[".repeat(100_000)}`,
      "Lists and maps must not be nested more than 100 levels deep.",
    ],
    ["broken YAML", "redeliver: [", "forgehand.yml:1:"],
    ["tabs", "redeliver:\n\thook: 1", "forgehand.yml:2:1:"],
    ["two documents", "redeliver: {}\n---\nredeliver: {}", "must contain one YAML document, got several (---)"],
    [
      "a value with a password",
      "redeliver: { repositories: 'x//u:hunter2@h' }",
      "got a text that can contain a user name and password",
    ],
    [
      "several problems, in the order of the file",
      "x: 1\nredeliver:\n  - hok: 1\n  - wait: -1\n",
      'forgehand.yml:1:1: "x" is not a task.',
      "forgehand.yml:3:5: redeliver[0].hok is not a field. Did you mean hook?",
      "forgehand.yml:4:5: redeliver[1].wait must be at least 0, got -1.",
    ],
  ];
  for (const [label, text, ...expected] of invalid) {
    test(`with ${label} reports the problem and its position`, async ({ read }) => {
      const problems = await problemsOf(read(text));
      expect(problems).toEqual(expected.map((message) => expect.stringContaining(message)));
      expect(problems.join()).not.toContain("hunter2");
    });
  }

  test("reports at most ten problems", async ({ read }) => {
    const problems = await problemsOf(read(Array.from({ length: 50 }, (_, index) => `a${index}: 1`).join("\n")));
    expect(problems).toHaveLength(11);
    expect(problems.at(-1)).toBe("And 40 more.");
  });

  test("counts 49,000 problems without describing each", { timeout: 10_000 }, async ({ read }) => {
    const keys = Array.from({ length: 49 }, (_, index) => `hok${index}: 1`);
    const entries = Array(1000).fill("*e");
    const problems = await problemsOf(read(`x-e: &e { ${keys.join(", ")} }\nredeliver: [${entries.join(",")}]`));
    expect(problems).toHaveLength(11);
    expect(problems[0]).toBe("forgehand.yml:1:11: redeliver[0].hok0 is not a field. Did you mean hook?");
    expect(problems.at(-1)).toBe("And 48,990 more.");
  });

  test("quotes the first 100 of 600,000 characters of an unknown key", { timeout: 10_000 }, async ({ read }) => {
    const [key, quoted] = ["k".repeat(600_000), `${"k".repeat(100)}…`];
    expect(await problemsOf(read(`{ ${key}: 1 }`))).toEqual([
      `forgehand.yml:1:3: "${quoted}" is not a task. Tasks are rotate-secrets, set-variables, oidc-template, redeliver.`,
    ]);
    expect(await problemsOf(read(`redeliver: { ${key}: 1 }`))).toEqual([
      expect.stringContaining(`forgehand.yml:1:14: redeliver.${quoted} is not a field. Fields are organization,`),
    ]);
  });

  test("expands 30,000 anchors and aliases without searching the file for each", async ({ read }) => {
    const numbers = Array.from({ length: 30_000 }, (_, index) => index);
    const anchors = numbers.map((number) => `x-${number}: &a${number} a/${number}`);
    const declared = await read(`${anchors.join("\n")}
redeliver: { repositories: [${numbers.map((number) => `*a${number}`).join(", ")}] }`);
    expect(declared.get("redeliver")?.[0]?.optional("repositories")).toHaveLength(30_000);
  });

  test("reads an anchor that is defined again in the place of the first from there on", async ({ read }) => {
    const declared = await read(`
      x-first: &name FIRST
      rotate-secrets:
        - { secret: *name, kind: actions }
        - { secret: &name SECOND, kind: actions }
        - { secret: *name, kind: actions }
    `);
    expect(declared.get("rotate-secrets")?.map((entry) => entry.optional("secret")?.[0])).toEqual([
      "FIRST",
      "SECOND",
      "SECOND",
    ]);
  });

  test("rejects nested alias expansion quickly", async ({ read }) => {
    const levels = Array.from({ length: 12 }, (_, i) => `  - &a${i + 1} [${Array(9).fill(`*a${i}`).join(", ")}]`);
    const bomb = `x-a:\n  - &a0 [x]\n${levels.join("\n")}\nredeliver: { events: *a12 }`;
    expect(await problemsOf(read(bomb))).toEqual([
      "forgehand.yml:7:40: The aliases of a file must not repeat more than 100,000 values, and *a4 exceeds this limit.",
    ]);
  });

  test("rejects aliases that repeat more than 1,000,000 characters", { timeout: 10_000 }, async ({ read }) => {
    const tooLong = "The aliases of a file must not repeat more than 1,000,000 characters, and *e exceeds this limit.";
    const text = "a".repeat(400_000);
    expect(await problemsOf(read(`x-e: &e ${text}\nredeliver: { events: [${"*e,".repeat(99_000)}] }`))).toEqual([
      `forgehand.yml:2:29: ${tooLong}`,
    ]);
    const keys = Array.from({ length: 100 }, (_, index) => `${"k".repeat(6000)}${index}: 1`);
    expect(await problemsOf(read(`x-e: &e { ${keys.join(", ")} }\nredeliver: [${"*e,".repeat(400)}]`))).toEqual([
      `forgehand.yml:2:16: ${tooLong}`,
    ]);
    const half = `x-half: &e ${"a".repeat(500_000)}\nredeliver: { hook: all }\nx-more: [*e, *e`;
    expect((await read(`${half}]`)).size).toBe(1);
    expect(await problemsOf(read(`${half}, *e]`))).toEqual([`forgehand.yml:3:18: ${tooLong}`]);
  });

  test("rejects aliases that nest lists more than 100 levels deep", async ({ read }) => {
    const levels = Array.from({ length: 30_000 }, (_, i) => `  - &a${i + 1} [*a${i}]`);
    expect(await problemsOf(read(`x-a:\n  - &a0 [x]\n${levels.join("\n")}\nredeliver: {}`))).toEqual([
      "forgehand.yml:100:11: Lists and maps must not be nested more than 100 levels deep.",
    ]);
  });

  test("checks 50,000 keys for duplicates without comparing each with all others", async ({ read }) => {
    const keys = Array.from({ length: 50_000 }, (_, index) => `  k${index}: 1`);
    expect((await read(`x-a:\n${keys.join("\n")}\nredeliver: {}`)).size).toBe(1);
    expect(await problemsOf(read(`x-a:\n${keys.join("\n")}\n  k7: 1\nredeliver: {}`))).toEqual([
      'forgehand.yml:50002:3: "k7" must not be repeated.',
    ]);
  });

  test("reports a missing or invalid setting at its entry", async ({ read }) => {
    const declared = await read("rotate-secrets:\n  - kind: actions\n    topics: [a]\n");
    const [entry] = declared.get("rotate-secrets") ?? [];
    expect(() => entry?.required("secret")).toThrow(
      "forgehand.yml:2:5: rotate-secrets[0].secret is missing. For example: secret: DEPLOY_KEY",
    );
    const problem = entry?.problem("topics", "narrows what a pattern finds.");
    expect(problem?.message).toBe("forgehand.yml:3:5: rotate-secrets[0].topics narrows what a pattern finds.");
    expect(problem?.location).toEqual({ file: "forgehand.yml", line: 3, column: 5 });
  });
});

describe("an unreadable file", () => {
  test("is reported with the path that was tried", async ({ folder }) => {
    const path = join(folder, "missing.yml");
    expect(await problemsOf(readConfig("missing.yml", folder))).toEqual([
      `The file must be the path of a configuration file, got "missing.yml", which does not exist (${path}). In a workflow, check out the repository first (actions/checkout).`,
    ]);
    expect(await problemsOf(readConfig(".", folder))).toEqual([
      expect.stringContaining("which is a folder, not a file"),
    ]);
    writeFileSync(path, Buffer.alloc(1024 * 1024 + 1, "#"));
    expect(await problemsOf(readConfig(path, folder))).toEqual([expect.stringContaining("larger than 1 MB")]);
    writeFileSync(path, Buffer.from([0xff, 0xfe, 0x00]));
    expect(await problemsOf(readConfig(path, folder))).toEqual([expect.stringContaining("not UTF-8 text")]);
  });
});
