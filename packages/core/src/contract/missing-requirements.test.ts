import { describe, expect, test } from "vitest";
import { definitionOf } from "./definition-of.ts";
import { missingRequirements } from "./missing-requirements.ts";
import { putOrganizationUpdaterSecret } from "./organization/updater-secrets.ts";
import { starRepository } from "./user/starring.ts";

const publicTarget = { private: false };
const privateTarget = { private: true };

describe("missingRequirements", () => {
  const star = () => definitionOf(starRepository).access;

  test("accepts a scope that implies the required one", () => {
    expect(missingRequirements(star(), { kind: "classic", scopes: ["repo"] }, privateTarget)).toEqual([]);
    expect(missingRequirements(star(), { kind: "classic", scopes: ["public_repo"] }, publicTarget)).toEqual([]);
  });

  test("requires more for a private repository than for a public one", () => {
    const missing = missingRequirements(star(), { kind: "classic", scopes: ["public_repo"] }, privateTarget);
    expect(missing).toEqual([{ scope: "repo", when: "private" }]);
  });

  test("checks permissions, not scopes, for token kinds that carry permissions", () => {
    const { access } = definitionOf(putOrganizationUpdaterSecret);
    const requirement = { permission: "organization_updater_secrets", level: "write" };
    expect(missingRequirements(access, { kind: "fine-grained", scopes: ["admin:org"] }, publicTarget)).toEqual([
      requirement,
    ]);
    const reader = { organization_updater_secrets: "read" } as const;
    expect(missingRequirements(access, { kind: "installation", permissions: reader }, publicTarget)).toEqual([
      requirement,
    ]);
    const writer = { organization_updater_secrets: "write" } as const;
    expect(missingRequirements(access, { kind: "installation", permissions: writer }, publicTarget)).toEqual([]);
  });
});
