import { type AnyOperation, definitionOf, placeholdersOf } from "@forgehand/core/contract";
import { github, wirePath } from "@forgehand/core/dialects";
import * as catalogue from "@forgehand/core/operations";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startEmulator } from "../emulator.ts";
import type { Emulator } from "../public.ts";
import { sendRequest } from "../requests.fixture.ts";

let emulator: Emulator;
beforeAll(async () => {
  emulator = await startEmulator({ seed: "demo" });
});
afterAll(() => emulator.stop());

const EXISTING: Readonly<Record<string, string>> = {
  owner: "acme",
  repo: "widgets",
  org: "acme",
  enterprise: "acme-inc",
  username: "bob",
};
const MISSING: Readonly<Record<string, string>> = {
  name: "NOTHING",
  secret_name: "NOTHING",
  environment_name: "nowhere",
  enterprise_team: "ent:unknown-user",
  actor_type: "User",
  actor_identifier: "unknown-user",
  svcsa_id: "GHSA-aaaa-bbbb-cccc",
  budget_id: "none",
};

/** A PUT can create secrets, environments and files. */
const createsTarget = ({ method, path }: AnyOperation) =>
  method === "PUT" && /\{(secret_name|environment_name|path)\}$/.test(path);

const operations = Object.entries<AnyOperation>(catalogue).filter(([, operation]) => {
  const { body, access, retired } = definitionOf(operation);
  const named = placeholdersOf(operation.path).filter((name) => EXISTING[name] === undefined);
  // A missing ref or commit is reported as 422.
  if (/\/(git\/refs\/\{ref\}|statuses\/\{sha\}|commits\/\{commit_sha\}\/comments)$/.test(operation.path)) return false;
  return body && named.length > 0 && !retired && access.tokens.includes("classic") && !createsTarget(operation);
});

describe("a missing resource takes precedence over an invalid body", () => {
  test.for(operations)("%s", async ([, operation]) => {
    const path = placeholdersOf(operation.path).reduce(
      (text, name) => text.replace(`{${name}}`, EXISTING[name] ?? MISSING[name] ?? "987654"),
      wirePath(github, operation.path),
    );
    const { status } = await sendRequest(emulator, `${operation.method} ${path}`, "alice", {
      body: '{"role":7,"labels":7}',
    });
    expect(status).toBe(404);
  });
});

test("reports invalid values for existing and new resources", async () => {
  const invalid = { body: "{}" };
  expect((await sendRequest(emulator, "PUT /repos/acme/widgets/actions/secrets/NEW", "alice", invalid)).status).toBe(
    422,
  );
  expect((await sendRequest(emulator, "PUT /repos/acme/widgets/contents/new.md", "alice", invalid)).status).toBe(422);
  expect(
    (await sendRequest(emulator, "PATCH /repos/acme/widgets/hooks/1", "alice", { body: '{"active":7}' })).status,
  ).toBe(422);
});
