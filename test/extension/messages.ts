import { sources, sourceText } from "./sources.ts";

/** Senders of messages: web pages (which extension pages can use too), or only the extension's own pages. */
export type MessageSender = "page" | "extension";

/** Files that declare the messages that web pages can send. */
const PAGE_MESSAGE_FILES = ["messages/page.ts"];

/** Returns the source files that declare messages. */
export function messageFiles(): string[] {
  return sources("messages/*.ts").filter((path) => messagesIn(path).length > 0);
}

/** Returns the names of the messages that a file declares. */
export function messagesIn(path: string): string[] {
  const found = sourceText(path).matchAll(/^ {2}(?:"([\w-]+)"|(\w+)): MessageSpec</gm);
  return [...found].flatMap(([, quoted, plain]) => quoted ?? plain ?? []);
}

/** Returns the names of all messages that a kind of sender can send. */
export function messagesFrom(sender: MessageSender): string[] {
  return messageFiles()
    .filter((path) => PAGE_MESSAGE_FILES.includes(path) === (sender === "page"))
    .flatMap(messagesIn);
}
