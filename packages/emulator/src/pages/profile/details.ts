import { html } from "hono/html";
import type { Account } from "../../state/accounts.ts";
import { externalLink } from "../layout/external-link.ts";
import type { Html } from "../layout/html.ts";
import { type IconName, icon } from "../layout/icons.ts";

/** Renders an account's profile fields as list items. */
export function profileDetails({ company, location, email, blog }: Account): Html[] {
  const rows: [picture: IconName, text: Html | string | null][] = [
    ["organization", company],
    ["location", location],
    ["mail", email],
    ["link", blog ? externalLink(blog) : null],
  ];
  return rows.flatMap(([picture, text]) => (text ? [html`<li>${icon(picture)} <span>${text}</span></li>`] : []));
}
