import type { EventName } from "@forgehand/core/contract";
import { github } from "@forgehand/core/dialects";
import { afterAll, expect, test } from "vitest";
import { plantSeed } from "../seed/plant.ts";
import { findAccount } from "../state/accounts.ts";
import { openDatabase } from "../state/database.ts";
import { findRepository } from "../state/repositories.ts";
import { SCHEMA } from "../state/schema.ts";
import { listenersAt } from "./listeners.ts";

const CHECKS = ["check_run", "check_suite", "star"];

/** A webhook by its name. */
const hook = (name: string, events?: readonly string[], more: object = {}) => ({
  url: `http://${name}/`,
  ...(events ? { events } : {}),
  ...more,
});

const app = (name: string, permissions: object | string, events: readonly string[], installations: object) => ({
  [name]: { owner: "acme", permissions, events, hook: hook(name), installations },
});

const SEED = {
  users: { alice: {} },
  organizations: {
    acme: {
      hooks: [
        hook("acme", CHECKS),
        hook("acme-all", ["*"]),
        hook("acme-off", ["*"], { active: false }),
        hook("acme-team", ["team", "repository"]),
      ],
    },
  },
  repositories: {
    "acme/widgets": {
      hooks: [
        hook("widgets", CHECKS),
        hook("widgets-all", ["*"]),
        hook("widgets-off", ["*"], { active: false }),
        hook("widgets-push"),
      ],
    },
    "acme/gears": {},
    "alice/own": { hooks: [hook("own", ["star"])] },
  },
  apps: {
    ...app("reads", { checks: "read", metadata: "read" }, CHECKS, { acme: {}, alice: {} }),
    ...app("writes", { checks: "write", members: "read" }, ["team"], { acme: {} }),
    ...app("blind", {}, CHECKS, { acme: {} }),
    ...app("deaf", "all", [], { acme: {} }),
    ...app("selected", "all", ["star"], { acme: { repositories: ["acme/gears"] } }),
    ...app("suspended", "all", ["star"], { acme: { suspended_by: "alice" } }),
    // What an account has granted counts, not what the app asks for.
    ...app("outdated", { metadata: "write", checks: "write" }, CHECKS, { acme: { permissions: { metadata: "read" } } }),
    quiet: { owner: "acme", events: ["star"], installations: { acme: {} } },
    off: {
      owner: "acme",
      events: ["star"],
      hook: hook("off", undefined, { active: false }),
      installations: { acme: {} },
    },
  },
};

const db = openDatabase(SCHEMA);
await plantSeed(db, github, SEED, new Date());
afterAll(() => db.close());

/** The webhooks that get an event, by their names. @param place an organization, or a repository's full name */
function who(place: string, name: EventName, action: string | null = null): string[] {
  const [owner = "", repo] = place.split("/");
  const repository = repo === undefined ? undefined : findRepository(db, owner, repo);
  const accountId = findAccount(db, owner)?.id ?? 0;
  return listenersAt(db, { accountId, repository }, { name, action }).map(({ hook }) => new URL(hook.url).hostname);
}

test("an event reaches its repository's webhooks, its organization's, and those of apps that are installed there", () => {
  expect(who("acme/widgets", "star", "created")).toEqual([
    ...["widgets", "widgets-all", "acme", "acme-all", "reads", "outdated"],
  ]);
});

test("an app gets what happens where it is installed, and there alone", () => {
  expect(who("acme/gears", "star", "created")).toEqual(["acme", "acme-all", "reads", "selected", "outdated"]);
  expect(who("alice/own", "star", "created")).toEqual(["own", "reads"]);
});

test("check runs: webhooks get created and completed, apps that write the rest too, and without subscribing", () => {
  const all = ["widgets", "widgets-all", "acme", "acme-all", "reads", "writes", "deaf"];
  expect(who("acme/widgets", "check_run", "created")).toEqual(all);
  expect(who("acme/widgets", "check_run", "completed")).toEqual(all);
  expect(who("acme/widgets", "check_run", "rerequested")).toEqual(["writes", "deaf"]);
  expect(who("acme/widgets", "check_run", "requested_action")).toEqual(["writes", "deaf"]);
});

test("check suites: webhooks get completed alone", () => {
  expect(who("acme/widgets", "check_suite", "completed")).toContain("widgets");
  expect(who("acme/widgets", "check_suite", "requested")).toEqual(["writes", "deaf"]);
  expect(who("acme/widgets", "check_suite", "rerequested")).toEqual(["writes", "deaf"]);
});

test("whoever listens to everything gets what this kind of webhook can have", () => {
  expect(who("acme/widgets", "workflow_dispatch")).toEqual([]);
  expect(who("acme/widgets", "repository", "deleted")).toEqual(["acme-all", "acme-team"]);
  expect(who("acme/widgets", "repository", "renamed")).toEqual(["widgets-all", "acme-all", "acme-team"]);
});

test("what is about no repository reaches no repository's webhook", () => {
  expect(who("acme", "team", "created")).toEqual(["acme-all", "acme-team", "writes"]);
});
