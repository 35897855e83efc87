import type { JsonSchema, Schemas } from "../../../packages/core/src/openapi/schemas.ts";
import type { Page } from "./operation-pages.ts";
import { table } from "./table.ts";
import { fieldRows, isSchemaOf, nameCell, typeWords } from "./type-words.ts";

/** What answers are made of: every object with a name that some page leads to. */
export function objectsPage(schemas: Schemas, pages: readonly Page[]): Page {
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
    "What answers are made of. A field that is not always there has a `?`; words that the service adds to those named here are no error.",
  ];
  const sorted = [...sections].sort(([a], [b]) => a.localeCompare(b, "en")).map(([, section]) => section);
  return { path: "operations/objects.md", title, text: `${[...head, ...sorted].join("\n\n")}\n` };
}

function sectionOf(name: string, schema: JsonSchema, linkTo: (object: string) => string): string {
  const rows = fieldRows(schema).map((row) => [
    nameCell(row.name, row.required ? "" : "?"),
    typeWords(row.schemas, linkTo),
  ]);
  const kinds = [...(schema.anyOf ?? []), ...(schema.oneOf ?? [])].filter(isSchemaOf);
  if (rows.length > 0) return `## ${name}\n\n${table(["Field", "Type"], rows)}`;
  return `## ${name}\n\n${kinds.map((kind) => `- ${typeWords([kind], linkTo)}`).join("\n") || typeWords([schema], linkTo)}`;
}
