import { nodeId } from "../../objects/user.ts";
import type { FieldPath } from "./fake.ts";

/** Values for generated fields. */
export interface FakeValues {
  /** ISO 8601. */
  readonly now: string;
  /** URLs of the repository, organization or user. */
  readonly apiUrl: string;
  readonly htmlUrl: string;
  /** The default branch and its newest commit. */
  readonly branch: string;
  readonly sha: string;
  /** The commit before that. */
  readonly previousSha: string;
  readonly login: string;
  readonly email: string;
}

/** Texts for fields with a fixed meaning. */
const TEXTS_BY_FIELD: Readonly<Record<string, string>> = {
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
  svcsa_id: "SVCSA-2345-6789-cfgh",
  ghsa_id: "GHSA-2345-6789-cfgh",
};

/**
 * Returns possible texts for a field by its name.
 * @param path in the words of the dialect, because texts and URLs contain them
 */
export function fakeTexts(values: FakeValues, path: FieldPath): string[] {
  const name = [...path].reverse().find((step) => step !== "[]") ?? "";
  return [...plausibleTexts(values, path, name), TEXTS_BY_FIELD[name] ?? name.replaceAll("_", " ")];
}

function plausibleTexts(values: FakeValues, path: FieldPath, name: string): string[] {
  const parent = path.at(-2) ?? "";
  if (/(_at|_on)$|^(timestamp|date)$/.test(name)) return [values.now];
  if (name === "before") return [values.previousSha];
  if (/(^|_)sha$|_oid$|^(after|commit_id|tree_id)$/.test(name)) return [values.sha];
  if (name === "id" && /commit/.test(path.join("."))) return [values.sha];
  if (/node_id$/.test(name)) return [nodeId(className(name === "node_id" ? parent : name), 1)];
  if (/(^|_)(url|href|compare)$/.test(name)) return [fakeUrl(values, path)];
  if (/branch$/.test(name) || (name === "ref" && /^(head|base)$/.test(parent))) return [values.branch];
  if (name === "ref") return [`refs/heads/${values.branch}`];
  if (/email$/.test(name)) return [values.email];
  if (/login$|^username$/.test(name)) return [values.login];
  return [];
}

/** Derives the class from the field: `check_run_node_id` is the ID of a `CheckRun`. */
const className = (name: string) =>
  name
    .replace(/_?node_id$/, "")
    .split("_")
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join("") || "Sample";

/** Creates a URL whose path names the field. */
function fakeUrl({ apiUrl, htmlUrl }: FakeValues, path: FieldPath): string {
  const steps = path.filter((step) => step !== "[]").map((step) => step.replace(/_?(html_)?url$|^href$/, ""));
  const root = path.some((step) => /^(html|html_url|compare)$/.test(step)) ? htmlUrl : apiUrl;
  return [root, ...steps.filter((step) => step !== "")].join("/");
}

/** Returns a number for a field: 1 for IDs and numbers, 0 for counts. */
export function fakeNumber(path: FieldPath): number {
  return /(^|_)(id|number|attempt|line|column)$/.test(path.at(-1) ?? "") ? 1 : 0;
}

/** Fields that GitHub always sends although the contract makes them optional for older versions. */
const INCLUDED_FIELDS = [
  "node_id",
  "active_lock_reason",
  "assignee",
  "assignees",
  "auto_merge",
  "draft",
  "labels",
  "locked",
  "reactions",
  "requested_reviewers",
  "requested_teams",
  "state",
  "run_attempt",
  "triggering_actor",
  "actor",
  "cvss",
  "credits",
  "lock_branch_enforcement_level",
  "description",
  "display_title",
  "path",
  "created_at",
  "updated_at",
  "details_url",
  "number",
  "url",
  "html_url",
  "head_sha",
  "state_reason",
  "performed_via_svc_app",
  "requester",
  "immutable",
  "original_environment",
  "cwes",
  "side",
  "start_side",
  "line",
  "start_line",
  "original_line",
  "original_start_line",
  "topics",
  "verified_at",
  "visibility",
];

/** Fields of these paths are not always sent. */
const OMITTED_PATHS = ["alert.assignees"];

export function isIncludedField(path: FieldPath): boolean {
  return INCLUDED_FIELDS.includes(path.at(-1) ?? "") && !OMITTED_PATHS.includes(path.join("."));
}
