import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { pageContent } from "./content.fixture.ts";
import { renderFiles, writePage } from "./write-page.ts";

test("writes the page and plots, deletes old plots, and leaves other files alone", () => {
  const docs = mkdtempSync(join(tmpdir(), "forgehand-docs-"));
  onTestFinished(() => rmSync(docs, { recursive: true }));
  mkdirSync(join(docs, "plots"));
  for (const path of ["client.md", "plots/old.svg", "plots/photo.png"]) writeFileSync(join(docs, path), path);
  writePage(docs, pageContent);
  expect(readdirSync(docs).toSorted()).toEqual(["benchmarks.md", "client.md", "plots"]);
  expect(readdirSync(join(docs, "plots")).toSorted()).toEqual(["pace.svg", "photo.png"]);
  for (const [path, text] of renderFiles(pageContent)) expect(readFileSync(join(docs, path), "utf8")).toBe(text);
});
