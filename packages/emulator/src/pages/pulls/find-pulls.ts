import * as z from "zod/mini";
import type { Caller } from "../../callers/caller.ts";
import { findIssues, readQuery } from "../../search/find-issues.ts";
import { type Query, termsOf } from "../../search/query.ts";
import { countOf, type Database, type Part, readPart, type Window } from "../../state/database.ts";
import { PullRequest, pullRequestOf } from "../../state/pull-requests.ts";
import { fullNameOf, type Repository } from "../../state/repositories.ts";
import type { World } from "../../world.ts";

/** How many pull requests of a repository are open or closed; counted once as long as nothing changes. */
export function countPulls(db: Database, repositoryId: number, state: "open" | "closed"): number {
  const sql = `SELECT count(*) AS count FROM issues i JOIN pull_requests p ON p.issue_id = i.id
    WHERE i.repository_id = ? AND i.state = ?`;
  return db.remember(`pulls ${repositoryId} ${state}`, () => countOf(db, sql, repositoryId, state));
}

/** What the list shows unless something else is asked for. */
export const OPEN_PULLS = "is:pr is:open";

/**
 * The pull requests of a repository that a query asks for, the newest first.
 * @throws WrongQuery, UnknownUser on a query that can't be answered
 */
export function pullsOf(
  world: World,
  caller: Caller,
  repository: Repository,
  text: string,
  window: Window,
): Part<PullRequest> {
  const query = readQuery(text.trim() === "" ? "is:pr" : text);
  const state = plainState(query);
  if (state) return inState(world.db, repository.id, state, window);
  // Whatever the query says of places, it is about this one.
  const here = [
    { kind: "any", terms: [query.term] },
    { kind: "qualifier", name: "is", value: "pr", values: ["pr"] },
    { kind: "qualifier", name: "repo", ...only(fullNameOf(world.db, repository)) },
  ] as const;
  return searchPulls(world, caller, { ...query, term: { kind: "all", terms: here } }, window);
}

const only = (value: string) => ({ value, values: [value] });

/**
 * The pull requests that a query asks for, wherever they are.
 * @throws WrongQuery, UnknownUser on a query that can't be answered
 */
export function findPulls(world: World, caller: Caller, text: string, window: Window): Part<PullRequest> {
  const query = readQuery(text);
  const pulls = { kind: "qualifier", name: "is", ...only("pr") } as const;
  return searchPulls(world, caller, { ...query, term: { kind: "all", terms: [query.term, pulls] } }, window);
}

function searchPulls(world: World, caller: Caller, query: Query, window: Window): Part<PullRequest> {
  const { rows, total } = findIssues(world, caller, query, { by: undefined, direction: "desc" }, window);
  return { rows: rows.flatMap(({ id }) => pullRequestOf(world.db, id) ?? []), total };
}

const WORDS: Readonly<Record<string, "pull" | "open" | "closed">> = {
  ...{ "is:pr": "pull", "is:pull-request": "pull", "type:pr": "pull" },
  ...{ "is:open": "open", "state:open": "open", "is:closed": "closed", "state:closed": "closed" },
};

/** The state that a query asks for, where it asks for nothing else. */
function plainState({ term }: Query): "open" | "closed" | "all" | undefined {
  if (term.kind === "any") return undefined;
  const said = [...termsOf(term)].map(({ term: one, isNegated }) => {
    const text = one.kind === "qualifier" ? `${one.name}:${one.value}`.toLowerCase() : "";
    return isNegated || term.kind === "not" || !Object.hasOwn(WORDS, text) ? undefined : WORDS[text];
  });
  if (said.includes(undefined)) return undefined;
  const states = new Set(said.filter((word) => word !== "pull"));
  if (states.size === 2) return undefined;
  return states.has("open") ? "open" : states.has("closed") ? "closed" : "all";
}

/** Read along an index, as long as the list may be. */
function inState(
  db: Database,
  repositoryId: number,
  state: "open" | "closed" | "all",
  window: Window,
): Part<PullRequest> {
  const [condition, values] = state === "all" ? ["", []] : ["AND state = ?", [state]];
  const query = `* FROM pulls WHERE repository_id = ? ${condition} ORDER BY created_at DESC, number DESC`;
  return readPart(db, PullRequest, query, [repositoryId, ...values], window);
}

const Verdict = z.object({ state: z.enum(["APPROVED", "CHANGES_REQUESTED"]) });

/** What reviewers last made of a pull request: one who wants changes outweighs those who approve. */
export function verdictOn(db: Database, pullRequestId: number): "approved" | "changes requested" | undefined {
  const sql = `SELECT v.state FROM reviews v WHERE v.pull_request_id = ? AND v.state IN ('APPROVED', 'CHANGES_REQUESTED')
    AND NOT EXISTS (SELECT 1 FROM reviews w WHERE w.pull_request_id = v.pull_request_id AND w.user_id IS v.user_id
      AND w.app_id IS v.app_id AND w.id > v.id AND w.state IN ('APPROVED', 'CHANGES_REQUESTED', 'DISMISSED'))
    ORDER BY v.state DESC LIMIT 1`;
  const found = db.get(Verdict, sql, pullRequestId)?.state;
  if (found === undefined) return undefined;
  return found === "APPROVED" ? "approved" : "changes requested";
}
