import { html } from "hono/html";
import type { Account } from "../../state/accounts.ts";
import type { Html } from "../layout/html.ts";
import { type IconName, icon } from "../layout/icons.ts";
import { outside } from "../repository/repository.ts";

/** What an account tells of itself, as rows of a list. */
export function detailsOf({ company, location, email, blog }: Account): Html[] {
  const rows: [picture: IconName, text: Html | string | null][] = [
    ["organization", company],
    ["location", location],
    ["mail", email],
    ["link", blog ? outside(blog) : null],
  ];
  return rows.flatMap(([picture, text]) => (text ? [html`<li>${icon(picture)} <span>${text}</span></li>`] : []));
}
