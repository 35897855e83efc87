import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import fc from "fast-check";
import { afterAll, describe, expect, test } from "vitest";
import { damaged, valuesOf } from "../../packages/core/src/contract/arbitrary.fixture.ts";
import { callDefinitionOf } from "../../packages/core/src/contract/call-definition.ts";
import { definitionOf, isSchema } from "../../packages/core/src/contract/definition-of.ts";
import { actionsOf, payloadSchema } from "../../packages/core/src/contract/events/declared-payloads.ts";
import { EVENTS } from "../../packages/core/src/contract/events/index.ts";
import * as catalogue from "../../packages/core/src/contract/index.ts";
import { compileSchema } from "../../packages/core/src/schema/compile-schema.ts";
import { isMatch } from "../../packages/core/src/schema/is-match.ts";
import { pickSize } from "../../test/test-size.ts";
import { writeCheckers } from "./checker-modules.ts";
import { CONTRACT, collectModules, collectReferences, type ExportedValue } from "./collect-contract.ts";
import { writeDataModules } from "./data-modules.ts";

const folder = mkdtempSync(join(tmpdir(), "forgehand-contract-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const modules = await collectModules();
const references = await collectReferences();

/** Imports of the sources of rules, which generated modules refer to. */
const importOf = ({ path, name }: ExportedValue) =>
  `import { ${name} } from ${JSON.stringify(pathToFileURL(`${CONTRACT}${path}.ts`).href)};`;

describe("modules of plain data", () => {
  const written = writeDataModules(modules, references);

  test("import nothing but rules and each other", () => {
    const specifiers = written.flatMap(({ text }) =>
      [...text.matchAll(/from "([^"]+)"/g)].map(([, path = ""]) => path),
    );
    const paths = new Set(written.map(({ path }) => path.split("/").at(-1)));
    const others = specifiers.filter(
      (path) => !/\/(rules|verifications|schema|terms)\/|big-integers|uploads|list-reports/.test(path),
    );
    expect(others.filter((path) => !paths.has(path.split("/").at(-1)?.replace(/\.js$/, "")))).toEqual([]);
    expect(written.map(({ text }) => text).join("")).not.toMatch(/zod/);
  });

  test("share constants in a module that imports nothing", () => {
    const shared = written.find(({ path }) => path === "shared-data");
    expect(shared?.text).toMatch(/^export const /);
    expect(shared?.text).not.toMatch(/^import /m);
  });

  test("have the definitions and events of the contract", async () => {
    // A single module, since the written ones refer to built files.
    const names = new Map(written.map(({ path }, index) => [path, `module${index}`]));
    for (const { path, text } of written) {
      const file = join(folder, `${names.get(path)}.mjs`);
      const rewritten = text.replaceAll(/from "([^"]+)\.js"/g, (_, specifier: string) => {
        const target = join(dirname(path), specifier);
        const name = names.get(target);
        return `from "${name ? `./${name}.mjs` : pathToFileURL(`${CONTRACT}${target}.ts`).href}"`;
      });
      writeFileSync(file, rewritten);
    }
    for (const { path, operations, events } of modules) {
      const exports = await import(pathToFileURL(join(folder, `${names.get(path)}.mjs`)).href);
      expect(Object.keys(exports).sort()).toEqual([...operations.keys(), ...events.keys()].sort());
      for (const [name, operation] of operations) {
        const { verification, ...definition } = callDefinitionOf(operation);
        const { verification: writtenCheck, ...writtenDefinition } = exports[name].define();
        expect(writtenDefinition).toEqual(definition);
        expect(writtenCheck?.isDone.name).toBe(verification?.isDone.name);
        expect(writtenCheck?.operation.route).toBe(verification?.operation.route);
        expect(exports[name]).toMatchObject({ route: operation.route, method: operation.method, path: operation.path });
      }
      for (const [name, event] of events) {
        expect(exports[name]).toMatchObject({ name: event.name, rule: event.rule });
        expect(exports[name].define()).toEqual(event.define());
      }
    }
  });
});

describe("generated checks", () => {
  const responses = Object.values(catalogue).flatMap((operation) => {
    const { path, query, body, success, media = {} } = definitionOf(operation);
    return [path, query, body, ...Object.values(success), ...Object.values(media)].flatMap((schema) =>
      schema !== undefined && isSchema(schema) ? schema : [],
    );
  });
  const payloads = Object.values(EVENTS).flatMap((event) =>
    actionsOf(event).map((action) => payloadSchema(event, action)),
  );

  test("agree with the interpreter for every schema of the contract, valid and invalid", async () => {
    const schemas = [...new Set([...responses, ...payloads])];
    const checked = schemas.map((schema, index) => ({ schema: compileSchema(schema), expression: String(index) }));
    const imports = new Set<string>();
    const text = writeCheckers("CHECKERS", checked, references, (place) => {
      imports.add(importOf(place));
      return place.name;
    });
    const file = join(folder, "checkers.mjs");
    writeFileSync(file, [...imports, text].join("\n"));
    const { CHECKERS } = await import(pathToFileURL(file).href);
    for (const [index, schema] of schemas.entries()) {
      const compiled = compileSchema(schema);
      const values = valuesOf(schema);
      fc.assert(
        fc.property(fc.oneof(values, damaged(values)), (value) => {
          expect(CHECKERS.get(index)(compiled, value)).toBe(isMatch(compiled, value));
        }),
        { numRuns: pickSize(5, 50) },
      );
    }
  });
});
