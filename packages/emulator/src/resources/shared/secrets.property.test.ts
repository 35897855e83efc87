import fc from "fast-check";
import { expect, test } from "vitest";
import * as z from "zod/mini";
import { pickSize } from "../../../../../test/test-size.ts";
import { startEmulator } from "../../emulator.ts";
import type { Emulator, StoredSecret } from "../../public.ts";
import { requestJson } from "../../requests.fixture.ts";
import { listedNames, SEED, seal } from "./organization-seed.fixture.ts";

// After any sequence of changes, lists, single reads, counts and the control API match a simple model.

const REPOSITORIES = ["acme/widgets", "acme/gears", "acme/bolts"];
const KINDS = ["actions", "updater"] as const;

const kind = fc.constantFrom(...KINDS);
const name = fc.constantFrom("A", "a", "B");
const repository = fc.constantFrom(...REPOSITORIES);
const selection = fc.subarray(REPOSITORIES, { minLength: 0 });
const value = fc.constantFrom("one", "two");

const command = fc.oneof(
  fc.record({
    action: fc.constant("put" as const),
    kind,
    name,
    value: fc.option(value, { nil: undefined }),
    repositories: fc.option(selection, { nil: undefined }),
    visibility: fc.constantFrom("all", "private", "selected", "selected"),
  }),
  fc.record({ action: fc.constant("delete" as const), kind, name }),
  fc.record({ action: fc.constant("set" as const), kind, name, repositories: selection }),
  fc.record({ action: fc.constantFrom("add" as const, "remove" as const), kind, name, repository }),
  fc.record({ action: fc.constant("put-in-repository" as const), kind, name, repository, value }),
  fc.record({ action: fc.constant("delete-in-repository" as const), kind, name, repository }),
  fc.record({ action: fc.constant("delete-repository" as const), repository }),
);
type SecretCommand = typeof command extends fc.Arbitrary<infer C> ? C : never;

interface ModelSecret {
  readonly kind: (typeof KINDS)[number];
  /** Full name of the repository; undefined for the organization. */
  readonly repository: string | undefined;
  readonly name: string;
  readonly value: string;
  readonly visibility: string | undefined;
  readonly selected: readonly string[];
}

/** The expected state. */
interface SecretModel {
  readonly secrets: Map<string, ModelSecret>;
  readonly repositories: Set<string>;
}

const keyOf = (kind: string, repository: string | undefined, name: string) =>
  JSON.stringify([kind, repository ?? "", name.toUpperCase()]);

/**
 * Updates the model.
 * @returns the expected status
 */
function updateModel({ secrets, repositories }: SecretModel, input: SecretCommand): number {
  const allExist = (names: readonly string[] | undefined) => (names ?? []).every((name) => repositories.has(name));
  const ordered = (names: readonly string[] | undefined) => REPOSITORIES.filter((name) => names?.includes(name));
  if (input.action === "delete-repository") {
    for (const [key, secret] of secrets) {
      if (secret.repository === input.repository) secrets.delete(key);
      else secrets.set(key, { ...secret, selected: secret.selected.filter((name) => name !== input.repository) });
    }
    return repositories.delete(input.repository) ? 204 : 404;
  }
  if (input.action === "put-in-repository" || input.action === "delete-in-repository") {
    const key = keyOf(input.kind, input.repository, input.name);
    if (!repositories.has(input.repository)) return 404;
    if (input.action === "delete-in-repository") return secrets.delete(key) ? 204 : 404;
    const known = secrets.has(key);
    const { kind, repository, name, value } = input;
    secrets.set(key, { kind, repository, name: name.toUpperCase(), value, visibility: undefined, selected: [] });
    return known ? 204 : 201;
  }
  const key = keyOf(input.kind, undefined, input.name);
  const known = secrets.get(key);
  switch (input.action) {
    case "put": {
      if (input.repositories && input.visibility !== "selected") return 422;
      const value = input.value ?? known?.value;
      if (value === undefined || !allExist(input.repositories)) return 422;
      const { kind, name, visibility } = input;
      const selected = ordered(input.repositories);
      secrets.set(key, { kind, repository: undefined, name: name.toUpperCase(), value, visibility, selected });
      return known ? 204 : 201;
    }
    case "delete":
      return secrets.delete(key) ? 204 : 404;
    case "set":
    case "add":
    case "remove": {
      if (!known) return 404;
      if (known.visibility !== "selected") return 409;
      const namedRepositories = input.action === "set" ? input.repositories : [input.repository];
      if (!allExist(namedRepositories)) return input.action === "set" ? 422 : 404;
      const remaining =
        input.action === "set" ? [] : known.selected.filter((name) => !namedRepositories.includes(name));
      secrets.set(key, {
        ...known,
        selected: ordered(input.action === "remove" ? remaining : [...remaining, ...namedRepositories]),
      });
      return 204;
    }
  }
}

const path = (kind: string, repository?: string) =>
  `${repository === undefined ? "/orgs/acme" : `/repos/${repository}`}/${kind}/secrets`;

type SecretRepositoryIds = ReadonlyMap<string, number>;

/**
 * Sends the request.
 * @returns the status
 */
async function sendCommand(emulator: Emulator, ids: SecretRepositoryIds, input: SecretCommand): Promise<number> {
  const idsOf = (names: readonly string[]) => names.map((name) => ids.get(name));
  if (input.action === "delete-repository")
    return (await requestJson(emulator, `DELETE /repos/${input.repository}`)).status;
  const secretsPath = path(
    input.kind,
    input.action.endsWith("in-repository") && "repository" in input ? input.repository : undefined,
  );
  const secret = `${secretsPath}/${input.name}`;
  switch (input.action) {
    case "put-in-repository": {
      const isMissing = (await requestJson(emulator, `GET ${secretsPath}/public-key`)).status === 404;
      const sealed = isMissing ? { key_id: "1", encrypted_value: "" } : await seal(emulator, secretsPath, input.value);
      return (await requestJson(emulator, `PUT ${secret}`, sealed)).status;
    }
    case "put": {
      const sealed = input.value === undefined ? {} : await seal(emulator, secretsPath, input.value);
      const selected = input.repositories ? { selected_repository_ids: idsOf(input.repositories) } : {};
      return (await requestJson(emulator, `PUT ${secret}`, { visibility: input.visibility, ...sealed, ...selected }))
        .status;
    }
    case "set":
      return (
        await requestJson(emulator, `PUT ${secret}/repositories`, {
          selected_repository_ids: idsOf(input.repositories),
        })
      ).status;
    case "add":
      return (await requestJson(emulator, `PUT ${secret}/repositories/${ids.get(input.repository)}`)).status;
    case "remove":
      return (await requestJson(emulator, `DELETE ${secret}/repositories/${ids.get(input.repository)}`)).status;
    default:
      return (await requestJson(emulator, `DELETE ${secret}`)).status;
  }
}

const sorted = <T>(items: Iterable<T>) => Array.from(items, (item) => JSON.stringify(item)).toSorted();

function compareControl(emulator: Emulator, { secrets }: SecretModel): void {
  const storedFields = ({ kind, repository, name, value, visibility, repositories }: StoredSecret) =>
    [kind, repository, name, value, visibility, ...repositories] as const;
  const expectedFields = ({ kind, repository, name, value, visibility, selected }: ModelSecret) =>
    [kind, repository ?? null, name, value, visibility ?? null, ...selected] as const;
  expect(sorted(emulator.control.secrets().map(storedFields))).toEqual(
    sorted(Array.from(secrets.values(), expectedFields)),
  );
}

const List = z.object({ total_count: z.int() });

async function compareResponses(emulator: Emulator, { secrets, repositories }: SecretModel): Promise<void> {
  for (const kind of KINDS) {
    for (const repository of [undefined, ...repositories]) {
      const secretsPath = path(kind, repository);
      const expectedSecrets = [...secrets.values()].filter(
        (secret) => secret.kind === kind && secret.repository === repository,
      );
      const list = await requestJson(emulator, `GET ${secretsPath}`);
      expect(listedNames(list)).toEqual(expectedSecrets.map((secret) => secret.name).toSorted());
      expect(z.parse(List, list.body).total_count).toBe(expectedSecrets.length);
      for (const name of ["A", "b"]) {
        const secret = secrets.get(keyOf(kind, repository, name));
        const shown = await requestJson(emulator, `GET ${secretsPath}/${name}`);
        expect(shown.status).toBe(secret ? 200 : 404);
        if (secret?.visibility !== "selected") continue;
        expect(shown.body).toMatchObject({ name: secret.name, visibility: "selected" });
        const selected = await requestJson(emulator, `GET ${secretsPath}/${name}/repositories`);
        expect(listedNames(selected).map((short) => `acme/${short}`)).toEqual(secret.selected);
      }
    }
  }
}

test("secrets and selections match a model after any sequence of requests", async () => {
  const seed = { ...SEED, repositories: Object.fromEntries(REPOSITORIES.map((fullName) => [fullName, {}])) };
  await fc.assert(
    fc.asyncProperty(fc.array(command, { minLength: 4, maxLength: 14 }), async (commands) => {
      const emulator = await startEmulator({ dialect: "svc", seed: { ...seed, tokens: { alice: SEED.tokens.alice } } });
      try {
        const ids = new Map(REPOSITORIES.map((fullName, index) => [fullName, index + 1]));
        const model: SecretModel = { secrets: new Map(), repositories: new Set(REPOSITORIES) };
        for (const input of commands) {
          expect(await sendCommand(emulator, ids, input), JSON.stringify(input)).toBe(updateModel(model, input));
          compareControl(emulator, model);
        }
        await compareResponses(emulator, model);
      } finally {
        await emulator.stop();
      }
    }),
    { numRuns: pickSize(8, 25) },
  );
});
