import { html } from "hono/html";
import type { Html } from "./html.ts";

/** Renders a user-written URL, as a link only if it is an HTTP URL. */
export function externalLink(address: string): Html {
  if (!/^https?:\/\//i.test(address)) return html`${address}`;
  return html`<a href="${address}" rel="nofollow noopener">${address.replace(/^https?:\/\/|\/$/gi, "")}</a>`;
}
