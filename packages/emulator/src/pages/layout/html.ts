import type { HtmlEscapedString } from "hono/utils/html";

/** A piece of a page: in it, what others have written is text. */
export type Html = HtmlEscapedString | Promise<HtmlEscapedString>;
