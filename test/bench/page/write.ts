import { mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { drawChart } from "./chart.ts";
import { type PageContent, renderPage } from "./markdown.ts";
import { chartOf } from "./plots.ts";

/** The page and its plots, by their paths in the folder of documents. */
export function renderFiles(content: PageContent): ReadonlyMap<string, string> {
  const files = new Map([["benchmarks.md", renderPage(content)]]);
  for (const { name, rows } of content.measured) {
    for (const plot of content.sections[name].plots) {
      files.set(`plots/${plot.file}.svg`, drawChart(chartOf(plot, rows)));
    }
  }
  return files;
}

/** Writes the page and its plots; plots that it no longer has go. */
export function writePage(folder: string, content: PageContent): void {
  const files = renderFiles(content);
  const plots = join(folder, "plots");
  mkdirSync(plots, { recursive: true });
  for (const old of readdirSync(plots)) if (old.endsWith(".svg")) rmSync(join(plots, old));
  for (const [path, text] of files) writeFileSync(join(folder, path), text);
}
