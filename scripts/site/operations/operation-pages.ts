import { wirePath } from "../../../packages/core/src/dialect/dialect.ts";
import { github } from "../../../packages/core/src/dialect/github.ts";
import { svc } from "../../../packages/core/src/dialect/svc.ts";
import { pathTemplate } from "../../../packages/core/src/openapi/parameters.ts";
import type { Schemas } from "../../../packages/core/src/openapi/schemas.ts";
import { tagTitle } from "../../../packages/core/src/openapi/summary.ts";
import { firstSentence } from "./docstrings.ts";
import { type Entry, readEntries, schemasOf } from "./entries.ts";
import { objectsPage } from "./objects-page.ts";
import { sectionOf } from "./section.ts";
import { table } from "./table.ts";
import { code } from "./type-words.ts";

/** A page of the site: where it lies, what it is called, and its text. */
export interface Page {
  readonly path: string;
  readonly title: string;
  readonly text: string;
}

/** The pages of all operations: one an area, one of all, one of the objects in answers. */
export function operationPages(): readonly Page[] {
  const entries = readEntries();
  const schemas = schemasOf(entries);
  const areas = [...new Set(entries.map(({ area }) => area))];
  const pages = areas.map((area) => areaPage(area, entries, schemas));
  return [indexPage(areas, entries), ...pages, objectsPage(schemas, pages)];
}

/** An area's title, with the vendor's where that is another. */
function areaTitle(area: string): string {
  const [neutral, vendors] = [tagTitle(svc, area), tagTitle(github, wirePath(github, area))];
  return neutral === vendors ? neutral : `${neutral} (${vendors})`;
}

function areaPage(area: string, entries: readonly Entry[], schemas: Schemas): Page {
  const own = entries.filter((entry) => entry.area === area);
  const title = areaTitle(area);
  const head = [
    "---\noutline: 2\n---",
    `# ${title}`,
    `${own.length} ${own.length === 1 ? "operation" : "operations"} of \`@forgehand/core/operations/${area}\`. Examples take \`call\` and \`items\` from a [client](../getting-started/core.md); what every call may end in is in [Errors](../errors.md).`,
  ];
  const text = [...head, ...own.map((entry) => sectionOf(entry, schemas))].join("\n\n");
  return { path: `operations/${area}.md`, title, text: `${text}\n` };
}

function indexPage(areas: readonly string[], entries: readonly Entry[]): Page {
  const sections = areas.map((area) => {
    const rows = entries
      .filter((entry) => entry.area === area)
      .map(({ name, operation, said }) => [
        `[${name}](${area}.md#${name.toLowerCase()})`,
        firstSentence(said),
        code(`${operation.method} ${pathTemplate(github, operation)}`),
      ]);
    return `## [${areaTitle(area)}](${area}.md)\n\n${table(["Operation", "Does", "Route"], rows)}`;
  });
  const head = [
    "---\noutline: 2\n---",
    "# All operations",
    `${entries.length} operations in ${areas.length} areas, each a named export of \`@forgehand/core/operations\`. Routes are github.com's; an operation's own page has the neutral one where that differs, and \`byRoute\` finds an operation by either. These pages are made from the contract.`,
  ];
  return { path: "operations/index.md", title: "All operations", text: `${[...head, ...sections].join("\n\n")}\n` };
}
