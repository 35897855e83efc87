import { type AnyOperation, definitionOf, placeholdersOf } from "@forgehand/core/contract";
import { github, wirePath } from "@forgehand/core/dialects";
import * as catalogue from "@forgehand/core/operations";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { send } from "../calling.fixture.ts";
import { startEmulator } from "../emulator.ts";
import type { Emulator } from "../public.ts";

let emulator: Emulator;
beforeAll(async () => {
  emulator = await startEmulator({ seed: "demo" });
});
afterAll(() => emulator.stop());

const THERE: Readonly<Record<string, string>> = {
  ...{ owner: "acme", repo: "widgets", org: "acme", enterprise: "acme-inc", username: "bob" },
};
const NOWHERE: Readonly<Record<string, string>> = {
  ...{ name: "NOTHING", secret_name: "NOTHING", environment_name: "nowhere", enterprise_team: "ent:nobody" },
  ...{ actor_type: "User", actor_identifier: "nobody", svcsa_id: "GHSA-aaaa-bbbb-cccc", budget_id: "none" },
};

/** What is made by being put there need not be there; and a file's address may be new. */
const makes = ({ method, path }: AnyOperation) => method === "PUT" && /\{(secret_name|path)\}$/.test(path);

const operations = Object.entries<AnyOperation>(catalogue).filter(([, operation]) => {
  const { body, access, retired } = definitionOf(operation);
  const named = placeholdersOf(operation.path).filter((name) => THERE[name] === undefined);
  return body && named.length > 0 && !retired && access.tokens.includes("classic") && !makes(operation);
});

describe("what is not there is told before what is wrong with a body", () => {
  test.for(operations)("%s", async ([, operation]) => {
    const path = placeholdersOf(operation.path).reduce(
      (text, name) => text.replace(`{${name}}`, THERE[name] ?? NOWHERE[name] ?? "987654"),
      wirePath(github, operation.path),
    );
    const { status } = await send(emulator, `${operation.method} ${path}`, "alice", { body: '{"role":7,"labels":7}' });
    expect(status).toBe(404);
  });
});

test("what is wrong is told where all is there, or may be made", async () => {
  const bad = { body: "{}" };
  expect((await send(emulator, "PUT /repos/acme/widgets/actions/secrets/NEW", "alice", bad)).status).toBe(422);
  expect((await send(emulator, "PUT /repos/acme/widgets/contents/new.md", "alice", bad)).status).toBe(422);
  expect((await send(emulator, "PATCH /repos/acme/widgets/hooks/1", "alice", { body: '{"active":7}' })).status).toBe(
    422,
  );
});
