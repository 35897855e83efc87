import { describe, expect, test } from "vitest";
import { byRoute } from "../by-route.ts";
import type { Requirement } from "./access.ts";
import { definitionOf } from "./definition-of.ts";
import { PERMISSION_MATRIX } from "./permission-matrix.ts";

describe("the permission tables", () => {
  const rows = Object.entries(PERMISSION_MATRIX).flatMap(([permission, levels]) =>
    Object.entries(levels).flatMap(([level, routes]) => routes.map((row) => ({ permission, level, row }))),
  );

  test("list each route once per permission", () => {
    const keys = rows.map(({ permission, row }) => `${permission} ${row}`);
    expect(new Set(keys).size).toBe(keys.length);
    expect(rows).toHaveLength(113);
  });

  test.each(rows)("match the contract: $permission, $row", ({ row, ...requirement }) => {
    const operation = byRoute(row.replace(" *", ""));
    const access = operation && definitionOf(operation).access;
    const requirements: Requirement[] | undefined = access?.requirements.flat();
    expect(requirements).toContainEqual(requirement);
    expect(access?.tokens).toEqual(expect.arrayContaining(["user-access", "installation"]));
    expect(access?.hasOtherRequirements ?? false).toBe(row.endsWith(" *"));
  });
});
