import { describe, expect, test } from "vitest";
import { byRoute } from "../../by-route.ts";
import { definitionOf } from "../../contract/definition-of.ts";
import { listEnterpriseRunnerGroups } from "../../contract/enterprise/runner-groups.ts";
import { alternativesFor } from "../../contract/missing-requirements.ts";
import { listTeams } from "../../contract/organization/teams.ts";
import { putOrganizationUpdaterSecret } from "../../contract/organization/updater-secrets.ts";
import { PERMISSION_MATRIX } from "../../contract/permission-matrix.ts";
import { putContents } from "../../contract/repository/contents.ts";
import { redeliverRepositoryHookDelivery } from "../../contract/repository/deliveries.ts";
import { listPullRequests } from "../../contract/repository/pull-requests.ts";
import { getRepository } from "../../contract/repository/repositories.ts";
import { requestReviewers } from "../../contract/repository/review-requests.ts";
import { listStargazers } from "../../contract/repository/starring.ts";
import { createRepositoryVariable } from "../../contract/repository/variables.ts";
import { setSubscription } from "../../contract/repository/watching.ts";
import { searchIssues } from "../../contract/service/search.ts";
import { listRepositoriesStarredByUser, starRepository } from "../../contract/user/starring.ts";
import { github } from "../../dialect/github.ts";
import { permissionNames } from "../../dialect/permission-names.ts";
import { svc } from "../../dialect/svc.ts";
import { explainAccess, type TokenInfo } from "./explain-access.ts";

describe("explainAccess", () => {
  test("uses the dialect's names", () => {
    const info = { kind: "fine-grained", permissions: {} } as const;
    const explainIn = (dialect: typeof github) => explainAccess(putOrganizationUpdaterSecret, { ...info, dialect });
    expect(explainIn(github)).toMatchObject({
      answer: "no",
      missing: [{ permission: "organization_updater_secrets", level: "write" }],
      message: 'The token lacks the permission "Organization dependabot secrets" (write).',
    });
    expect(explainIn(svc).message).toBe('The token lacks the permission "Organization updater secrets" (write).');
  });

  test("accepts a permission by the dialect's key and by the contract's", () => {
    for (const key of ["organization_dependabot_secrets", "organization_updater_secrets"]) {
      const info = { kind: "installation", permissions: { [key]: "write" } } as const;
      expect(explainAccess(putOrganizationUpdaterSecret, info)).toMatchObject({ answer: "yes", missing: [] });
    }
  });

  test("names the role that the token's owner needs", () => {
    const { answer, message } = explainAccess(putOrganizationUpdaterSecret, { kind: "classic", scopes: ["admin:org"] });
    expect([answer, message]).toEqual([
      "yes",
      "The token suffices. Its owner must also be an owner of the organization.",
    ]);
  });

  test('answers "no" for a token kind that the operation does not accept, and names the accepted kinds', () => {
    expect(explainAccess(setSubscription, { token: "github_pat_x" })).toMatchObject({
      answer: "no",
      message:
        "A fine-grained token cannot do this. It requires a classic token or an OAuth token with the scope notifications and the scope repo (for private repositories), or the scope repo.",
    });
    expect(explainAccess(redeliverRepositoryHookDelivery, { kind: "workflow" }).answer).toBe("no");
    expect(explainAccess(listEnterpriseRunnerGroups, { kind: "oauth" }).answer).toBe("no");
  });

  test('answers "unknown" without documentation, without token information, or if it depends on the repository', () => {
    expect(explainAccess(searchIssues, { kind: "fine-grained", permissions: {} })).toMatchObject({
      answer: "unknown",
      missing: [],
      message: "The documentation does not say what a fine-grained token needs for this.",
    });
    expect(explainAccess(starRepository, { token: "unknown-format" }).answer).toBe("unknown");
    expect(explainAccess(starRepository, { kind: "classic" }).message).toContain("Its scopes are unknown.");
    const info = { kind: "classic", scopes: ["public_repo"] } as const;
    expect(explainAccess(starRepository, info)).toMatchObject({ answer: "unknown", missing: [] });
    expect(explainAccess(starRepository, { ...info, private: false }).answer).toBe("yes");
    expect(explainAccess(starRepository, { ...info, private: true })).toMatchObject({
      answer: "no",
      missing: [{ scope: "repo", when: "private" }],
    });
  });

  test("accepts only known permission levels", () => {
    for (const level of ["none", "", "READ"]) {
      const info = { kind: "fine-grained", permissions: { pull_requests: level } } as const;
      expect(explainAccess(requestReviewers, info).answer, level).toBe("no");
    }
    const admin = { kind: "fine-grained", permissions: { pull_requests: "admin" } } as const;
    expect(explainAccess(requestReviewers, admin).answer).toBe("yes");
    expect(explainAccess(requestReviewers, { kind: "fine-grained", permissions: null }).answer).toBe("unknown");
  });

  test('answers anonymous calls "yes" for public resources and "no" for restricted lists', () => {
    expect(explainAccess(getRepository, { kind: "anonymous" }).answer).toBe("yes");
    expect(explainAccess(getRepository, { kind: "anonymous", private: true }).answer).toBe("no");
    expect(explainAccess(listStargazers, { kind: "anonymous" })).toMatchObject({
      answer: "no",
      message: "Since 2026-07-01 this requires a token.",
    });
    expect(explainAccess(listStargazers, { kind: "classic", scopes: ["repo"] }).roles).toContain("collaborator");
  });

  test("requires no role if a token has no owner", () => {
    const info = { kind: "installation", permissions: { organization_updater_secrets: "write" } } as const;
    expect(explainAccess(putOrganizationUpdaterSecret, info)).toMatchObject({
      roles: [],
      message: "The token suffices.",
    });
  });

  test("reports requirements that are only assumed as unknown", () => {
    const watch = (scopes: string[], isPrivate?: boolean) =>
      explainAccess(setSubscription, { kind: "classic", scopes, private: isPrivate });
    expect(watch(["notifications"], false).answer).toBe("yes");
    expect(watch(["repo"], true).answer).toBe("yes");
    expect(watch([], false)).toMatchObject({ answer: "no", missing: [{ scope: "notifications" }] });
    expect(watch([], true)).toMatchObject({ answer: "no", missing: [{ scope: "repo" }] });
    expect(watch(["notifications"], true)).toEqual({
      answer: "unknown",
      missing: [],
      assumed: [{ scope: "repo", when: "private", source: "assumed" }],
      roles: [],
      message:
        "GitHub does not document whether the token suffices; it probably lacks the scope repo (for private repositories).",
    });
    expect(watch(["notifications"]).message).toBe(
      "The token suffices for public repositories. For private ones it probably lacks the scope repo (for private repositories).",
    );
  });

  test("denies a workflow's built-in token what workflow files can't request", () => {
    const permissions = { administration: "write", actions_variables: "write", contents: "write", metadata: "read" };
    const explain = (operation: Parameters<typeof explainAccess>[0]) =>
      explainAccess(operation, { kind: "workflow", permissions }).answer;
    expect([putContents, getRepository].map(explain)).toEqual(["yes", "yes"]);
    expect([createRepositoryVariable, putOrganizationUpdaterSecret, listTeams].map(explain)).toEqual([
      "no",
      "no",
      "no",
    ]);
  });

  test("knows that a built-in token can always read metadata, and takes permissions as workflow files spell them", () => {
    const explain = (operation: Parameters<typeof explainAccess>[0], permissions?: Record<string, string>) =>
      explainAccess(operation, { kind: "workflow", permissions, private: true });
    expect(explain(getRepository).answer).toBe("yes");
    expect(explain(getRepository, { contents: "write" }).answer).toBe("yes");
    expect(explain(listPullRequests, { "pull-requests": "read" }).answer).toBe("yes");
    expect(explain(listPullRequests, { pull_requests: "read" }).answer).toBe("yes");
    expect(explain(listPullRequests, { "pull-requests": "none" })).toMatchObject({
      answer: "no",
      message: 'The token lacks the permission "Pull requests" (read).',
    });
    expect(explain(listPullRequests).answer).toBe("unknown");
  });

  test("says which permissions a built-in token can't have", () => {
    const path = { path: ".github/workflows/ci.yml" };
    for (const permissions of [undefined, { contents: "write" }]) {
      expect(explainAccess(putContents, { kind: "workflow", permissions }, path)).toMatchObject({
        answer: "no",
        missing: [{ permission: "workflows" }],
        message:
          'A workflow\'s built-in token cannot have the permission "Workflows" (write) (for files under .github/workflows).',
      });
    }
    expect(explainAccess(listRepositoriesStarredByUser, { kind: "workflow" })).toMatchObject({
      answer: "unknown",
      message:
        'The token suffices for public repositories. A workflow\'s built-in token cannot have the permission "Starring" (read).',
    });
  });

  test("knows that any token can read what is readable without one", () => {
    const lacking = { kind: "fine-grained", permissions: {} } as const;
    const explain = (isPrivate?: boolean) => explainAccess(listPullRequests, { ...lacking, private: isPrivate });
    expect(explain(false)).toMatchObject({ answer: "yes", missing: [] });
    expect(explainAccess(listPullRequests, { kind: "installation", private: false }).answer).toBe("yes");
    expect(explain(true)).toMatchObject({ answer: "no", missing: [{ permission: "pull_requests", level: "read" }] });
    expect(explain().message).toBe(
      'The token suffices for public repositories. For private ones it lacks the permission "Pull requests" (read).',
    );
    expect(explainAccess(putContents, { ...lacking, private: false }).answer).not.toBe("yes");
  });

  test("takes the path of the file to write into account", () => {
    const info = { kind: "classic", scopes: ["repo"] } as const;
    const write = (path: string) => explainAccess(putContents, info, { path });
    expect(write("README.md").answer).toBe("yes");
    expect(write(".github/workflows/ci.yml")).toMatchObject({
      // Another permission may be accepted there, so the answer is not "no".
      answer: "unknown",
      missing: [{ scope: "workflow", when: "workflow-file" }],
    });
  });
});

const ROWS = Object.entries(PERMISSION_MATRIX).flatMap(([permission, levels]) =>
  Object.entries(levels).flatMap(([level, routes]) => routes.map((row) => ({ permission, level, row }))),
);

describe.each([github, svc])("every route of the permission matrix, with the names of $mediaTypeVendor", (dialect) => {
  test.each(ROWS)("$row requires $permission ($level)", ({ permission, level, row }) => {
    // ` *` marks routes that may accept another permission instead.
    const operation = byRoute(row.replace(" *", ""));
    if (!operation) throw new Error(`${row} is not an operation.`);
    const explain = (info: TokenInfo) => explainAccess(operation, { ...info, dialect });
    const canHaveAlternatives = row.endsWith(" *");
    for (const kind of ["fine-grained", "user-access", "installation"] as const) {
      const lacking = explain({ kind, permissions: {} });
      expect(lacking.answer).toBe(canHaveAlternatives ? "unknown" : "no");
      const [first] = alternativesFor(definitionOf(operation).access, kind);
      const names = first?.flatMap((need) =>
        "permission" in need ? permissionNames(dialect, need.permission).name : [],
      );
      expect(lacking.message).toContain(`permission "${names?.[0]}" (${level})`);
      expect(explain({ kind, permissions: { [permission]: level } }).answer).toBe("yes");
      if (level === "write") expect(explain({ kind, permissions: { [permission]: "read" } }).answer).not.toBe("yes");
    }
  });
});

describe("run-time checks name the invalid argument", () => {
  const invalidCalls: [title: string, args: unknown[], field: string][] = [
    ["no arguments", [], "operation"],
    ["a route", ["GET /user", { token: "ghp_x" }], "operation"],
    ["no token information", [getRepository], "info"],
    ["a bare token", [getRepository, "ghp_secret"], "info"],
    ["an unknown kind", [getRepository, { kind: "ghp_secret" }], "kind"],
    ["a kind that is null", [getRepository, { kind: null }], "kind"],
    ["a token that is not a string", [getRepository, { token: ["ghp_secret"] }], "token"],
    ["a token that is null", [getRepository, { token: null }], "token"],
    ["scopes as a string", [getRepository, { token: "ghp_secret", scopes: "repo" }], "scopes"],
    ["scopes that are not strings", [getRepository, { token: "ghp_secret", scopes: [5] }], "scopes"],
    ["permissions as a string", [getRepository, { kind: "app", permissions: "issues" }], "permissions"],
    ["an unknown dialect", [getRepository, { kind: "app", dialect: "gitlab" }], "dialect"],
    ["no input", [getRepository, { kind: "app" }, null], "input"],
  ];
  test.each(invalidCalls)("%s", (_, args, field) => {
    const explain = () => Reflect.apply(explainAccess, undefined, args);
    expect(explain).toThrow(expect.objectContaining({ name: "InputError", field }));
    expect(explain).toThrow(/^(?!.*ghp_secret)/);
  });
});
