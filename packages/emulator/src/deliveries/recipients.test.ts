import type { EventName } from "@forgehand/core/contract";
import { github } from "@forgehand/core/dialects";
import { afterAll, expect, test } from "vitest";
import { applySeed } from "../seed/apply-seed.ts";
import { accounts } from "../state/accounts.ts";
import { openDatabase } from "../state/database.ts";
import { findRepository } from "../state/repositories.ts";
import { SCHEMA } from "../state/schema.ts";
import { findRecipients } from "./recipients.ts";

const CHECKS = ["check_run", "check_suite", "star"];

/** Creates a named webhook. */
const hook = (name: string, events?: readonly string[], extraFields: object = {}) => ({
  url: `http://${name}/`,
  ...(events ? { events } : {}),
  ...extraFields,
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
    ...app("no-permissions", {}, CHECKS, { acme: {} }),
    ...app("no-subscriptions", "all", [], { acme: {} }),
    ...app("selected", "all", ["star"], { acme: { repositories: ["acme/gears"] } }),
    ...app("suspended", "all", ["star"], { acme: { suspended_by: "alice" } }),
    // The account's granted permissions count, not those that the app requests.
    ...app("outdated", { metadata: "write", checks: "write" }, CHECKS, { acme: { permissions: { metadata: "read" } } }),
    "no-hook": { owner: "acme", events: ["star"], installations: { acme: {} } },
    off: {
      owner: "acme",
      events: ["star"],
      hook: hook("off", undefined, { active: false }),
      installations: { acme: {} },
    },
  },
};

const db = openDatabase(SCHEMA);
await applySeed(db, github, SEED, new Date());
afterAll(() => db.close());

/**
 * Returns the names of the webhooks that receive an event.
 * @param source an organization, or a repository's full name
 */
function recipientNames(source: string, name: EventName, action: string | null = null): string[] {
  const [owner = "", repo] = source.split("/");
  const repository = repo === undefined ? undefined : findRepository(db, owner, repo);
  const accountId = accounts.find(db, { login: owner })?.id ?? 0;
  return findRecipients(db, { accountId, repository }, { name, action }).map(({ hook }) => new URL(hook.url).hostname);
}

test("finds webhooks of the repository, its organization and installed apps", () => {
  expect(recipientNames("acme/widgets", "star", "created")).toEqual([
    "widgets",
    "widgets-all",
    "acme",
    "acme-all",
    "reads",
    "outdated",
  ]);
});

test("finds apps only where they are installed", () => {
  expect(recipientNames("acme/gears", "star", "created")).toEqual([
    "acme",
    "acme-all",
    "reads",
    "selected",
    "outdated",
  ]);
  expect(recipientNames("alice/own", "star", "created")).toEqual(["own", "reads"]);
});

test("sends created and completed check runs to webhooks, other actions only to apps with write permission", () => {
  const all = ["widgets", "widgets-all", "acme", "acme-all", "reads", "writes", "no-subscriptions"];
  expect(recipientNames("acme/widgets", "check_run", "created")).toEqual(all);
  expect(recipientNames("acme/widgets", "check_run", "completed")).toEqual(all);
  expect(recipientNames("acme/widgets", "check_run", "rerequested")).toEqual(["writes", "no-subscriptions"]);
  expect(recipientNames("acme/widgets", "check_run", "requested_action")).toEqual(["writes", "no-subscriptions"]);
});

test("sends only completed check suites to webhooks", () => {
  expect(recipientNames("acme/widgets", "check_suite", "completed")).toContain("widgets");
  expect(recipientNames("acme/widgets", "check_suite", "requested")).toEqual(["writes", "no-subscriptions"]);
  expect(recipientNames("acme/widgets", "check_suite", "rerequested")).toEqual(["writes", "no-subscriptions"]);
});

test("sends all events of its kind to a webhook that subscribes to everything", () => {
  expect(recipientNames("acme/widgets", "workflow_dispatch")).toEqual([]);
  expect(recipientNames("acme/widgets", "repository", "deleted")).toEqual(["acme-all", "acme-team"]);
  expect(recipientNames("acme/widgets", "repository", "renamed")).toEqual(["widgets-all", "acme-all", "acme-team"]);
});

test("doesn't send organization events to webhooks of repositories", () => {
  expect(recipientNames("acme", "team", "created")).toEqual(["acme-all", "acme-team", "writes"]);
});
