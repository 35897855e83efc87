import { nodeId } from "../../objects/user.ts";
import type { Place } from "./sample.ts";

/** What made-up values are made of. */
export interface SampleGround {
  /** ISO 8601 */
  readonly now: string;
  /** Under which addresses lie: of a repository, of an organization or a person. */
  readonly apiUrl: string;
  readonly htmlUrl: string;
  /** The branch that things are on, and the commit at its head. */
  readonly branch: string;
  readonly sha: string;
  /** The one before that. */
  readonly before: string;
  readonly login: string;
  readonly email: string;
}

/** Words for fields that mean something by themselves. */
const WORDS: Readonly<Record<string, string>> = {
  state: "active",
  role: "member",
  type: "User",
  environment: "production",
  original_environment: "production",
  task: "deploy",
  path: "README.md",
  color: "ededed",
  event: "push",
  severity: "warning",
  ecosystem: "npm",
  reason: "manual",
  content_type: "json",
  insecure_ssl: "0",
};

/** What a text could be, by the name of its field. */
export function sampleTexts(ground: SampleGround, place: Place): string[] {
  const name = [...place].reverse().find((step) => step !== "[]") ?? "";
  return [...meant(ground, place, name), WORDS[name] ?? name.replaceAll("_", " ")];
}

function meant(ground: SampleGround, place: Place, name: string): string[] {
  const parent = place.at(-2) ?? "";
  if (/(_at|_on)$|^(timestamp|date)$/.test(name)) return [ground.now];
  if (name === "before") return [ground.before];
  if (/(^|_)sha$|_oid$|^(after|commit_id|tree_id)$/.test(name)) return [ground.sha];
  if (name === "id" && /commit/.test(place.join("."))) return [ground.sha];
  if (/node_id$/.test(name)) return [nodeId(className(name === "node_id" ? parent : name), 1)];
  if (/(^|_)(url|href|compare)$/.test(name)) return [addressOf(ground, place)];
  if (/branch$/.test(name) || (name === "ref" && /^(head|base)$/.test(parent))) return [ground.branch];
  if (name === "ref") return [`refs/heads/${ground.branch}`];
  if (/email$/.test(name)) return [ground.email];
  if (/login$|^username$/.test(name)) return [ground.login];
  return [];
}

/** `check_run_node_id` is one of a `CheckRun`. */
const className = (name: string) =>
  name
    .replace(/_?node_id$/, "")
    .split("_")
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join("") || "Sample";

/** An address that says by its path what it is of. */
function addressOf({ apiUrl, htmlUrl }: SampleGround, place: Place): string {
  const steps = place.filter((step) => step !== "[]").map((step) => step.replace(/_?(html_)?url$|^href$/, ""));
  const root = place.some((step) => /^(html|html_url|compare)$/.test(step)) ? htmlUrl : apiUrl;
  return [root, ...steps.filter((step) => step !== "")].join("/");
}

/** What a number could be: things are numbered from 1, and there are none of those that are counted. */
export function sampleNumber(place: Place): number {
  return /(^|_)(id|number|attempt|line|column)$/.test(place.at(-1) ?? "") ? 1 : 0;
}

/** What today's service always tells, while the contract lets older ones leave it out. */
const TOLD = [
  ...["node_id", "active_lock_reason", "assignee", "assignees", "auto_merge", "draft", "labels", "locked", "reactions"],
  ...["requested_reviewers", "requested_teams", "state", "run_attempt", "triggering_actor", "actor", "cvss", "credits"],
  ...["lock_branch_enforcement_level", "description", "display_title", "path", "created_at", "updated_at"],
  ...["details_url", "number", "url", "html_url", "head_sha"],
];

export function isTold(name: string): boolean {
  return TOLD.includes(name);
}
