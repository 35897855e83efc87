import { expect, test } from "vitest";
import * as z from "zod/mini";
import { Seed } from "./schema.ts";

// Editors use the file. To update it after a change of the schema, run:
// vitest run --project unit packages/emulator/src/seed/schema.test.ts --update
test("seeds/schema.json matches the seed schema", async () => {
  const schema = z.toJSONSchema(Seed, { io: "input", unrepresentable: "any", cycles: "ref", reused: "ref" });
  const text = `${JSON.stringify({ title: "A seed of Forgehand's emulator", ...schema }, null, 2)}\n`;
  await expect(text).toMatchFileSnapshot("../../seeds/schema.json");
});
