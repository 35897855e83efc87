import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test as base, describe, expect } from "vitest";
import { Problem } from "../problem.ts";
import { readConfig } from "./read.ts";

const test = base.extend<{ folder: string; read: (text: string) => ReturnType<typeof readConfig> }>({
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

/** What is wrong, each in a line. */
async function complaintsOf(reading: Promise<unknown>): Promise<string[]> {
  const problem: unknown = await reading.catch((error: unknown) => error);
  if (!(problem instanceof Problem)) throw problem;
  return [problem, ...problem.others].map(({ message }) => message);
}

describe("a configuration file", () => {
  test("gives each task's entries, with numbers, lists and truths as YAML writes them", async ({ read }) => {
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
    const [sending] = declared.get("redeliver") ?? [];
    expect(sending?.optional("hook")).toEqual([{ id: 12345678 }, { address: "https://hooks.example/*" }]);
    expect(sending?.optional("max-attempts")).toBe(3);
    const [one, two] = declared.get("rotate-secrets") ?? [];
    expect(one?.optional("repositories")).toMatchObject([
      { repo: "a", excludes: false },
      { repo: "b", excludes: true },
      { repo: "c-*", excludes: false },
    ]);
    expect([one?.optional("kind"), one?.optional("max-age-days"), two?.optional("max-age-days")]).toEqual([
      "actions",
      90,
      7,
    ]);
    expect(one?.optional("languages")).toEqual(["TypeScript", "Jupyter Notebook"]);
    expect(two?.optional("value-command")).toEqual(["make", "", "two words"]);
    expect([two?.given("allow-widen"), one?.given("allow-widen"), one?.optional("allow-widen")]).toEqual([
      true,
      false,
      false,
    ]);
  });

  const wrong: [what: string, text: string, ...complaints: string[]][] = [
    [
      "a value of the wrong kind",
      "rotate-secrets:\n  - max-age-days: x\n",
      'forgehand.yml:2:5: rotate-secrets[0].max-age-days is "x", which must be a whole number. For example: max-age-days: 90',
    ],
    [
      "a number as text",
      'redeliver:\n  max-attempts: "5"\n',
      'forgehand.yml:2:3: redeliver.max-attempts is "5", which must be a whole number. For example: max-attempts: 5',
    ],
    [
      "one of a list",
      "redeliver:\n  repositories:\n    - acme/a\n    - b\n",
      'forgehand.yml:4:7: redeliver.repositories[1] is "b", which must be repositories as owner/name',
    ],
    [
      "several in one text",
      "redeliver:\n  events: push, star\n",
      'forgehand.yml:2:3: redeliver.events is "push, star", which must be events, such as push, or star.created with an action. For example: events: [push, star.created]',
    ],
    ["one thing twice", "redeliver: { repositories: [a/b, A/b] }", "forgehand.yml:1:14: redeliver.repositories is"],
    ["nothing in a list", "redeliver:\n  events: []", "redeliver.events is [], which names none."],
    ["a field without a value", "redeliver:\n  hook:", "redeliver.hook is null, which must be a list or a text."],
    [
      "a field that is not known",
      "redeliver:\n  max-atempts: 5",
      "forgehand.yml:2:3: redeliver.max-atempts is no field. Did you mean max-attempts?",
    ],
    [
      "a field like none",
      "redeliver: { zzzzzzzz: 5 }",
      "redeliver.zzzzzzzz is no field. There are organization, repositories,",
    ],
    [
      "another task's field",
      "redeliver: { secret: X }",
      "redeliver.secret is a field of rotate-secrets, not of redeliver.",
    ],
    [
      "an input as field",
      "redeliver: { token: x }",
      "redeliver.token is an input of the step: it can't stand in the file.",
    ],
    ["an input at the top", "dialect: svc", '"dialect" is an input of the step'],
    ["a field at the top", "secret: X", '"secret" belongs into an entry of rotate-secrets.'],
    [
      "a secret",
      "rotate-secrets: { value: hunter2 }",
      "rotate-secrets.value can't stand in a file. Use value-env, value-file,",
    ],
    [
      "no task of ours",
      "rotate-secret: {}",
      'forgehand.yml:1:1: "rotate-secret" is no task. Did you mean rotate-secrets?',
    ],
    [
      "nothing",
      "",
      "forgehand.yml:1:1: declares nothing. It takes entries of a task (rotate-secrets, oidc-template, redeliver).",
    ],
    ["only comments", "# later", "forgehand.yml:1:1: declares nothing."],
    ["a list", "- redeliver", "forgehand.yml:1:1: declares nothing."],
    ["a task without entries", "redeliver:", "forgehand.yml:1:1: redeliver must be a map of fields."],
    ["an empty list of entries", "redeliver: []", "forgehand.yml:1:1: redeliver has no entry."],
    [
      "an entry that is a text",
      "redeliver: [acme/widgets]",
      "forgehand.yml:1:13: redeliver[0] must be a map of fields.",
    ],
    ["a key twice", "redeliver:\n  hook: 1\n  hook: 2", 'forgehand.yml:3:3: "hook" stands twice.'],
    ["a task twice", "redeliver: {}\nredeliver: {}", 'forgehand.yml:2:1: "redeliver" stands twice.'],
    ["what looks like a tag", "redeliver: { repositories: [!a/b] }", 'Put it in quotes: "!a/b".'],
    [
      "what looks like an alias",
      "redeliver:\n  hook: *.example.com",
      "forgehand.yml:2:9: YAML takes what begins with * for an alias, and there is no anchor &",
    ],
    ["broken YAML", "redeliver: [", "forgehand.yml:1:"],
    ["tabs", "redeliver:\n\thook: 1", "forgehand.yml:2:1:"],
    ["two documents", "redeliver: {}\n---\nredeliver: {}", "holds several documents (---)"],
    ["an address with a password", "redeliver: { repositories: 'x//u:hunter2@h' }", "//…@h"],
    [
      "several things, in the order of the file",
      "x: 1\nredeliver:\n  - hok: 1\n  - wait: -1\n",
      'forgehand.yml:1:1: "x" is no task.',
      "forgehand.yml:3:5: redeliver[0].hok is no field. Did you mean hook?",
      "forgehand.yml:4:5: redeliver[1].wait is -1, which must be at least 0.",
    ],
  ];
  for (const [what, text, ...complaints] of wrong) {
    test(`with ${what} says what is wrong and where`, async ({ read }) => {
      const told = await complaintsOf(read(text));
      expect(told).toEqual(complaints.map((complaint) => expect.stringContaining(complaint)));
      expect(told.join()).not.toContain("hunter2");
    });
  }

  test("with very much that is wrong tells the first ten", async ({ read }) => {
    const told = await complaintsOf(read(Array.from({ length: 50 }, (_, index) => `a${index}: 1`).join("\n")));
    expect(told).toHaveLength(11);
    expect(told.at(-1)).toBe("And 40 more.");
  });

  test("with aliases of aliases without end is refused soon", async ({ read }) => {
    const levels = Array.from({ length: 12 }, (_, i) => `  - &a${i + 1} [${Array(9).fill(`*a${i}`).join(", ")}]`);
    const bomb = `x-a:\n  - &a0 [x]\n${levels.join("\n")}\nredeliver: { events: *a12 }`;
    expect(await complaintsOf(read(bomb))).toEqual([expect.stringMatching(/^forgehand\.yml:\d+:\d+: .*alias/)]);
  });

  test("says of a setting that is missing or does not fit where its entry is", async ({ read }) => {
    const declared = await read("rotate-secrets:\n  - kind: actions\n    topics: [a]\n");
    const [entry] = declared.get("rotate-secrets") ?? [];
    expect(() => entry?.required("secret")).toThrow(
      "forgehand.yml:2:5: rotate-secrets[0].secret is missing. For example: secret: DEPLOY_KEY",
    );
    const problem = entry?.problem("topics", "narrows what a pattern finds.");
    expect(problem?.message).toBe("forgehand.yml:3:5: rotate-secrets[0].topics narrows what a pattern finds.");
    expect(problem?.place).toEqual({ file: "forgehand.yml", line: 3, column: 5 });
  });
});

describe("a file that can't be read", () => {
  test("is told with where it was looked for", async ({ folder }) => {
    const place = join(folder, "missing.yml");
    expect(await complaintsOf(readConfig("missing.yml", folder))).toEqual([
      `The input "config" is "missing.yml", and ${place} is not there. Was the repository checked out before (actions/checkout)?`,
    ]);
    expect(await complaintsOf(readConfig(".", folder))).toEqual([
      expect.stringContaining("which is a folder, not a file"),
    ]);
    writeFileSync(place, Buffer.alloc(1024 * 1024 + 1, "#"));
    expect(await complaintsOf(readConfig(place, folder))).toEqual([expect.stringContaining("more than 1 MB")]);
    writeFileSync(place, Buffer.from([0xff, 0xfe, 0x00]));
    expect(await complaintsOf(readConfig(place, folder))).toEqual([expect.stringContaining("no text in UTF-8")]);
  });
});
