import { definitionOf } from "@forgehand/core/contract";
import * as operations from "@forgehand/core/operations";
import fc from "fast-check";
import { expect, test } from "vitest";
import * as z from "zod/mini";
import { sized } from "../../../../../test/effort.ts";
import { ask, type Told } from "../../calling.fixture.ts";
import { startEmulator } from "../../emulator.ts";
import type { Emulator } from "../../public.ts";
import { namesIn, SEED, seal } from "./asking.fixture.ts";

// Whatever selects repositories of an organization, and whatever is done in whatever order: each selection is the set that a
// plain model says, the others' changes are nothing to it, and its pages are the whole.

/** Makes something that selects repositories. @returns where it is */
type Make = (emulator: Emulator) => Promise<string>;

const secret =
  (kind: string): Make =>
  async (emulator) => {
    const place = `/orgs/acme/${kind}/secrets`;
    const sealed = await seal(emulator, place, "x");
    expect((await ask(emulator, `PUT ${place}/THING`, { ...sealed, visibility: "selected" })).status).toBe(201);
    return `${place}/THING`;
  };

const setting =
  (place: string, field: string): Make =>
  async (emulator) => {
    expect((await ask(emulator, `PUT ${place}`, { [field]: "selected" })).status).toBe(204);
    return place;
  };

/** By the path of what selects. */
const MAKE: Readonly<Record<string, Make>> = {
  "/orgs/{org}/actions/secrets/{secret_name}": secret("actions"),
  "/orgs/{org}/codespaces/secrets/{secret_name}": secret("codespaces"),
  "/orgs/{org}/updater/secrets/{secret_name}": secret("updater"),
  "/orgs/{org}/actions/variables/{name}": async (emulator) => {
    const place = "/orgs/acme/actions/variables";
    const told = { name: "THING", value: "x", visibility: "selected" };
    expect((await ask(emulator, `POST ${place}`, told)).status).toBe(201);
    return `${place}/THING`;
  },
  "/orgs/{org}/actions/runner-groups/{runner_group_id}": async (emulator) => {
    const place = "/orgs/acme/actions/runner-groups";
    const { body } = await ask(emulator, `POST ${place}`, { name: "Things", visibility: "selected" });
    return `${place}/${z.parse(z.object({ id: z.int() }), body).id}`;
  },
  "/orgs/{org}/actions/permissions": setting("/orgs/acme/actions/permissions", "enabled_repositories"),
  "/orgs/{org}/actions/permissions/self-hosted-runners": setting(
    "/orgs/acme/actions/permissions/self-hosted-runners",
    "enabled_repositories",
  ),
  "/orgs/{org}/settings/immutable-releases": setting("/orgs/acme/settings/immutable-releases", "enforced_repositories"),
};

const routes = new Set(Object.values(operations).map(({ route }) => route));

/** Everything that has a selection of repositories, as the contract says. */
const FAMILIES = Object.values(operations).flatMap((operation) => {
  const { method, path } = operation;
  const isSelection = method === "PUT" && path.startsWith("/orgs/{org}/") && path.endsWith("/repositories");
  if (!isSelection || !("body" in definitionOf(operation))) return [];
  return [{ path: path.replace(/\/repositories$/, ""), oneByOne: routes.has(`PUT ${path}/{repository_id}`) }];
});

const REPOSITORIES = ["bolts", "gears", "nuts", "widgets"];
const repository = fc.constantFrom(...REPOSITORIES);
const family = fc.nat(FAMILIES.length - 1);
const oneByOne = fc.constantFrom(...FAMILIES.flatMap((one, index) => (one.oneByOne ? [index] : [])));

const command = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({ do: fc.constant("set"), family, named: fc.array(repository, { maxLength: 5 }) }),
  },
  {
    weight: 8,
    arbitrary: fc.record({ do: fc.constantFrom("add", "remove"), family: oneByOne, named: fc.tuple(repository) }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("delete"), family, named: fc.tuple(repository) }) },
);
type Command = typeof command extends fc.Arbitrary<infer C> ? C : never;

/** What there should be. */
interface Model {
  readonly repositories: Set<string>;
  readonly selections: Set<string>[];
}

/** Changes the model as the service should be changed. @returns the status that it should answer */
function expected({ repositories, selections }: Model, told: Command): number {
  const areThere = told.named.every((name) => repositories.has(name));
  if (told.do === "delete") {
    for (const name of told.named) {
      repositories.delete(name);
      for (const selected of selections) selected.delete(name);
    }
    return areThere ? 204 : 404;
  }
  if (!areThere) return told.do === "set" ? 422 : 404;
  const selected = selections[told.family];
  if (told.do === "set") selected?.clear();
  for (const name of told.named) {
    if (told.do === "remove") selected?.delete(name);
    else selected?.add(name);
  }
  return 204;
}

type Ids = ReadonlyMap<string, number>;

/** Does it. @returns the status */
async function perform(emulator: Emulator, places: readonly string[], ids: Ids, told: Command): Promise<number> {
  const place = `${places[told.family]}/repositories`;
  const [name = ""] = told.named;
  const one = `${place}/${ids.get(name)}`;
  const calls: Readonly<Record<string, () => Promise<Told>>> = {
    set: () => ask(emulator, `PUT ${place}`, { selected_repository_ids: told.named.map((named) => ids.get(named)) }),
    add: () => ask(emulator, `PUT ${one}`),
    remove: () => ask(emulator, `DELETE ${one}`),
    delete: () => ask(emulator, `DELETE /repos/acme/${name}`),
  };
  return (await calls[told.do]?.())?.status ?? 0;
}

const Total = z.object({ total_count: z.int() });

async function compare(emulator: Emulator, place: string, selected: ReadonlySet<string>): Promise<void> {
  const list = await ask(emulator, `GET ${place}/repositories`);
  const names = REPOSITORIES.filter((name) => selected.has(name));
  expect(namesIn(list), place).toEqual(names);
  expect(z.parse(Total, list.body).total_count).toBe(names.length);
  const pages = await Promise.all(
    [1, 2, 3].map((page) => ask(emulator, `GET ${place}/repositories?per_page=2&page=${page}`)),
  );
  expect(pages.flatMap(namesIn)).toEqual(names);
}

test("everything that selects repositories is known here", () => {
  expect(FAMILIES.map(({ path }) => path).toSorted()).toEqual(Object.keys(MAKE).toSorted());
});

test("selections are sets, each by itself, after any calls", async () => {
  const seed = {
    ...{ users: SEED.users, organizations: SEED.organizations, tokens: { alice: SEED.tokens.alice } },
    repositories: Object.fromEntries(REPOSITORIES.map((name) => [`acme/${name}`, {}])),
  };
  await fc.assert(
    fc.asyncProperty(fc.array(command, { minLength: 5, maxLength: 20 }), async (commands) => {
      const emulator = await startEmulator({ dialect: "svc", seed });
      try {
        const ids = new Map(REPOSITORIES.map((name, index) => [name, index + 1]));
        const model: Model = { repositories: new Set(REPOSITORIES), selections: FAMILIES.map(() => new Set()) };
        const places: string[] = [];
        for (const { path } of FAMILIES) places.push((await MAKE[path]?.(emulator)) ?? "");
        for (const told of commands) {
          const status = expected(model, told);
          expect(await perform(emulator, places, ids, told), JSON.stringify(told)).toBe(status);
        }
        for (const [index, place] of places.entries()) {
          await compare(emulator, place, model.selections[index] ?? new Set());
        }
      } finally {
        await emulator.stop();
      }
    }),
    { numRuns: sized(10, 40) },
  );
});
