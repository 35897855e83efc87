import { describe, expect, test } from "vitest";
import { byRoute } from "../by-route.ts";
import type { Need } from "./access.ts";
import { definitionOf } from "./defined.ts";
import { PERMISSION_MATRIX } from "./permission-matrix.ts";

describe("the permission matrices", () => {
  const rows = Object.entries(PERMISSION_MATRIX).flatMap(([permission, levels]) =>
    Object.entries(levels).flatMap(([level, routes]) => routes.map((row) => ({ permission, level, row }))),
  );

  test("name each route once for a permission", () => {
    const keys = rows.map(({ permission, row }) => `${permission} ${row}`);
    expect(new Set(keys).size).toBe(keys.length);
    expect(rows).toHaveLength(113);
  });

  test("agree with what the operations say", () => {
    const known = rows.flatMap(({ row, ...need }) => {
      const operation = byRoute(row.replace(" *", ""));
      return operation ? [{ row, need, access: definitionOf(operation).access }] : [];
    });
    expect(known).toHaveLength(113);
    for (const { row, need, access } of known) {
      const needs: Need[] = access.needs.flat();
      expect(needs, row).toContainEqual(need);
      expect(access.tokens, row).toEqual(expect.arrayContaining(["user-access", "installation"]));
    }
  });
});
