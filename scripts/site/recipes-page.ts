import { globSync, readFileSync } from "node:fs";
import { parse } from "yaml";
import * as z from "zod/mini";
import { ROOT } from "./paths.ts";

const Workflow = z.object({ name: z.string() });

/** Returns a page with the example workflows. The comment at the top of each file is its description. */
export function recipesPage(): string {
  const sections = globSync("examples/workflows/*.yml", { cwd: ROOT })
    .sort()
    .map((path) => {
      const text = readFileSync(`${ROOT}${path}`, "utf8");
      const [, comment = "", rest = text] = /^((?:#.*\n)+)([\s\S]*)$/.exec(text) ?? [];
      const description = comment.replaceAll(/^# ?/gm, "").trim();
      return `## ${z.parse(Workflow, parse(text)).name}\n\n${description}\n\n\`\`\`yaml\n${rest.trim()}\n\`\`\``;
    });
  const file = readFileSync(`${ROOT}examples/forgehand.yml`, "utf8").trim();
  const head =
    "# Recipes\n\nComplete workflows to copy; a test checks each with a linter and against the action's inputs. [The action](action.md) explains the inputs.";
  const configSection = `## A configuration file\n\nThe workflow _Forgehand_ above applies this file: \`forgehand.yml\`.\n\n\`\`\`yaml\n${file}\n\`\`\``;
  return `${[head, ...sections, configSection].join("\n\n")}\n`;
}
