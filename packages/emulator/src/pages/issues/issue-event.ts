import { html } from "hono/html";
import { accounts } from "../../state/accounts.ts";
import { type IssueEvent, type IssueEventName, issueEvents } from "../../state/issue-events.ts";
import { teams } from "../../state/teams.ts";
import type { Html } from "../layout/html.ts";
import { type IconName, icon } from "../layout/icons.ts";
import { colorDot } from "../layout/language.ts";
import { relativeTime } from "../layout/relative-time.ts";
import type { RepositoryPageRequest } from "../repository/repository-layout.ts";
import { userLink } from "../repository/repository-layout.ts";
import { authorLink } from "./comment-box.ts";

/** Renders an event in a timeline: its actor, what happened, and when. */
export function issueEventItem(request: RepositoryPageRequest, id: number): Html | "" {
  const event = issueEvents.find(request.context.db, { id });
  if (!event) return "";
  const [picture, describe] = EVENTS[event.event];
  return html`<p id="event-${id}" class="TimelineItem TimelineItem--condensed">
    ${icon(picture)} ${authorLink(request, event.actor_id)} ${describe(event, request)} ${relativeTime(request.now, event.created_at)}
  </p>`;
}

type DescribeEvent = (event: IssueEvent, request: RepositoryPageRequest) => Html | string;

/** Icon and text of each event. */
const EVENTS: Readonly<Record<IssueEventName, readonly [picture: IconName, describe: DescribeEvent]>> = {
  assigned: ["person", (event, request) => html`assigned ${subject(event, request)}`],
  automatic_base_change_succeeded: ["git-pull-request", () => "changed the base automatically"],
  base_ref_changed: ["git-pull-request", () => "changed the base branch"],
  closed: ["issue-closed", (event, request) => html`closed this${reason(event)}${commitLink(event, request, " in ")}`],
  convert_to_draft: ["git-pull-request-draft", () => "marked this as a draft"],
  demilestoned: ["milestone", (event) => html`removed this from the ${milestone(event)} milestone`],
  head_ref_deleted: ["git-branch", () => "deleted the head branch"],
  head_ref_force_pushed: ["git-branch", () => "force-pushed the head branch"],
  head_ref_restored: ["git-branch", () => "restored the head branch"],
  labeled: ["tag", (event) => html`added the ${label(event)} label`],
  locked: ["lock", ({ details }) => (details.lock_reason ? `locked this as ${details.lock_reason}` : "locked this")],
  marked_as_duplicate: ["skip", () => "marked this as a duplicate"],
  merged: ["git-merge", (event, request) => html`merged this${commitLink(event, request, " in ")}`],
  milestoned: ["milestone", (event) => html`added this to the ${milestone(event)} milestone`],
  ready_for_review: ["eye", () => "marked this as ready for review"],
  referenced: ["git-commit", (event, request) => html`referenced this${commitLink(event, request, " in ")}`],
  renamed: [
    "comment",
    ({ details: { rename } }) =>
      html`changed the title from <del>${rename?.from ?? ""}</del> to <strong>${rename?.to ?? ""}</strong>`,
  ],
  reopened: ["issue-reopened", () => "reopened this"],
  review_dismissed: ["x", () => "dismissed a review"],
  review_request_removed: [
    "eye",
    (event, request) => html`removed the request for review from ${subject(event, request)}`,
  ],
  review_requested: ["eye", (event, request) => html`requested a review from ${subject(event, request)}`],
  transferred: ["issue-opened", () => "transferred this issue"],
  unassigned: ["person", (event, request) => html`unassigned ${subject(event, request)}`],
  unlabeled: ["tag", (event) => html`removed the ${label(event)} label`],
  unlocked: ["lock", () => "unlocked this"],
};

const REASONS: Readonly<Record<string, string>> = {
  completed: " as completed",
  not_planned: " as not planned",
  duplicate: " as duplicate",
};

const reason = ({ details }: IssueEvent) => REASONS[details.state_reason ?? ""] ?? "";

const milestone = ({ details }: IssueEvent): Html => html`<strong>${details.milestone?.title ?? ""}</strong>`;

const label = ({ details }: IssueEvent): Html =>
  html`<span class="IssueLabel">${details.label ? colorDot(`#${details.label.color}`, "label-color") : ""} ${details.label?.name ?? ""}</span>`;

/** Renders the user or the team that an event is about. */
function subject({ subject_id, team_id }: IssueEvent, request: RepositoryPageRequest): Html {
  const { db } = request.context;
  const team = team_id === null ? undefined : teams.find(db, { id: team_id });
  if (team) return html`<strong>${team.name}</strong>`;
  return subject_id !== null && accounts.has(db, { id: subject_id })
    ? userLink(request, subject_id)
    : html`a deleted account`;
}

function commitLink({ commit_sha }: IssueEvent, { root }: RepositoryPageRequest, before: string): Html | "" {
  if (commit_sha === null) return "";
  return html`${before}<a href="${root}/commit/${commit_sha}"><code>${commit_sha.slice(0, 7)}</code></a>`;
}
