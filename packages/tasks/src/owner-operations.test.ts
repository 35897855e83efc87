import { readFileSync } from "node:fs";
import { permissionsFor } from "@forgehand/core/contract";
import { DIALECTS, neutralPermission } from "@forgehand/core/dialects";
import { describe, expect, test } from "vitest";
import type { UsedOperations } from "./connection.ts";
import { operationsFor } from "./owner-operations.ts";
import type { Change } from "./plan.ts";
import type { EntryTargets, Task } from "./run/task.ts";
import { settingsOf } from "./settings/text-settings.fixture.ts";
import { oidcTemplate } from "./tasks/oidc-template/oidc-template.ts";
import { prepareTask } from "./tasks/prepare-task.ts";
import { redeliver } from "./tasks/redeliver/redeliver.ts";
import { rotateSecrets } from "./tasks/rotate-secrets/rotate-secrets.ts";

type Texts = Parameters<typeof settingsOf>[0];
interface Needs {
  readonly targets: EntryTargets;
  readonly operations: UsedOperations;
}

function needsOf<Entry, State, C extends Change>(task: Task<Entry, State, C>, texts: Texts, canWrite = true): Needs[] {
  const { targets, operations } = prepareTask(task, [settingsOf(texts)]);
  const used = operations(canWrite);
  return targets.flatMap((entryTargets, index) => {
    const entry = used[index];
    return entry ? [{ targets: entryTargets, operations: entry }] : [];
  });
}

const rotation = (texts: Texts, canWrite = true) =>
  needsOf(rotateSecrets, { secret: "KEY", value: "new", ...texts }, canWrite);
const template = (texts: Texts) => needsOf(oidcTemplate, { "include-claim-keys": "repo", ...texts });
const redelivery = (texts: Texts) => needsOf(redeliver, texts);

const needed = (needs: readonly Needs[], owner = "acme") =>
  permissionsFor(operationsFor(owner, needs).required).permissions;

const REPOSITORIES = { repositories: "acme/widgets" };
const ORGANIZATION = { organization: "acme" };

describe("the permissions that a run needs for an owner", () => {
  test("are those of the entries that name it", () => {
    const needs = [
      ...rotation(ORGANIZATION, false),
      ...rotation({ repositories: "Globex/*, acme/a", "custom-properties": "tier=gold" }),
    ];
    expect(needed(needs, "globex")).toEqual({
      metadata: "read",
      secrets: "write",
      organization_custom_properties: "read",
    });
    expect(needed(needs, "ACME")).toMatchObject({ secrets: "write", organization_secrets: "read" });
    expect(needed(needs, "initech")).toEqual({});
  });

  const links = readFileSync(new URL("../../../docs/action.md", import.meta.url), "utf8").matchAll(
    /^\| ([^|]*?) +\| [^|]* \| \[create\]\((\S+?)\)/gm,
  );
  const documented = new Map(Array.from(links, ([, title = "", url = ""]) => [title, new URL(url).searchParams]));

  test.each([
    ["rotates a repository's Actions secrets", rotation(REPOSITORIES)],
    ["rotates a repository's Dependabot secrets", rotation({ ...REPOSITORIES, kind: "dependabot" })],
    ["rotates an environment's secrets", rotation({ ...REPOSITORIES, environment: "production" })],
    ["rotates an organization's Actions secrets", rotation(ORGANIZATION)],
    ["rotates an organization's Dependabot secrets", rotation({ ...ORGANIZATION, kind: "dependabot" })],
    ["sets the template of repositories", template(REPOSITORIES)],
    ["sets the template of an organization", template(ORGANIZATION)],
    ["redelivers to webhooks of repositories", redelivery(REPOSITORIES)],
    ["redelivers to webhooks of an organization", redelivery(ORGANIZATION)],
  ])("are those of the documented link: a token that %s", (title, needs) => {
    const linked = Array.from(documented.get(title) ?? []).flatMap(([name, level]) => {
      const permission = neutralPermission(DIALECTS.github, name);
      return permission === undefined ? [] : [[permission, level]];
    });
    const { metadata: _, ...permissions } = needed(needs);
    expect(Object.fromEntries(linked)).toEqual(permissions);
    expect(linked.length).toBe((documented.get(title)?.size ?? 0) - ["name", "target_name", "expires_in"].length);
    expect(documented.size).toBe(9);
  });
});
