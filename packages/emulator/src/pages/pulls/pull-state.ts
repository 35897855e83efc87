import { html } from "hono/html";
import type { PullRequest } from "../../state/pull-requests.ts";
import type { Html } from "../layout/html.ts";
import { type IconName, icon, labeledIcon } from "../layout/icons.ts";

type PullState = "open" | "draft" | "merged" | "closed";

/** Returns the displayed state of a pull request. */
function pullState({ state, draft, merged_at }: PullRequest): PullState {
  if (merged_at !== null) return "merged";
  if (state === "closed") return "closed";
  return draft ? "draft" : "open";
}

const STATE_ICONS: Readonly<Record<PullState, readonly [picture: IconName, name: string]>> = {
  open: ["git-pull-request", "Open"],
  draft: ["git-pull-request-draft", "Draft"],
  merged: ["git-merge", "Merged"],
  closed: ["git-pull-request-closed", "Closed"],
};

export function stateIcon(pull: PullRequest): Html {
  const state = pullState(pull);
  const [picture, name] = STATE_ICONS[state];
  return labeledIcon(picture, `${name} pull request`, state);
}

/** Renders the state as an icon with text, for the pull request's page. */
export function stateBadge(pull: PullRequest): Html {
  const state = pullState(pull);
  const [picture, name] = STATE_ICONS[state];
  return html`<span class="State State--${state}" title="Status: ${name}">${icon(picture)} ${name}</span>`;
}
