import { html } from "hono/html";
import type { Issue } from "../../state/issues.ts";
import type { Html } from "../layout/html.ts";
import { type IconName, icon, labeledIcon } from "../layout/icons.ts";

type ShownState = Pick<Issue, "state" | "state_reason">;

/** Returns icon, name and class of an issue's state. */
function describeState({ state, state_reason }: ShownState): readonly [picture: IconName, name: string, style: string] {
  if (state === "open") return ["issue-opened", "Open", "open"];
  if (state_reason === "not_planned") return ["skip", "Closed as not planned", "draft"];
  if (state_reason === "duplicate") return ["skip", "Closed as duplicate", "draft"];
  return ["issue-closed", "Closed", "merged"];
}

export function issueStateIcon(issue: ShownState): Html {
  const [picture, name, style] = describeState(issue);
  return labeledIcon(picture, `${name} issue`, style);
}

/** Renders the state as an icon with text, for the issue's page. */
export function issueStateBadge(issue: ShownState): Html {
  const [picture, name, style] = describeState(issue);
  return html`<span class="State State--${style}" title="Status: ${name}">${icon(picture)} ${name}</span>`;
}
