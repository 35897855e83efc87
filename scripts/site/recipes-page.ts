import { globSync, readFileSync } from "node:fs";
import { parse } from "yaml";
import * as z from "zod/mini";
import { ROOT } from "./places.ts";

const Workflow = z.object({ name: z.string() });

/** The example workflows as one page: what each is for, as its own first lines say, and all of it. */
export function recipesPage(): string {
  const sections = globSync("examples/workflows/*.yml", { cwd: ROOT })
    .sort()
    .map((path) => {
      const text = readFileSync(`${ROOT}${path}`, "utf8");
      const [, comment = "", rest = text] = /^((?:#.*\n)+)([\s\S]*)$/.exec(text) ?? [];
      const said = comment.replaceAll(/^# ?/gm, "").trim();
      return `## ${z.parse(Workflow, parse(text)).name}\n\n${said}\n\n\`\`\`yaml\n${rest.trim()}\n\`\`\``;
    });
  const file = readFileSync(`${ROOT}examples/forgehand.yml`, "utf8").trim();
  const head =
    "# Recipes\n\nWhole workflows to copy; a test holds each against a linter and the action's own inputs. [The action](action.md) explains their inputs.";
  const one = `## A configuration file\n\nWhat _Forgehand_ above applies: \`forgehand.yml\`.\n\n\`\`\`yaml\n${file}\n\`\`\``;
  return `${[head, ...sections, one].join("\n\n")}\n`;
}
