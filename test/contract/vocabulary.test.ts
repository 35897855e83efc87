import { globSync, readFileSync } from "node:fs";
import { isSchema } from "@forgehand/core/contract";
import { fromWire, github, toWire, wirePath } from "@forgehand/core/dialects";
import { describe, expect, test } from "vitest";
import { CATALOGUE, type Entry, jsonSchemaOf } from "./catalogue.ts";
import { samplesOf, wordsOf } from "./samples.ts";

const SOURCES = new URL("../../packages/core/src/contract/", import.meta.url).pathname;

/** Links to the public documentation, an edition's name, and a folder that every vendor of this API calls so. */
const ALLOWED = /https:\/\/docs\.github\.com\/\S+|github\.com|\\?\.github\\?\/workflows/g;
const VENDOR = /github|copilot|dependabot|octo|ghsa|\bghe[cs]?\b/i;

/** `svc_root` is no neutral word but a field of source imports. */
const NEUTRAL = /^(?!svc_root$).*(svc|assistant|updater)/i;

test("the contract names no vendor", () => {
  const found = globSync("**/*.ts", { cwd: SOURCES, exclude: ["**/*.test.ts"] }).flatMap((file) =>
    readFileSync(`${SOURCES}${file}`, "utf8")
      .replaceAll(ALLOWED, "")
      .split("\n")
      .filter((line) => VENDOR.test(line))
      .map((line) => `${file}: ${line.trim()}`),
  );
  expect(found).toEqual([]);
});

/** The schemas of everything that an operation sends and gets. */
const schemasOf = ({ definition: { query, body, success, media = {} } }: Entry) =>
  [query, body, ...Object.values(success), ...Object.values(media)].filter((schema) => isSchema(schema));

describe("on the wire", () => {
  test.each(CATALOGUE)("$name has the vendor's words only, and comes back as it was", (entry) => {
    const path = wirePath(github, entry.operation.path).replaceAll(/\{\w+\}/g, "");
    expect(path).not.toMatch(NEUTRAL);
    for (const schema of schemasOf(entry)) {
      const samples = samplesOf(jsonSchemaOf(schema));
      const sent = samples.map((sample) => toWire(github, schema, sample));
      expect(wordsOf(sent).filter((word) => NEUTRAL.test(word))).toEqual([]);
      expect(sent.map((value) => fromWire(github, schema, value))).toEqual(samples);
    }
  });
});
