import {
  listOrganizationRepositories,
  listRepositories,
  listRepositoriesStarredByUser,
} from "@forgehand/core/operations";
import fc from "fast-check";
import { expect, test } from "vitest";
import { pickSize } from "../../../../test/test-size.ts";
import { startEmulator } from "../emulator.ts";
import { clientFor, sendRequest } from "../requests.fixture.ts";

// Lists filter repositories by SQL conditions, while a read of a single repository uses `permission.ts`. Both must
// agree for every caller and token.

const PEOPLE = ["ann", "ben", "cat"] as const;
const OWNERS = ["acme", "globex", "ann"] as const;
const NAMES = ["one", "two"] as const;
const FULL_NAMES = OWNERS.flatMap((owner) => NAMES.map((name) => `${owner}/${name}` as const));

const some = <T>(of: readonly T[]) => fc.subarray([...of]);
const permission = fc.constantFrom("pull", "triage", "push", "maintain", "admin");

const organization = fc.record({
  members: fc.dictionary(fc.constantFrom(...PEOPLE), fc.constantFrom("owner", "member")),
  base_permission: fc.constantFrom("none", "pull", "push"),
  teams: fc.record({ crew: fc.record({ members: some(PEOPLE) }) }),
  security_managers: some(PEOPLE),
  security_manager_teams: some(["crew"]),
});

const repository = (owner: string) =>
  fc.record({
    private: fc.boolean(),
    collaborators: fc.dictionary(fc.constantFrom(...PEOPLE), permission),
    teams: owner === "ann" ? fc.constant({}) : fc.dictionary(fc.constant("crew"), permission),
  });

const scopes = fc.constantFrom(["repo"], ["public_repo"], []);
const minimalPermissions = fc.constant({ metadata: "read", starring: "read" });
const optional = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: undefined });
const token = fc.oneof(
  fc.record({ kind: fc.constantFrom("classic", "oauth"), user: fc.constantFrom(...PEOPLE), scopes }),
  fc.record({
    kind: fc.constant("fine-grained"),
    user: fc.constantFrom(...PEOPLE),
    permissions: minimalPermissions,
    owner: optional(fc.constantFrom(...OWNERS)),
    repositories: optional(some(FULL_NAMES)),
  }),
  fc.record({
    kind: fc.constant("user-access"),
    user: fc.constantFrom(...PEOPLE),
    permissions: minimalPermissions,
    app: fc.constant("helper"),
  }),
  fc.record({
    kind: fc.constant("installation"),
    app: fc.constant("helper"),
    account: fc.constant("acme"),
    permissions: minimalPermissions,
    repositories: optional(some(FULL_NAMES.slice(0, 2))),
  }),
  fc.record({
    kind: fc.constant("workflow"),
    repository: fc.constantFrom(...FULL_NAMES),
    permissions: fc.constant({ metadata: "read" }),
  }),
);

const seed = fc.record({
  users: fc.constant(Object.fromEntries(PEOPLE.map((login) => [login, {}]))),
  organizations: fc.record({ acme: organization, globex: organization }),
  repositories: fc.record(
    Object.fromEntries(
      OWNERS.flatMap((owner) =>
        NAMES.map((name) => [
          `${owner}/${name}`,
          repository(owner).map((fields) => ({ ...fields, stars: { ben: "-1d" } })),
        ]),
      ),
    ),
  ),
  apps: fc.record({
    helper: fc.record({
      owner: fc.constant("acme"),
      installations: fc.record({
        acme: fc.record({ repositories: fc.oneof(fc.constant("all"), some(FULL_NAMES.slice(0, 2))) }),
      }),
    }),
  }),
  tokens: fc.array(token, { minLength: 6, maxLength: 6 }).map((tokens) => Object.fromEntries(Object.entries(tokens))),
});

test("a list contains exactly the repositories that its caller can read individually", async () => {
  await fc.assert(
    fc.asyncProperty(seed, async (seedData) => {
      const emulator = await startEmulator({ seed: JSON.parse(JSON.stringify(seedData)) });
      try {
        for (const name of [undefined, ...Object.keys(emulator.tokens)]) {
          const readableFlags = await Promise.all(
            FULL_NAMES.map(
              async (fullName) => (await sendRequest(emulator, `GET /repos/${fullName}`, name)).status === 200,
            ),
          );
          const readable = FULL_NAMES.filter((_fullName, index) => readableFlags[index]).toSorted();
          const { call } = clientFor(emulator, name);
          const namesOf = (list: readonly { full_name: string }[]) => list.map(({ full_name }) => full_name).toSorted();

          const starred = await call(listRepositoriesStarredByUser, { username: "ben" });
          expect(namesOf(starred)).toEqual(readable);
          for (const org of ["acme", "globex"]) {
            const listed = await call(listOrganizationRepositories, { org });
            expect(namesOf(listed)).toEqual(readable.filter((fullName) => fullName.startsWith(`${org}/`)));
          }
          // A user's own list contains only readable repositories, including all that they own.
          const seededToken = seedData.tokens[name ?? ""];
          if (seededToken === undefined || !("user" in seededToken)) continue;
          const listedNames = namesOf(await call(listRepositories, {}));
          expect(readable).toEqual(expect.arrayContaining(listedNames));
          expect(listedNames).toEqual([...new Set(listedNames)]);
          const owned = readable.filter((fullName) => fullName.startsWith(`${seededToken.user}/`));
          expect(listedNames).toEqual(expect.arrayContaining(owned));
        }
      } finally {
        await emulator.stop();
      }
    }),
    { numRuns: pickSize(4, 12) },
  );
});
