import { html } from "hono/html";
import type { PullRequest } from "../../state/pull-requests.ts";
import type { Html } from "../layout/html.ts";
import { type IconName, icon, sign } from "../layout/icons.ts";

type State = "open" | "draft" | "merged" | "closed";

/** What has become of it. */
function stateOf({ state, draft, merged_at }: PullRequest): State {
  if (merged_at !== null) return "merged";
  if (state === "closed") return "closed";
  return draft ? "draft" : "open";
}

const SIGNS: Readonly<Record<State, readonly [picture: IconName, name: string]>> = {
  open: ["git-pull-request", "Open"],
  draft: ["git-pull-request-draft", "Draft"],
  merged: ["git-merge", "Merged"],
  closed: ["git-pull-request-closed", "Closed"],
};

/** In a list: a picture. */
export function stateSign(pull: PullRequest): Html {
  const state = stateOf(pull);
  const [picture, name] = SIGNS[state];
  return sign(picture, `${name} pull request`, state);
}

/** On its own page: a picture and a word. */
export function stateBadge(pull: PullRequest): Html {
  const state = stateOf(pull);
  const [picture, name] = SIGNS[state];
  return html`<span class="State State--${state}" title="Status: ${name}">${icon(picture)} ${name}</span>`;
}
