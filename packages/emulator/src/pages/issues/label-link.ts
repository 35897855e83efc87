import { html } from "hono/html";
import type { Label } from "../../state/labels.ts";
import type { Html } from "../layout/html.ts";
import { colorDot } from "../layout/language.ts";
import { OPEN_ISSUES } from "./list-issues.ts";

/**
 * Renders a label, which leads to the open issues that have it.
 * @param root path of the repository
 */
export function labelLink(root: string, { name, color, description }: Label): Html {
  const query = `${OPEN_ISSUES} label:"${name.replaceAll('"', "")}"`;
  return html`<a class="IssueLabel" title="${description}" href="${root}/issues?q=${encodeURIComponent(query)}"
      >${colorDot(`#${color}`, "label-color")} ${name}</a
    > `;
}
