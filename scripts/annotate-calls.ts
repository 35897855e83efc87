// Moves the marks of functions without side effects to their calls, in the core's built modules: esbuild reads the mark of
// a function only within its module.
import { globSync, readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const DIST = fileURLToPath(new URL("../packages/core/dist/", import.meta.url));
const MARKED = /\/\* @__NO_SIDE_EFFECTS__ \*\/\n((?:export )?(?:function|const) (\w+))/g;

const texts = new Map(globSync("**/*.js", { cwd: DIST }).map((path) => [path, readFileSync(`${DIST}${path}`, "utf8")]));
const functions = [...texts.values()].flatMap((text) => [...text.matchAll(MARKED)].map(([, , name]) => name));
const CALL = new RegExp(
  `^((?:export )?const \\w+ = |export class \\w+ extends )(?=(?:${functions.join("|")})\\()`,
  "gm",
);
for (const [path, text] of texts) {
  const annotated = text.replace(CALL, "$1/* @__PURE__ */ ").replace(MARKED, "$1");
  if (annotated !== text) writeFileSync(`${DIST}${path}`, annotated);
}
