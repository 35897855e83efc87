import { sources, sourceText } from "./sources.ts";

/** Who may ask: pages, as the extension's own, or the extension's own pages alone. */
export type Asker = "page" | "own";

/** What pages may ask for. */
const FOR_PAGES = ["messages/page.ts", "messages/rows.ts"];

/** The files that say what can be asked. */
export function askFiles(): string[] {
  return sources("messages/*.ts").filter((path) => asksIn(path).length > 0);
}

/** The names of what a file says can be asked. */
export function asksIn(path: string): string[] {
  const found = sourceText(path).matchAll(/^ {2}(?:"([\w-]+)"|(\w+)): MessageSpec</gm);
  return [...found].flatMap(([, quoted, plain]) => quoted ?? plain ?? []);
}

/** The names of all that can be asked by somebody and nobody else. */
export function named(asker: Asker): string[] {
  return askFiles()
    .filter((path) => FOR_PAGES.includes(path) === (asker === "page"))
    .flatMap(asksIn);
}
