import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { checkActionRuns, writeActionFolder } from "./action-folder.ts";
import { temporaryFolder, writeFiles } from "./release.fixture.ts";

const SOURCES = {
  LICENSE: "MIT License",
  "action/action.yml": "runs:\n  using: node24\n  main: dist/main.js\n",
  "action/forgehand.schema.json": "{}",
  "action/package.json": JSON.stringify({
    name: "@forgehand/action",
    version: "1.0.0",
    license: "MIT",
    type: "module",
    dependencies: { "@forgehand/core": "workspace:*" },
  }),
  "action/dist/THIRD-PARTY-NOTICES.txt": "zod",
};

/** Writes the folder of an action with the given main module. */
function writeAction(main: string) {
  const clone = temporaryFolder();
  const out = temporaryFolder();
  writeFiles(clone, { ...SOURCES, "action/dist/main.js": main });
  return { out, files: writeActionFolder(clone, out) };
}

const REFUSED = 'console.log("::error::GET http://127.0.0.1:9/repos/acme/widgets: No connection (ECONNREFUSED).");';

test("the action's folder contains what a runner needs, the licenses, and no dependencies", () => {
  const { out, files } = writeAction(REFUSED);
  expect(files.map(({ file }) => file)).toEqual([
    "action/LICENSE",
    "action/action.yml",
    "action/dist/THIRD-PARTY-NOTICES.txt",
    "action/dist/main.js",
    "action/forgehand.schema.json",
    "action/package.json",
  ]);
  expect(JSON.parse(readFileSync(join(out, "action/package.json"), "utf8"))).toEqual({
    name: "@forgehand/action",
    version: "1.0.0",
    private: true,
    license: "MIT",
    type: "module",
  });
  expect(() => checkActionRuns(out)).not.toThrow();
});

test.each([
  [`import "@forgehand/tasks";\n${REFUSED}`, "Error [ERR_MODULE_NOT_FOUND]: Cannot find package '@forgehand/tasks'"],
  [`${REFUSED.replace("console.log", "void ")}`, "The action must run without the packages of this repository"],
  ['console.log("::error::The input is missing.");', "but failed: ::error::The input is missing."],
])("an action that does not get as far as its first call is rejected: %s", (main, reason) => {
  const { out } = writeAction(main);
  expect(() => checkActionRuns(out)).toThrow(reason);
});
