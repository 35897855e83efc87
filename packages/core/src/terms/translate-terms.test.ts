import { describe, expect, test } from "vitest";
import { DIALECTS } from "../dialect/dialects.ts";
import { githubNames } from "../dialect/github-names.ts";
import type { Schema } from "../schema/schema.ts";
import { fromWire, toWire } from "./translate-terms.ts";
import { isVendorField } from "./wire-terms.ts";

const SCHEMA: Schema = {
  type: "object",
  fields: {
    updater_alerts: "boolean",
    kind: { type: "marked", mark: "vendor-values", of: "string" },
    permissions: { type: "marked", mark: "vendor-keys", of: { type: "record", of: "string" } },
  },
};
const NEUTRAL = { updater_alerts: true, kind: "updater_alert", permissions: { updater_secrets: "read" }, other: 1 };
const WIRE = {
  dependabot_alerts: true,
  kind: "dependabot_alert",
  permissions: { dependabot_secrets: "read" },
  other: 1,
};

describe("terms", () => {
  test("are GitHub's for names without terms of their own, as those of the lean client", () => {
    for (const names of [githubNames, DIALECTS.github]) {
      expect(toWire(names, SCHEMA, NEUTRAL)).toEqual(WIRE);
      expect(fromWire(names, SCHEMA, WIRE)).toEqual(NEUTRAL);
    }
  });

  test("stay neutral in a dialect without other names", () => {
    expect(toWire(DIALECTS.svc, SCHEMA, NEUTRAL)).toBe(NEUTRAL);
  });

  test.each(Object.entries(DIALECTS))("of %s rename only fields with a word of the contract's own", (_, { fields }) => {
    expect(Object.keys(fields).filter((name) => !isVendorField(name))).toEqual([]);
  });
});
