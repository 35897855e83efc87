import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import * as z from "zod/mini";

const Manifest = z.object({
  permissions: z.array(z.string()),
  optional_permissions: z.array(z.string()),
  host_permissions: z.array(z.string()),
  optional_host_permissions: z.array(z.string()),
});

const read = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), "utf8");

test.each(["chrome", "firefox"])("every permission of %s, and no other, is documented for the stores", (browser) => {
  const manifest = Manifest.parse(JSON.parse(read(`extension/.output/${browser}-mv3/manifest.json`)));
  const requested = Object.values(manifest).flat();
  const [, table = ""] = /^\| permission .*\n\| -.*\n((?:\|.*\n)+)/m.exec(read("docs/extension-stores.md")) ?? [];
  const documented = table.split("\n").flatMap((row) => row.split("|")[1]?.match(/(?<=`)[^`\s]+(?=`)/g) ?? []);
  expect(documented.sort()).toEqual(requested.sort());
});
