import { wirePath } from "../../../packages/core/src/dialect/dialect.ts";
import { github } from "../../../packages/core/src/dialect/github.ts";
import { svc } from "../../../packages/core/src/dialect/svc.ts";
import { pathTemplate } from "../../../packages/core/src/openapi/parameters.ts";
import type { Schemas } from "../../../packages/core/src/openapi/schemas.ts";
import { tagTitle } from "../../../packages/core/src/openapi/summary.ts";
import { inlineCode } from "./describe-schema.ts";
import { firstSentence } from "./docstrings.ts";
import { markdownTable } from "./markdown-table.ts";
import { objectsPage } from "./objects-page.ts";
import { type OperationEntry, readOperationEntries, schemasOf } from "./operation-entries.ts";
import { operationSection } from "./operation-section.ts";

/** Section that explains neutral names. It is not a page of the site. */
const NEUTRAL_NAMES = "https://github.com/forgehand/forgehand/blob/main/packages/core/README.md#names";

/** A generated page of the site. */
export interface SitePage {
  readonly path: string;
  readonly title: string;
  readonly text: string;
}

/** Returns the pages of all operations: one per area, an index, and the page of response objects. */
export function operationPages(): readonly SitePage[] {
  const entries = readOperationEntries();
  const schemas = schemasOf(entries);
  const areas = [...new Set(entries.map(({ area }) => area))];
  const pages = areas.map((area) => areaPage(area, entries, schemas));
  return [indexPage(areas, entries), ...pages, objectsPage(schemas, pages)];
}

/** Returns an area's title in neutral names, followed by the vendor's title if it differs. */
function areaTitle(area: string): string {
  const [neutralTitle, vendorTitle] = [tagTitle(svc, area), tagTitle(github, wirePath(github, area))];
  return neutralTitle === vendorTitle ? neutralTitle : `${neutralTitle} (${vendorTitle})`;
}

function areaPage(area: string, entries: readonly OperationEntry[], schemas: Schemas): SitePage {
  const areaEntries = entries.filter((entry) => entry.area === area);
  const title = areaTitle(area);
  const head = [
    "---\noutline: 2\n---",
    `# ${title}`,
    `${areaEntries.length} ${areaEntries.length === 1 ? "operation" : "operations"} of \`@forgehand/core/operations/${area}\`. The examples use \`call\` and \`items\` of a [client](../getting-started/core.md); [Errors](../errors.md) lists what a call can throw.`,
  ];
  const text = [...head, ...areaEntries.map((entry) => operationSection(entry, schemas))].join("\n\n");
  return { path: `operations/${area}.md`, title, text: `${text}\n` };
}

function indexPage(areas: readonly string[], entries: readonly OperationEntry[]): SitePage {
  const sections = areas.map((area) => {
    const rows = entries
      .filter((entry) => entry.area === area)
      .map(({ name, operation, docstring }) => [
        `[${name}](${area}.md#${name.toLowerCase()})`,
        firstSentence(docstring.description),
        inlineCode(`${operation.method} ${pathTemplate(github, operation)}`),
      ]);
    return `## [${areaTitle(area)}](${area}.md)\n\n${markdownTable(["Operation", "Description", "Route"], rows)}`;
  });
  const head = [
    "---\noutline: 2\n---",
    "# All operations",
    `${entries.length} operations in ${areas.length} areas, each a named export of \`@forgehand/core/operations\`. Routes are those of github.com. The section of an operation also shows its route in [neutral names](${NEUTRAL_NAMES}) if it differs; \`byRoute\` of \`@forgehand/core/by-route\` accepts both. These pages are generated from the contract.`,
  ];
  return { path: "operations/index.md", title: "All operations", text: `${[...head, ...sections].join("\n\n")}\n` };
}
