import { globSync, readFileSync } from "node:fs";
import { isSchema } from "@forgehand/core/contract";
import { fromWire, github, toWire, wirePath } from "@forgehand/core/dialects";
import { describe, expect, test } from "vitest";
import { CATALOG, type CatalogEntry, jsonSchemaOf } from "./catalog.ts";
import { sampleValues, stringsIn } from "./sample-values.ts";

const SOURCES = new URL("../../packages/core/src/contract/", import.meta.url).pathname;

/** Links to GitHub's documentation, the name of an edition, and a folder that all services with this API have. */
const ALLOWED = /https:\/\/docs\.github\.com\/\S+|github\.com|\\?\.github\\?\/workflows/g;
const VENDOR = /github|copilot|dependabot|octo|ghsa|\bghe[cs]?\b/i;

/** `svc_root` is a field of source imports and not a neutral name. */
const NEUTRAL = /^(?!svc_root$).*(svc|assistant|updater)/i;

test("the contract contains no vendor names", () => {
  const found = globSync("**/*.ts", { cwd: SOURCES, exclude: ["**/*.test.ts"] }).flatMap((file) =>
    readFileSync(`${SOURCES}${file}`, "utf8")
      .replaceAll(ALLOWED, "")
      .split("\n")
      .filter((line) => VENDOR.test(line))
      .map((line) => `${file}: ${line.trim()}`),
  );
  expect(found).toEqual([]);
});

/** The schemas of everything that an operation sends and receives. */
const schemasOf = ({ definition: { query, body, success, media = {} } }: CatalogEntry) =>
  [query, body, ...Object.values(success), ...Object.values(media)].filter((schema) => isSchema(schema));

describe("on the wire", () => {
  test.each(CATALOG)("$name uses only the vendor's names and round-trips", (entry) => {
    const path = wirePath(github, entry.operation.path).replaceAll(/\{\w+\}/g, "");
    expect(path).not.toMatch(NEUTRAL);
    for (const schema of schemasOf(entry)) {
      const samples = sampleValues(jsonSchemaOf(schema));
      const sent = samples.map((sample) => toWire(github, schema, sample));
      expect(stringsIn(sent).filter((word) => NEUTRAL.test(word))).toEqual([]);
      expect(sent.map((value) => fromWire(github, schema, value))).toEqual(samples);
    }
  });
});
