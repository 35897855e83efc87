import type { JsonSchema, Schemas } from "../../../packages/core/src/openapi/schemas.ts";
import { describeType, fieldRows, isJsonSchema, nameCell } from "./describe-schema.ts";
import { markdownTable } from "./markdown-table.ts";
import type { SitePage } from "./operation-pages.ts";

/** Returns the page of all named objects that other pages link to. */
export function objectsPage(schemas: Schemas, pages: readonly SitePage[]): SitePage {
  const linkTo = (object: string) => `[${object}](#${object.toLowerCase()})`;
  const sections = new Map<string, string>();
  const visit = (text: string, link: RegExp): void => {
    for (const [, name = ""] of text.matchAll(link)) {
      const schema = schemas.named[name];
      if (!schema || sections.has(name)) continue;
      const section = sectionOf(name, schema, linkTo);
      sections.set(name, section);
      visit(section, /\[(\w+)\]\(#\w+\)/g);
    }
  };
  for (const { text } of pages) visit(text, /\[(\w+)\]\(objects\.md#\w+\)/g);
  const title = "Objects";
  const head = [
    "---\noutline: 2\n---",
    `# ${title}`,
    "Objects in responses. Optional fields are marked with `?`. The service can add values to those listed here.",
  ];
  const sorted = [...sections].sort(([a], [b]) => a.localeCompare(b, "en")).map(([, section]) => section);
  return { path: "operations/objects.md", title, text: `${[...head, ...sorted].join("\n\n")}\n` };
}

function sectionOf(name: string, schema: JsonSchema, linkTo: (object: string) => string): string {
  const rows = fieldRows(schema).map((row) => [
    nameCell(row.name, row.required ? "" : "?"),
    describeType(row.schemas, linkTo),
  ]);
  const kinds = [...(schema.anyOf ?? []), ...(schema.oneOf ?? [])].filter(isJsonSchema);
  if (rows.length > 0) return `## ${name}\n\n${markdownTable(["Field", "Type"], rows)}`;
  return `## ${name}\n\n${kinds.map((kind) => `- ${describeType([kind], linkTo)}`).join("\n") || describeType([schema], linkTo)}`;
}
