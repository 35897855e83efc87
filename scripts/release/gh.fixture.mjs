#!/usr/bin/env node
// Fake `gh` command for tests. Its state is a JSON file.
import { readFileSync, writeFileSync } from "node:fs";
import { basename } from "node:path";
import { parseArgs } from "node:util";

/**
 * @typedef {object} State
 * @property {Record<string, { isDraft: boolean, title: string, notes: string, assets: { name: string }[] }>} releases
 * @property {{ number: number, head: string, title: string, body: string }[]} pulls
 */

const file = process.env["GH_FIXTURE"] ?? "";
/** @type {State} */
const state = JSON.parse(readFileSync(file, "utf8"));
const text = /** @type {const} */ ({ type: "string" });
const flag = /** @type {const} */ ({ type: "boolean" });
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    json: text,
    title: text,
    notes: text,
    head: text,
    base: text,
    state: text,
    body: text,
    draft: text,
    "verify-tag": flag,
  },
  args: process.argv.slice(2).map((argument) => (argument === "--draft" ? "--draft=true" : argument)),
});
const [group, verb, name = "", ...files] = positionals;
const { title = "", notes = "", head = "", body = "" } = values;
const release = state.releases[name];
const pull = state.pulls.find(({ number }) => String(number) === name);

/** @type {Record<string, () => unknown>} */
const commands = {
  "release view": () => release,
  "release create": () => {
    state.releases[name] = { isDraft: values.draft === "true", title, notes, assets: [] };
    return "";
  },
  "release upload": () => release?.assets.push(...files.map((path) => ({ name: basename(path) }))),
  "release edit": () => release && Object.assign(release, { isDraft: values.draft === "true" }),
  "pr list": () => state.pulls.filter((pull) => pull.head === head),
  "pr create": () => state.pulls.push({ number: state.pulls.length + 1, head, title, body }),
  "pr edit": () => pull && Object.assign(pull, { title, body }),
};
const response = commands[`${group} ${verb}`]?.();
if (response === undefined) {
  process.stderr.write("release not found\n");
  process.exitCode = 1;
} else {
  process.stdout.write(values.json ? JSON.stringify(response) : "");
  writeFileSync(file, JSON.stringify(state));
}
