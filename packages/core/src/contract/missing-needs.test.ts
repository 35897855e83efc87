import { describe, expect, test } from "vitest";
import { definitionOf } from "./defined.ts";
import { missingNeeds } from "./missing-needs.ts";
import { putOrganizationUpdaterSecret } from "./organization/updater-secrets.ts";
import { starRepository } from "./user/starring.ts";

const open = { private: false };
const closed = { private: true };

describe("missing needs", () => {
  const star = () => definitionOf(starRepository).access;

  test("a scope holds what it implies", () => {
    expect(missingNeeds(star(), { kind: "classic", scopes: ["repo"] }, closed)).toEqual([]);
    expect(missingNeeds(star(), { kind: "classic", scopes: ["public_repo"] }, open)).toEqual([]);
  });

  test("a private repository needs more than a public one", () => {
    const missing = missingNeeds(star(), { kind: "classic", scopes: ["public_repo"] }, closed);
    expect(missing).toEqual([{ scope: "repo", when: "private" }]);
  });

  test("permission sets count for the kinds that carry them, scopes do not", () => {
    const { access } = definitionOf(putOrganizationUpdaterSecret);
    const need = { permission: "organization_updater_secrets", level: "write" };
    expect(missingNeeds(access, { kind: "fine-grained", scopes: ["admin:org"] }, open)).toEqual([need]);
    const reader = { organization_updater_secrets: "read" } as const;
    expect(missingNeeds(access, { kind: "installation", permissions: reader }, open)).toEqual([need]);
    const writer = { organization_updater_secrets: "write" } as const;
    expect(missingNeeds(access, { kind: "installation", permissions: writer }, open)).toEqual([]);
  });
});
