import {
  checkStar,
  getRepository,
  getSubscription,
  listOrganizationRepositories,
  listRepositories,
  listRepositoriesStarredByUser,
  listStargazers,
  listStarredRepositories,
  listWatchers,
} from "@forgehand/core/operations";
import fc from "fast-check";
import { expect, test } from "vitest";
import { sized } from "../../../../test/effort.ts";
import { as, send } from "../calling.fixture.ts";
import { startEmulator } from "../emulator.ts";
import type { Emulator } from "../public.ts";

// Whatever several people do to some repositories: counts, lists and single reads tell one story, that of a model which
// knows nothing of the service's state.

const PEOPLE = ["alice", "bob", "mallory"] as const;
const NAMES = ["one", "two", "three"] as const;
type Person = (typeof PEOPLE)[number];

/** Alice owns the organization, bob was let into both repositories, mallory is a stranger. */
const SEED = {
  users: { alice: {}, bob: {}, mallory: {} },
  organizations: { acme: { members: { alice: "owner" } } },
  repositories: {
    "acme/one": { collaborators: { bob: "push" } },
    "acme/two": { private: true, collaborators: { bob: "push" } },
  },
  tokens: Object.fromEntries(PEOPLE.map((user) => [user, { kind: "classic", user, scopes: ["repo", "delete_repo"] }])),
};

interface Model {
  readonly id: number;
  name: string;
  private: boolean;
  /** Who starred it, in the order of their stars. */
  stars: Person[];
  watchers: Person[];
  readonly ignoring: Set<Person>;
}

const person = fc.constantFrom(...PEOPLE);
const id = fc.constantFrom(1, 2);
/** Most is about stars and watching; repositories are seldom deleted. */
const command = fc.oneof(
  {
    weight: 12,
    arbitrary: fc.record({ do: fc.constantFrom("star", "unstar", "watch", "ignore", "forget"), person, id }),
  },
  { weight: 3, arbitrary: fc.record({ do: fc.constant("rename"), id, name: fc.constantFrom(...NAMES) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant("show"), id, private: fc.boolean() }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("delete"), id }) },
);
type Command = typeof command extends fc.Arbitrary<infer T> ? T : never;

const sees = (who: Person, repository: Model) => !repository.private || who !== "mallory";

/** The call that a command is, and what must come of it. */
function callOf(step: Command, { name }: Model): { route: string; token: string; body?: object; status: number } {
  if (!("person" in step)) {
    const token = "alice";
    if ("name" in step) return { route: `PATCH /repos/acme/${name}`, token, body: { name: step.name }, status: 200 };
    if ("private" in step) return { route: `PATCH /repos/acme/${name}`, token, body: step, status: 200 };
    return { route: `DELETE /repos/acme/${name}`, token, status: 204 };
  }
  const token = step.person;
  const [star, subscription] = [`/user/starred/acme/${name}`, `/repos/acme/${name}/subscription`];
  if (step.do === "star") return { route: `PUT ${star}`, token, status: 204 };
  if (step.do === "unstar") return { route: `DELETE ${star}`, token, status: 204 };
  if (step.do === "forget") return { route: `DELETE ${subscription}`, token, status: 204 };
  const body = step.do === "watch" ? { subscribed: true } : { ignored: true };
  return { route: `PUT ${subscription}`, token, body, status: 200 };
}

/** What a command makes of the model. */
function follow(step: Command, repository: Model): void {
  if ("name" in step) repository.name = step.name;
  if ("private" in step && step.private !== repository.private) {
    Object.assign(repository, { private: step.private, stars: [], watchers: [] });
  }
  if (!("person" in step)) return;
  const { person: who } = step;
  const others = (people: readonly Person[]) => people.filter((one) => one !== who);
  if (step.do === "star" && !repository.stars.includes(who)) repository.stars.push(who);
  if (step.do === "unstar") repository.stars = others(repository.stars);
  if (step.do === "watch") {
    if (!repository.watchers.includes(who)) repository.watchers.push(who);
    repository.ignoring.delete(who);
  }
  if (step.do === "ignore" || step.do === "forget") repository.watchers = others(repository.watchers);
  if (step.do === "ignore") repository.ignoring.add(who);
  if (step.do === "forget") repository.ignoring.delete(who);
}

async function compare(emulator: Emulator, models: ReadonlyMap<number, Model>, former: ReadonlyMap<string, number>) {
  const repositories = [...models.values()];
  const namesOf = (list: readonly { id: number }[]) => list.map((one) => one.id).toSorted();
  for (const who of PEOPLE) {
    const { call } = as(emulator, who);
    const visible = repositories.filter((repository) => sees(who, repository));
    const starred = visible.filter(({ stars }) => stars.includes(who)).map((repository) => repository.id);
    expect(namesOf(await call(listStarredRepositories, {}))).toEqual(starred.toSorted());
    expect(namesOf(await call(listOrganizationRepositories, { org: "acme" }))).toEqual(visible.map((one) => one.id));
    expect(namesOf(await call(listRepositories, {}))).toEqual(
      who === "mallory" ? [] : repositories.map((one) => one.id),
    );
    for (const repository of repositories) {
      const address = { owner: "acme", repo: repository.name };
      if (!sees(who, repository)) {
        await expect(call(getRepository, address)).rejects.toMatchObject({ status: 404 });
        continue;
      }
      expect(await call(getRepository, address)).toMatchObject({
        ...{ id: repository.id, private: repository.private, subscribers_count: repository.watchers.length },
        ...{ stargazers_count: repository.stars.length, watchers_count: repository.stars.length },
      });
      expect(await call(checkStar, address)).toBe(repository.stars.includes(who));
      const subscription = await call(getSubscription, address);
      expect(subscription?.subscribed ?? false).toBe(repository.watchers.includes(who));
      expect(subscription?.ignored ?? false).toBe(repository.ignoring.has(who));
    }
  }
  const { call } = as(emulator, "alice");
  const loginsOf = (list: readonly { login: string }[]) => list.map(({ login }) => login);
  for (const repository of repositories) {
    const address = { owner: "acme", repo: repository.name };
    expect(loginsOf(await call(listStargazers, address))).toEqual(repository.stars);
    // Who watched after ignoring watches since then.
    expect(loginsOf(await call(listWatchers, address)).toSorted()).toEqual(repository.watchers.toSorted());
  }
  const open = repositories.filter((one) => !one.private && one.stars.includes("bob")).map((one) => one.id);
  expect(namesOf(await as(emulator).call(listRepositoriesStarredByUser, { username: "bob" }))).toEqual(open);
  for (const name of NAMES) {
    const answer = await send(emulator, `GET /repos/acme/${name}`, "alice");
    const holder = repositories.find((repository) => repository.name === name);
    const led = former.get(name);
    expect(answer.status).toBe(holder ? 200 : led !== undefined && models.has(led) ? 301 : 404);
    if (answer.status === 301) expect(answer.headers.get("location")).toBe(`${emulator.apiUrl}/repositories/${led}`);
  }
}

test("stars, watchers, names and visibility tell one story", async () => {
  const steps = fc.array(command, { minLength: 1, maxLength: 25 });
  await fc.assert(
    fc.asyncProperty(steps, async (chosen) => {
      const emulator = await startEmulator({ seed: SEED });
      try {
        const models = new Map<number, Model>(
          ["one", "two"].map((name, index) => [
            index + 1,
            { id: index + 1, name, private: name === "two", stars: [], watchers: [], ignoring: new Set() },
          ]),
        );
        /** Where names lead that are nobody's. */
        const former = new Map<string, number>();
        for (const step of chosen) {
          const repository = models.get(step.id);
          if (!repository) continue;
          emulator.control.clock.advance(60);
          const { route, token, body, status } = callOf(step, repository);
          const answer = await send(emulator, route, token, body ? { body: JSON.stringify(body) } : {});
          if ("person" in step && !sees(step.person, repository)) {
            expect(answer.status).toBe(404);
            continue;
          }
          const isTaken =
            "name" in step && [...models.values()].some((one) => one !== repository && one.name === step.name);
          expect(answer.status).toBe(isTaken ? 422 : status);
          if (isTaken) continue;
          if ("name" in step) {
            former.set(repository.name, repository.id);
            former.delete(step.name);
          }
          if (step.do === "delete") models.delete(repository.id);
          else follow(step, repository);
        }
        await compare(emulator, models, former);
      } finally {
        await emulator.stop();
      }
    }),
    { numRuns: sized(8, 25) },
  );
});
