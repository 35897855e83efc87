import * as z from "zod/mini";
import { ALWAYS, anyOf, condition, conditionOf } from "../search/qualifier-conditions.ts";
import { allOf, type Condition } from "../state/condition.ts";
import { type PageRange, queryPage, type RowPage } from "../state/database.ts";
import { type Issue, issues } from "../state/issues.ts";
import type { Repository } from "../state/repositories.ts";
import type { FieldArguments, QueryScope } from "./resolver.ts";

// The lists of a repository's issues and pull requests.

const names = () => z.nullish(z.array(z.string()));

const ListArguments = z.object({
  states: names(),
  labels: names(),
  headRefName: z.nullish(z.string()),
  baseRefName: z.nullish(z.string()),
  orderBy: z.nullish(
    z.object({ field: z.enum(["CREATED_AT", "UPDATED_AT", "COMMENTS"]), direction: z.enum(["ASC", "DESC"]) }),
  ),
  filterBy: z.nullish(
    z.object({
      assignee: z.nullish(z.string()),
      createdBy: z.nullish(z.string()),
      labels: names(),
      mentioned: z.nullish(z.string()),
      milestone: z.nullish(z.string()),
      milestoneNumber: z.nullish(z.string()),
      since: z.nullish(z.string()),
      states: names(),
      viewerSubscribed: z.nullish(z.boolean()),
    }),
  ),
});

const ORDERS = {
  CREATED_AT: "i.created_at",
  UPDATED_AT: "i.updated_at",
  COMMENTS: "(SELECT count(*) FROM issue_comments c WHERE c.issue_id = i.id)",
} as const;

/** Conditions of the states of issues and pull requests. */
const STATES: Readonly<Record<"issues" | "pulls", Readonly<Record<string, string>>>> = {
  issues: { OPEN: "i.state = 'open'", CLOSED: "i.state = 'closed'" },
  pulls: {
    OPEN: "i.state = 'open'",
    CLOSED: "i.state = 'closed' AND p.merged_at IS NULL",
    MERGED: "p.merged_at IS NOT NULL",
  },
};

/** Lists the issues or the pull requests of a repository that the arguments of a field ask for. */
export function findRepositoryIssues(
  { call }: QueryScope,
  repository: Repository,
  kind: "issues" | "pulls",
  args: FieldArguments,
  range: PageRange,
): RowPage<Issue> {
  const { states, labels, headRefName, baseRefName, orderBy, filterBy } = z.parse(ListArguments, args);
  const equals = (sql: string, value: string | null | undefined) =>
    value === null || value === undefined ? undefined : condition(sql, value);
  const qualified = (name: string, value: string | null | undefined) =>
    value === null || value === undefined
      ? undefined
      : value === "*"
        ? condition(
            `${name === "assignee" ? "" : "NOT "}EXISTS (SELECT 1 FROM issue_assignees a WHERE a.issue_id = i.id)`,
          )
        : conditionOf({ kind: "qualifier", name, value, values: [value] }, call);
  const filter = allOf([
    condition("i.repository_id = ? AND i.deleted_at IS NULL AND i.moved_number IS NULL", repository.id),
    condition(kind === "pulls" ? "p.id IS NOT NULL" : "p.id IS NULL"),
    inStates(kind, states),
    inStates(kind, filterBy?.states),
    withLabels(labels),
    withLabels(filterBy?.labels),
    equals("p.head = ?", headRefName),
    equals("p.base = ?", baseRefName),
    qualified("assignee", filterBy?.assignee),
    qualified("author", filterBy?.createdBy),
    qualified("mentions", filterBy?.mentioned),
    inMilestone(filterBy?.milestoneNumber, "number"),
    // Clients take the id from the global id, which starts with the name of the type.
    inMilestone(filterBy?.milestone?.replace(/^.*:/, ""), "id"),
    equals("i.updated_at >= ?", filterBy?.since),
    filterBy?.viewerSubscribed === true
      ? condition(
          "EXISTS (SELECT 1 FROM notification_threads t WHERE t.issue_id = i.id AND t.user_id = ? AND t.ignored = 0)",
          call.caller.user?.id ?? 0,
        )
      : undefined,
  ]);
  const { field, direction } = orderBy ?? { field: "CREATED_AT", direction: "ASC" };
  const query = `i.*, ${ORDERS[field]} AS sorted FROM issues i LEFT JOIN pull_requests p ON p.issue_id = i.id
    WHERE ${filter.sql} ORDER BY sorted ${direction}, i.number ${direction}`;
  return queryPage(call.context.db, issues, query, filter.values, range);
}

function inStates(kind: "issues" | "pulls", states: readonly string[] | null | undefined): Condition | undefined {
  if (!states) return undefined;
  return anyOf(states.map((state) => condition(STATES[kind][state] ?? "0")));
}

function withLabels(labels: readonly string[] | null | undefined): Condition | undefined {
  if (!labels || labels.length === 0) return undefined;
  return condition(
    `EXISTS (SELECT 1 FROM issue_labels x JOIN labels l ON l.id = x.label_id
       WHERE x.issue_id = i.id AND l.name IN (SELECT value FROM json_each(?)))`,
    JSON.stringify(labels),
  );
}

/** Restricts a list to a milestone, to those with any (`*`) or to those without one (null). */
function inMilestone(milestone: string | null | undefined, column: "number" | "id"): Condition | undefined {
  if (milestone === undefined || milestone === "") return undefined;
  if (milestone === null) return ALWAYS;
  if (milestone === "*") return condition("i.milestone_id IS NOT NULL");
  return condition(`i.milestone_id IN (SELECT id FROM milestones WHERE ${column} = ?)`, Number(milestone));
}
