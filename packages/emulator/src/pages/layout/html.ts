import type { HtmlEscapedString } from "hono/utils/html";

/** A fragment of a page. Interpolated values are escaped. */
export type Html = HtmlEscapedString | Promise<HtmlEscapedString>;
