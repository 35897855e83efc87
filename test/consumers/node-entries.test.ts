import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { describe, expect, inject, test } from "vitest";
import { cleanEnvironment } from "./environment.ts";
import { loadedModules, NODE_ENTRIES } from "./loaded-modules.ts";

/** Runs an ES module in the folder with the installed packages and parses its output. */
async function run(code: string): Promise<unknown> {
  const options = { cwd: inject("consumers"), env: cleanEnvironment() };
  const { stdout } = await promisify(execFile)(process.execPath, ["--input-type=module", "--eval", code], options);
  return JSON.parse(stdout);
}

describe.each(NODE_ENTRIES)("%s", (id) => {
  const combinesAreas = /by-route|compiled|namespaced-client|operations$/.test(id);

  test("loads few files in Node", async () => {
    const files = (await loadedModules(id)).filter((file) => file.startsWith("@forgehand/core/"));
    expect(files.length).toBeGreaterThan(0);
    expect(files.filter((file) => !file.startsWith("@forgehand/core/dist/node/"))).toEqual([]);
    expect(files.length, files.join("\n")).toBeLessThanOrEqual(combinesAreas ? 14 : 6);
  });
});

test("importing the client loads no operations", async () => {
  const files = await loadedModules("@forgehand/core");
  expect(files.filter((file) => /\/(?:operations|shared)/.test(file))).toEqual([]);
});

test("importing an area loads the operations of few others", async () => {
  const files = await loadedModules("@forgehand/core/operations/starring");
  expect(files.filter((file) => /\/(?:operations-|validation)/.test(file))).toHaveLength(1);
});

test("the entries share classes, quotas and operations", async () => {
  const code = `
    import * as main from "@forgehand/core";
    import { byRoute } from "@forgehand/core/by-route";
    import { createNamespacedClient } from "@forgehand/core/namespaced-client";
    import * as operations from "@forgehand/core/operations";
    import { starRepository } from "@forgehand/core/operations/starring";
    import { leanClient } from "@forgehand/core/lean";
    const errors = [() => leanClient({}), () => createNamespacedClient({}), () => byRoute(5)].map((run) => {
      try { run() } catch (error) { return [error.name, error.constructor.name, error instanceof main.InputError]; }
    });
    const isSame = [operations.starRepository, byRoute(starRepository.route)].every((found) => found === starRepository);
    console.log(JSON.stringify({ errors, isSame }));
  `;
  const inputError = ["InputError", "InputError", true];
  expect(await run(code)).toEqual({ errors: [inputError, inputError, inputError], isSame: true });
});

test("the entries for tools read the bundled operations like their own", async () => {
  const code = `
    import { resolve } from "node:path";
    import { accessSources, bigIntegerFields, definitionOf, isSchema, paceOf } from "@forgehand/core/contract";
    import { openApiDocument } from "@forgehand/core/openapi";
    import * as bundled from "@forgehand/core/operations";
    import * as z from "zod/mini";
    const own = await import(resolve("node_modules/@forgehand/core/dist/operations/index.js"));
    const describe = (operation) => {
      const { success, query, body } = definitionOf(operation);
      const schemas = [...Object.values(success), query, body].filter((schema) => schema && isSchema(schema));
      return JSON.stringify([
        operation.route,
        accessSources(operation),
        paceOf(operation),
        schemas.map((schema) => [z.toJSONSchema(schema, { unrepresentable: "any" }), bigIntegerFields(schema)]),
      ]);
    };
    const names = Object.keys(own);
    const differing = names.filter((name) => own[name] === bundled[name] || describe(own[name]) !== describe(bundled[name]));
    const documented = Object.values(openApiDocument({ dialect: "svc" }).paths).flatMap(Object.keys);
    console.log(JSON.stringify({ hasAll: names.length > 300 && documented.length >= names.length, differing }));
  `;
  expect(await run(code)).toEqual({ hasAll: true, differing: [] });
});
