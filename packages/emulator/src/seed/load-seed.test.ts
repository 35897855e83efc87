import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createClient } from "@forgehand/core";
import { getAuthenticatedUser, getRepository } from "@forgehand/core/operations";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startEmulator } from "../emulator.ts";

let folder = "";
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "forgehand-seed-"));
});
afterAll(() => rmSync(folder, { recursive: true }));

function write(name: string, text: string): string {
  const file = join(folder, name);
  writeFileSync(file, text);
  return file;
}

const startupError = async (name: string, text: string): Promise<string> => {
  const file = write(name, text);
  const error: unknown = await startEmulator({ seed: file }).then(
    async (emulator) => emulator.stop(),
    (reason: unknown) => reason,
  );
  return error instanceof Error ? error.message.replace(file, name) : "none";
};

describe("a seed", () => {
  test("can be a YAML file", async () => {
    const seed = write(
      "company.yaml",
      `users:
  dora: { name: Dora Dunn, created: 2020-05-06T07:08:09Z }
organizations:
  parts:
    members: { dora: owner }
repositories:
  parts/bolts:
    private: true
    stars: { dora: -3d }
    topics: [steel]
tokens:
  dora: { kind: classic, user: dora, scopes: [repo] }
`,
    );
    const emulator = await startEmulator({ seed });
    const { call } = createClient({ baseUrl: emulator.apiUrl, credentials: emulator.tokens["dora"] ?? "" });
    expect(await call(getAuthenticatedUser, {})).toMatchObject({ login: "dora", created_at: "2020-05-06T07:08:09Z" });
    expect(await call(getRepository, { owner: "parts", repo: "bolts" })).toMatchObject({
      private: true,
      topics: ["steel"],
      stargazers_count: 1,
      permissions: { admin: true },
    });
    await emulator.stop();
  });

  test("can be a JSON file or an object", async () => {
    const content = { users: { dora: {} }, tokens: { dora: { kind: "classic", user: "dora" } } };
    for (const seed of [write("company.json", JSON.stringify(content)), content]) {
      const emulator = await startEmulator({ seed });
      expect(Object.keys(emulator.tokens)).toEqual(["dora"]);
      await emulator.stop();
    }
  });

  test("can use any text as a token's name", async () => {
    const tokens = { "dora's, for éverything": { kind: "classic", user: "dora" } };
    const emulator = await startEmulator({ seed: { users: { dora: {} }, tokens } });
    for (const token of Object.values(emulator.tokens)) {
      const response = await fetch(`${emulator.apiUrl}/user`, { headers: { authorization: `Bearer ${token}` } });
      expect(response.status).toBe(200);
    }
    await emulator.stop();
  });

  const invalidSeeds: [name: string, text: string, message: string][] = [
    ["broken.yaml", "users:\n  dora: {\n", "broken.yaml:3:1: "],
    ["list.yaml", "- dora\n", "list.yaml:1:1: the seed "],
    ["field.yaml", "users:\n  dora:\n    nmae: Dora\n", "field.yaml:3:5: users.dora.nmae is not a known field."],
    [
      "type.yaml",
      "repositories:\n  parts/bolts:\n    private: perhaps\n",
      "type.yaml:3:5: repositories.parts/bolts.private must be true or false",
    ],
    [
      "name.yaml",
      "repositories:\n  bolts: {}\n",
      "name.yaml:2:3: repositories.bolts must be a full name (owner/name).",
    ],
    [
      "owner.yaml",
      "users: { dora: {} }\nrepositories:\n  parts/bolts: {}\n",
      'owner.yaml:3:3: repositories.parts/bolts must name an existing account, got "parts".',
    ],
    [
      "star.json",
      '{"users":{"dora":{}},"repositories":{"dora/bolts":{"stars":{"eve":"-3d"}}}}',
      'star.json:1:61: repositories.dora/bolts.stars.eve must name an existing user, got "eve".',
    ],
    [
      "time.yaml",
      "users:\n  dora: { created: yesterday }\n",
      "time.yaml:2:11: users.dora.created must be an ISO 8601 time",
    ],
    [
      "token.yaml",
      "tokens:\n  dora: { kind: classic }\n",
      'token.yaml:2:3: tokens.dora must have "user", as its kind is classic.',
    ],
    [
      "twice.yaml",
      "users: { dora: {} }\ntokens:\n  a: { kind: classic, user: dora, value: x }\n  b: { kind: classic, user: dora, value: x }\n",
      "twice.yaml:4:3: tokens.b must be unique: another token has the same value",
    ],
    [
      "spaced.yaml",
      "users: { dora: {} }\ntokens:\n  dora: { kind: classic, user: dora, value: to ken }\n",
      "spaced.yaml:3:38: tokens.dora.value must consist of letters, digits and -_~+/=.",
    ],
  ];
  for (const [name, text, expected] of invalidSeeds) {
    test(`is rejected with the position of the error: ${name}`, async () => {
      const message = await startupError(name, text);
      expect(message).toContain(expected);
      expect(message.split("\n")).toHaveLength(1);
    });
  }
});
