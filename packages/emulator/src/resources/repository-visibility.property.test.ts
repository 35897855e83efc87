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
import { pickSize } from "../../../../test/test-size.ts";
import { startEmulator } from "../emulator.ts";
import type { Emulator } from "../public.ts";
import { clientFor, sendRequest } from "../requests.fixture.ts";

// Counts, lists and single reads must agree with an independent model after any sequence of stars, subscriptions,
// renames, deletions and visibility changes.

const USERS = ["alice", "bob", "mallory"] as const;
const NAMES = ["one", "two", "three"] as const;
type ModelUser = (typeof USERS)[number];

/** Alice owns the organization, Bob is a collaborator of both repositories, Mallory has no access. */
const SEED = {
  users: { alice: {}, bob: {}, mallory: {} },
  organizations: { acme: { members: { alice: "owner" } } },
  repositories: {
    "acme/one": { collaborators: { bob: "push" } },
    "acme/two": { private: true, collaborators: { bob: "push" } },
  },
  tokens: Object.fromEntries(USERS.map((user) => [user, { kind: "classic", user, scopes: ["repo", "delete_repo"] }])),
};

interface ModelRepository {
  readonly id: number;
  name: string;
  private: boolean;
  /** Users who starred it, in the order of their stars. */
  stars: ModelUser[];
  watchers: ModelUser[];
  readonly ignoring: Set<ModelUser>;
}

const person = fc.constantFrom(...USERS);
const id = fc.constantFrom(1, 2);
/** Most commands are stars and subscriptions; deletions are rare. */
const command = fc.oneof(
  {
    weight: 12,
    arbitrary: fc.record({ action: fc.constantFrom("star", "unstar", "watch", "ignore", "unsubscribe"), person, id }),
  },
  { weight: 3, arbitrary: fc.record({ action: fc.constant("rename"), id, name: fc.constantFrom(...NAMES) }) },
  { weight: 2, arbitrary: fc.record({ action: fc.constant("change-visibility"), id, private: fc.boolean() }) },
  { weight: 1, arbitrary: fc.record({ action: fc.constant("delete"), id }) },
);
type RepositoryCommand = typeof command extends fc.Arbitrary<infer T> ? T : never;

const canSee = (user: ModelUser, repository: ModelRepository) => !repository.private || user !== "mallory";

/** Returns the request for a command, and the expected status. */
function requestFor(
  step: RepositoryCommand,
  { name }: ModelRepository,
): { route: string; token: string; body?: object; status: number } {
  if (!("person" in step)) {
    const token = "alice";
    if ("name" in step) return { route: `PATCH /repos/acme/${name}`, token, body: { name: step.name }, status: 200 };
    if ("private" in step) return { route: `PATCH /repos/acme/${name}`, token, body: step, status: 200 };
    return { route: `DELETE /repos/acme/${name}`, token, status: 204 };
  }
  const token = step.person;
  const [star, subscription] = [`/user/starred/acme/${name}`, `/repos/acme/${name}/subscription`];
  if (step.action === "star") return { route: `PUT ${star}`, token, status: 204 };
  if (step.action === "unstar") return { route: `DELETE ${star}`, token, status: 204 };
  if (step.action === "unsubscribe") return { route: `DELETE ${subscription}`, token, status: 204 };
  const body = step.action === "watch" ? { subscribed: true } : { ignored: true };
  return { route: `PUT ${subscription}`, token, body, status: 200 };
}

function applyToModel(step: RepositoryCommand, repository: ModelRepository): void {
  if ("name" in step) repository.name = step.name;
  if ("private" in step && step.private !== repository.private) {
    Object.assign(repository, { private: step.private, stars: [], watchers: [] });
  }
  if (!("person" in step)) return;
  const { person: user } = step;
  const others = (people: readonly ModelUser[]) => people.filter((item) => item !== user);
  if (step.action === "star" && !repository.stars.includes(user)) repository.stars.push(user);
  if (step.action === "unstar") repository.stars = others(repository.stars);
  if (step.action === "watch") {
    if (!repository.watchers.includes(user)) repository.watchers.push(user);
    repository.ignoring.delete(user);
  }
  if (step.action === "ignore" || step.action === "unsubscribe") repository.watchers = others(repository.watchers);
  if (step.action === "ignore") repository.ignoring.add(user);
  if (step.action === "unsubscribe") repository.ignoring.delete(user);
}

async function compare(
  emulator: Emulator,
  models: ReadonlyMap<number, ModelRepository>,
  formerNames: ReadonlyMap<string, number>,
) {
  const repositories = [...models.values()];
  const idsOf = (list: readonly { id: number }[]) => list.map((item) => item.id).toSorted();
  for (const user of USERS) {
    const { call } = clientFor(emulator, user);
    const visible = repositories.filter((repository) => canSee(user, repository));
    const starred = visible.filter(({ stars }) => stars.includes(user)).map((repository) => repository.id);
    expect(idsOf(await call(listStarredRepositories, {}))).toEqual(starred.toSorted());
    expect(idsOf(await call(listOrganizationRepositories, { org: "acme" }))).toEqual(visible.map((item) => item.id));
    expect(idsOf(await call(listRepositories, {}))).toEqual(
      user === "mallory" ? [] : repositories.map((item) => item.id),
    );
    for (const repository of repositories) {
      const address = { owner: "acme", repo: repository.name };
      if (!canSee(user, repository)) {
        await expect(call(getRepository, address)).rejects.toMatchObject({ status: 404 });
        continue;
      }
      expect(await call(getRepository, address)).toMatchObject({
        id: repository.id,
        private: repository.private,
        subscribers_count: repository.watchers.length,
        stargazers_count: repository.stars.length,
        watchers_count: repository.stars.length,
      });
      expect(await call(checkStar, address)).toBe(repository.stars.includes(user));
      const subscription = await call(getSubscription, address);
      expect(subscription?.subscribed ?? false).toBe(repository.watchers.includes(user));
      expect(subscription?.ignored ?? false).toBe(repository.ignoring.has(user));
    }
  }
  const { call } = clientFor(emulator, "alice");
  const loginsOf = (list: readonly { login: string }[]) => list.map(({ login }) => login);
  for (const repository of repositories) {
    const address = { owner: "acme", repo: repository.name };
    expect(loginsOf(await call(listStargazers, address))).toEqual(repository.stars);
    // Sorted, because a user who changes from ignoring to watching keeps the earlier subscription time.
    expect(loginsOf(await call(listWatchers, address)).toSorted()).toEqual(repository.watchers.toSorted());
  }
  const publicStarred = repositories
    .filter((item) => !item.private && item.stars.includes("bob"))
    .map((item) => item.id);
  expect(idsOf(await clientFor(emulator).call(listRepositoriesStarredByUser, { username: "bob" }))).toEqual(
    publicStarred,
  );
  for (const name of NAMES) {
    const response = await sendRequest(emulator, `GET /repos/acme/${name}`, "alice");
    const current = repositories.find((repository) => repository.name === name);
    const formerId = formerNames.get(name);
    expect(response.status).toBe(current ? 200 : formerId !== undefined && models.has(formerId) ? 301 : 404);
    if (response.status === 301)
      expect(response.headers.get("location")).toBe(`${emulator.apiUrl}/repositories/${formerId}`);
  }
}

test("stars, watchers, names and visibility agree with a model", async () => {
  const steps = fc.array(command, { minLength: 1, maxLength: 25 });
  await fc.assert(
    fc.asyncProperty(steps, async (commands) => {
      const emulator = await startEmulator({ seed: SEED });
      try {
        const models = new Map<number, ModelRepository>(
          ["one", "two"].map((name, index) => [
            index + 1,
            { id: index + 1, name, private: name === "two", stars: [], watchers: [], ignoring: new Set() },
          ]),
        );
        /** Repository ids by former names that no other repository has taken. */
        const formerNames = new Map<string, number>();
        for (const step of commands) {
          const repository = models.get(step.id);
          if (!repository) continue;
          emulator.control.clock.advance(60);
          const { route, token, body, status } = requestFor(step, repository);
          const response = await sendRequest(emulator, route, token, body ? { body: JSON.stringify(body) } : {});
          if ("person" in step && !canSee(step.person, repository)) {
            expect(response.status).toBe(404);
            continue;
          }
          const isTaken =
            "name" in step && [...models.values()].some((item) => item !== repository && item.name === step.name);
          expect(response.status).toBe(isTaken ? 422 : status);
          if (isTaken) continue;
          if ("name" in step) {
            formerNames.set(repository.name, repository.id);
            formerNames.delete(step.name);
          }
          if (step.action === "delete") models.delete(repository.id);
          else applyToModel(step, repository);
        }
        await compare(emulator, models, formerNames);
      } finally {
        await emulator.stop();
      }
    }),
    { numRuns: pickSize(8, 25) },
  );
});
