import fc from "fast-check";
import { expect, test } from "vitest";
import * as z from "zod/mini";
import { sized } from "../../../../../test/effort.ts";
import { ask } from "../../calling.fixture.ts";
import { startEmulator } from "../../emulator.ts";
import type { Emulator, StoredSecret } from "../../public.ts";
import { namesIn, SEED, seal } from "./asking.fixture.ts";

// Whatever is done in whatever order: lists, single answers, counts and the control API say what a plain model says.

const REPOSITORIES = ["acme/widgets", "acme/gears", "acme/bolts"];
const KINDS = ["actions", "updater"] as const;

const kind = fc.constantFrom(...KINDS);
const name = fc.constantFrom("A", "a", "B");
const repository = fc.constantFrom(...REPOSITORIES);
const selection = fc.subarray(REPOSITORIES, { minLength: 0 });
const value = fc.constantFrom("one", "two");

const command = fc.oneof(
  fc.record({
    do: fc.constant("put" as const),
    ...{
      kind,
      name,
      value: fc.option(value, { nil: undefined }),
      repositories: fc.option(selection, { nil: undefined }),
    },
    visibility: fc.constantFrom("all", "private", "selected", "selected"),
  }),
  fc.record({ do: fc.constant("delete" as const), kind, name }),
  fc.record({ do: fc.constant("set" as const), kind, name, repositories: selection }),
  fc.record({ do: fc.constantFrom("add" as const, "remove" as const), kind, name, repository }),
  fc.record({ do: fc.constant("put in repository" as const), kind, name, repository, value }),
  fc.record({ do: fc.constant("delete in repository" as const), kind, name, repository }),
  fc.record({ do: fc.constant("delete repository" as const), repository }),
);
type Command = typeof command extends fc.Arbitrary<infer C> ? C : never;

interface Secret {
  readonly kind: (typeof KINDS)[number];
  /** The repository that has it; undefined: the organization. */
  readonly repository: string | undefined;
  readonly name: string;
  readonly value: string;
  readonly visibility: string | undefined;
  readonly selected: readonly string[];
}

/** What there should be. */
interface Model {
  readonly secrets: Map<string, Secret>;
  readonly repositories: Set<string>;
}

const keyOf = (kind: string, repository: string | undefined, name: string) =>
  JSON.stringify([kind, repository ?? "", name.toUpperCase()]);

/** Changes the model as the service should be changed. @returns the status that the service should answer */
function expected({ secrets, repositories }: Model, told: Command): number {
  const areThere = (names: readonly string[] | undefined) => (names ?? []).every((name) => repositories.has(name));
  const ordered = (names: readonly string[] | undefined) => REPOSITORIES.filter((name) => names?.includes(name));
  if (told.do === "delete repository") {
    for (const [key, secret] of secrets) {
      if (secret.repository === told.repository) secrets.delete(key);
      else secrets.set(key, { ...secret, selected: secret.selected.filter((name) => name !== told.repository) });
    }
    return repositories.delete(told.repository) ? 204 : 404;
  }
  if (told.do === "put in repository" || told.do === "delete in repository") {
    const key = keyOf(told.kind, told.repository, told.name);
    if (!repositories.has(told.repository)) return 404;
    if (told.do === "delete in repository") return secrets.delete(key) ? 204 : 404;
    const known = secrets.has(key);
    const { kind, repository, name, value } = told;
    secrets.set(key, { kind, repository, name: name.toUpperCase(), value, visibility: undefined, selected: [] });
    return known ? 204 : 201;
  }
  const key = keyOf(told.kind, undefined, told.name);
  const known = secrets.get(key);
  switch (told.do) {
    case "put": {
      if (told.repositories && told.visibility !== "selected") return 422;
      const value = told.value ?? known?.value;
      if (value === undefined || !areThere(told.repositories)) return 422;
      const { kind, name, visibility } = told;
      const selected = ordered(told.repositories);
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
      const named = told.do === "set" ? told.repositories : [told.repository];
      if (!areThere(named)) return told.do === "set" ? 422 : 404;
      const kept = told.do === "set" ? [] : known.selected.filter((name) => !named.includes(name));
      secrets.set(key, { ...known, selected: ordered(told.do === "remove" ? kept : [...kept, ...named]) });
      return 204;
    }
  }
}

const path = (kind: string, repository?: string) =>
  `${repository === undefined ? "/orgs/acme" : `/repos/${repository}`}/${kind}/secrets`;

type Ids = ReadonlyMap<string, number>;

/** Does it. @returns the status */
async function perform(emulator: Emulator, ids: Ids, told: Command): Promise<number> {
  const numbers = (names: readonly string[]) => names.map((name) => ids.get(name));
  if (told.do === "delete repository") return (await ask(emulator, `DELETE /repos/${told.repository}`)).status;
  const place = path(
    told.kind,
    told.do.endsWith("in repository") && "repository" in told ? told.repository : undefined,
  );
  const secret = `${place}/${told.name}`;
  switch (told.do) {
    case "put in repository": {
      const gone = (await ask(emulator, `GET ${place}/public-key`)).status === 404;
      const sealed = gone ? { key_id: "1", encrypted_value: "" } : await seal(emulator, place, told.value);
      return (await ask(emulator, `PUT ${secret}`, sealed)).status;
    }
    case "put": {
      const sealed = told.value === undefined ? {} : await seal(emulator, place, told.value);
      const selected = told.repositories ? { selected_repository_ids: numbers(told.repositories) } : {};
      return (await ask(emulator, `PUT ${secret}`, { visibility: told.visibility, ...sealed, ...selected })).status;
    }
    case "set":
      return (
        await ask(emulator, `PUT ${secret}/repositories`, { selected_repository_ids: numbers(told.repositories) })
      ).status;
    case "add":
      return (await ask(emulator, `PUT ${secret}/repositories/${ids.get(told.repository)}`)).status;
    case "remove":
      return (await ask(emulator, `DELETE ${secret}/repositories/${ids.get(told.repository)}`)).status;
    default:
      return (await ask(emulator, `DELETE ${secret}`)).status;
  }
}

const sorted = <T>(items: Iterable<T>) => Array.from(items, (item) => JSON.stringify(item)).toSorted();

function compareControl(emulator: Emulator, { secrets }: Model): void {
  const found = ({ kind, repository, name, value, visibility, repositories }: StoredSecret) =>
    [kind, repository, name, value, visibility, ...repositories] as const;
  const should = ({ kind, repository, name, value, visibility, selected }: Secret) =>
    [kind, repository ?? null, name, value, visibility ?? null, ...selected] as const;
  expect(sorted(emulator.control.secrets().map(found))).toEqual(sorted(Array.from(secrets.values(), should)));
}

const List = z.object({ total_count: z.int() });

async function compareAnswers(emulator: Emulator, { secrets, repositories }: Model): Promise<void> {
  for (const kind of KINDS) {
    for (const repository of [undefined, ...repositories]) {
      const place = path(kind, repository);
      const there = [...secrets.values()].filter((secret) => secret.kind === kind && secret.repository === repository);
      const list = await ask(emulator, `GET ${place}`);
      expect(namesIn(list)).toEqual(there.map((secret) => secret.name).toSorted());
      expect(z.parse(List, list.body).total_count).toBe(there.length);
      for (const name of ["A", "b"]) {
        const secret = secrets.get(keyOf(kind, repository, name));
        const shown = await ask(emulator, `GET ${place}/${name}`);
        expect(shown.status).toBe(secret ? 200 : 404);
        if (secret?.visibility !== "selected") continue;
        expect(shown.body).toMatchObject({ name: secret.name, visibility: "selected" });
        const selected = await ask(emulator, `GET ${place}/${name}/repositories`);
        expect(namesIn(selected).map((short) => `acme/${short}`)).toEqual(secret.selected);
      }
    }
  }
}

test("secrets and selections agree with a model after any calls", async () => {
  const seed = { ...SEED, repositories: Object.fromEntries(REPOSITORIES.map((fullName) => [fullName, {}])) };
  await fc.assert(
    fc.asyncProperty(fc.array(command, { minLength: 4, maxLength: 14 }), async (commands) => {
      const emulator = await startEmulator({ dialect: "svc", seed: { ...seed, tokens: { alice: SEED.tokens.alice } } });
      try {
        const ids = new Map(REPOSITORIES.map((fullName, index) => [fullName, index + 1]));
        const model: Model = { secrets: new Map(), repositories: new Set(REPOSITORIES) };
        for (const told of commands) {
          expect(await perform(emulator, ids, told), JSON.stringify(told)).toBe(expected(model, told));
          compareControl(emulator, model);
        }
        await compareAnswers(emulator, model);
      } finally {
        await emulator.stop();
      }
    }),
    { numRuns: sized(8, 25) },
  );
});
