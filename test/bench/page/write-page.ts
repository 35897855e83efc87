import { mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { drawChart } from "./draw-chart.ts";
import { chartOf } from "./plots.ts";
import { type PageContent, renderPage } from "./render-page.ts";

/** Renders the page and its plots, keyed by their paths in the docs folder. */
export function renderFiles(content: PageContent): ReadonlyMap<string, string> {
  const files = new Map([["benchmarks.md", renderPage(content)]]);
  for (const { name, rows } of content.measured) {
    for (const plot of content.sections[name].plots) {
      files.set(`plots/${plot.file}.svg`, drawChart(chartOf(plot, rows)));
    }
  }
  return files;
}

/** Writes the page and its plots, and deletes plots that no longer exist. */
export function writePage(folder: string, content: PageContent): void {
  const files = renderFiles(content);
  const plots = join(folder, "plots");
  mkdirSync(plots, { recursive: true });
  for (const old of readdirSync(plots)) if (old.endsWith(".svg")) rmSync(join(plots, old));
  for (const [path, text] of files) writeFileSync(join(folder, path), text);
}
