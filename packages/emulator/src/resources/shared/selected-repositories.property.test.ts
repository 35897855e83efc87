import { definitionOf } from "@forgehand/core/contract";
import * as operations from "@forgehand/core/operations";
import fc from "fast-check";
import { expect, test } from "vitest";
import * as z from "zod/mini";
import { pickSize } from "../../../../../test/test-size.ts";
import { startEmulator } from "../../emulator.ts";
import type { Emulator } from "../../public.ts";
import { requestJson, type TestResponse } from "../../requests.fixture.ts";
import { listedNames, SEED, seal } from "./organization-seed.fixture.ts";

// Every repository selection of an organization behaves as a set, independently of the others, after any sequence of
// requests.

/**
 * Creates an object with a repository selection.
 * @returns its path
 */
type CreateSelectionOwner = (emulator: Emulator) => Promise<string>;

const secret =
  (kind: string): CreateSelectionOwner =>
  async (emulator) => {
    const basePath = `/orgs/acme/${kind}/secrets`;
    const sealed = await seal(emulator, basePath, "x");
    expect((await requestJson(emulator, `PUT ${basePath}/THING`, { ...sealed, visibility: "selected" })).status).toBe(
      201,
    );
    return `${basePath}/THING`;
  };

const variable =
  (kind: string): CreateSelectionOwner =>
  async (emulator) => {
    const basePath = `/orgs/acme/${kind}/variables`;
    const input = { name: "THING", value: "x", visibility: "selected" };
    expect((await requestJson(emulator, `POST ${basePath}`, input)).status).toBe(201);
    return `${basePath}/THING`;
  };

const setting =
  (basePath: string, field: string): CreateSelectionOwner =>
  async (emulator) => {
    expect((await requestJson(emulator, `PUT ${basePath}`, { [field]: "selected" })).status).toBe(204);
    return basePath;
  };

/** Creates an object of each kind, by the kind's path in the contract. */
const CREATE_SELECTION_OWNER: Readonly<Record<string, CreateSelectionOwner>> = {
  "/orgs/{org}/actions/secrets/{secret_name}": secret("actions"),
  "/orgs/{org}/agents/secrets/{secret_name}": secret("agents"),
  "/orgs/{org}/codespaces/secrets/{secret_name}": secret("codespaces"),
  "/orgs/{org}/updater/secrets/{secret_name}": secret("updater"),
  "/orgs/{org}/actions/variables/{name}": variable("actions"),
  "/orgs/{org}/agents/variables/{name}": variable("agents"),
  "/orgs/{org}/actions/runner-groups/{runner_group_id}": async (emulator) => {
    const basePath = "/orgs/acme/actions/runner-groups";
    const { body } = await requestJson(emulator, `POST ${basePath}`, { name: "Things", visibility: "selected" });
    return `${basePath}/${z.parse(z.object({ id: z.int() }), body).id}`;
  },
  "/orgs/{org}/actions/permissions": setting("/orgs/acme/actions/permissions", "enabled_repositories"),
  "/orgs/{org}/actions/permissions/self-hosted-runners": setting(
    "/orgs/acme/actions/permissions/self-hosted-runners",
    "enabled_repositories",
  ),
  "/orgs/{org}/settings/immutable-releases": setting("/orgs/acme/settings/immutable-releases", "enforced_repositories"),
};

const routes = new Set(Object.values(operations).map(({ route }) => route));

/** All objects with a repository selection in the contract. */
const SELECTIONS = Object.values(operations).flatMap((operation) => {
  const { method, path } = operation;
  const isSelection = method === "PUT" && path.startsWith("/orgs/{org}/") && path.endsWith("/repositories");
  if (!isSelection || !("body" in definitionOf(operation))) return [];
  return [
    { path: path.replace(/\/repositories$/, ""), acceptsSingleRepositories: routes.has(`PUT ${path}/{repository_id}`) },
  ];
});

const REPOSITORIES = ["bolts", "gears", "nuts", "widgets"];
const repository = fc.constantFrom(...REPOSITORIES);
const selectionIndex = fc.nat(SELECTIONS.length - 1);
const singleSelectionIndex = fc.constantFrom(
  ...SELECTIONS.flatMap((selection, index) => (selection.acceptsSingleRepositories ? [index] : [])),
);

const command = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({ action: fc.constant("set"), selectionIndex, names: fc.array(repository, { maxLength: 5 }) }),
  },
  {
    weight: 8,
    arbitrary: fc.record({
      action: fc.constantFrom("add", "remove"),
      selectionIndex: singleSelectionIndex,
      names: fc.tuple(repository),
    }),
  },
  { weight: 1, arbitrary: fc.record({ action: fc.constant("delete"), selectionIndex, names: fc.tuple(repository) }) },
);
type SelectionCommand = typeof command extends fc.Arbitrary<infer C> ? C : never;

/** The expected state. */
interface SelectionModel {
  readonly repositories: Set<string>;
  readonly selections: Set<string>[];
}

/**
 * Updates the model.
 * @returns the expected status
 */
function updateModel({ repositories, selections }: SelectionModel, input: SelectionCommand): number {
  const allExist = input.names.every((name) => repositories.has(name));
  if (input.action === "delete") {
    for (const name of input.names) {
      repositories.delete(name);
      for (const selected of selections) selected.delete(name);
    }
    return allExist ? 204 : 404;
  }
  if (!allExist) return input.action === "set" ? 422 : 404;
  const selected = selections[input.selectionIndex];
  if (input.action === "set") selected?.clear();
  for (const name of input.names) {
    if (input.action === "remove") selected?.delete(name);
    else selected?.add(name);
  }
  return 204;
}

type SelectionRepositoryIds = ReadonlyMap<string, number>;

/**
 * Sends the request.
 * @returns the status
 */
async function sendCommand(
  emulator: Emulator,
  basePaths: readonly string[],
  ids: SelectionRepositoryIds,
  input: SelectionCommand,
): Promise<number> {
  const basePath = `${basePaths[input.selectionIndex]}/repositories`;
  const [name = ""] = input.names;
  const repositoryPath = `${basePath}/${ids.get(name)}`;
  const calls: Readonly<Record<string, () => Promise<TestResponse>>> = {
    set: () =>
      requestJson(emulator, `PUT ${basePath}`, { selected_repository_ids: input.names.map((name) => ids.get(name)) }),
    add: () => requestJson(emulator, `PUT ${repositoryPath}`),
    remove: () => requestJson(emulator, `DELETE ${repositoryPath}`),
    delete: () => requestJson(emulator, `DELETE /repos/acme/${name}`),
  };
  return (await calls[input.action]?.())?.status ?? 0;
}

const Total = z.object({ total_count: z.int() });

async function compare(emulator: Emulator, basePath: string, selected: ReadonlySet<string>): Promise<void> {
  const list = await requestJson(emulator, `GET ${basePath}/repositories`);
  const names = REPOSITORIES.filter((name) => selected.has(name));
  expect(listedNames(list), basePath).toEqual(names);
  expect(z.parse(Total, list.body).total_count).toBe(names.length);
  const pages = await Promise.all(
    [1, 2, 3].map((page) => requestJson(emulator, `GET ${basePath}/repositories?per_page=2&page=${page}`)),
  );
  expect(pages.flatMap(listedNames)).toEqual(names);
}

test("covers every repository selection of the contract", () => {
  expect(SELECTIONS.map(({ path }) => path).toSorted()).toEqual(Object.keys(CREATE_SELECTION_OWNER).toSorted());
});

test("selections are independent sets after any sequence of requests", async () => {
  const seed = {
    users: SEED.users,
    organizations: SEED.organizations,
    tokens: { alice: SEED.tokens.alice },
    repositories: Object.fromEntries(REPOSITORIES.map((name) => [`acme/${name}`, {}])),
  };
  await fc.assert(
    fc.asyncProperty(fc.array(command, { minLength: 5, maxLength: 20 }), async (commands) => {
      const emulator = await startEmulator({ dialect: "svc", seed });
      try {
        const ids = new Map(REPOSITORIES.map((name, index) => [name, index + 1]));
        const model: SelectionModel = {
          repositories: new Set(REPOSITORIES),
          selections: SELECTIONS.map(() => new Set()),
        };
        const basePaths: string[] = [];
        for (const { path } of SELECTIONS) basePaths.push((await CREATE_SELECTION_OWNER[path]?.(emulator)) ?? "");
        for (const input of commands) {
          const status = updateModel(model, input);
          expect(await sendCommand(emulator, basePaths, ids, input), JSON.stringify(input)).toBe(status);
        }
        for (const [index, basePath] of basePaths.entries()) {
          await compare(emulator, basePath, model.selections[index] ?? new Set());
        }
      } finally {
        await emulator.stop();
      }
    }),
    { numRuns: pickSize(10, 40) },
  );
});
