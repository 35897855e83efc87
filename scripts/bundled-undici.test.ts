import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { UNDICI_EXPORTS } from "./bundled-undici.ts";

test("bundles contain everything that the core imports from undici", () => {
  const transport = readFileSync(new URL("../packages/core/src/client/transport/undici.ts", import.meta.url), "utf8");
  const [, names = ""] = /import \{([^}]+)\} from "undici"/.exec(transport) ?? [];
  const values = names.split(",").flatMap((name) => (name.includes("type ") ? [] : name.trim() || []));
  expect(values.toSorted()).toEqual(UNDICI_EXPORTS.toSorted());
});
