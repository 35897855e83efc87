import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { content } from "./content.fixture.ts";
import { renderFiles, writePage } from "./write.ts";

test("page and plots are there afterwards, plots of before are gone, and nothing else is touched", () => {
  const docs = mkdtempSync(join(tmpdir(), "forgehand-docs-"));
  onTestFinished(() => rmSync(docs, { recursive: true }));
  mkdirSync(join(docs, "plots"));
  for (const kept of ["client.md", "plots/old.svg", "plots/photo.png"]) writeFileSync(join(docs, kept), kept);
  writePage(docs, content);
  expect(readdirSync(docs).toSorted()).toEqual(["benchmarks.md", "client.md", "plots"]);
  expect(readdirSync(join(docs, "plots")).toSorted()).toEqual(["pace.svg", "photo.png"]);
  for (const [path, text] of renderFiles(content)) expect(readFileSync(join(docs, path), "utf8")).toBe(text);
});
