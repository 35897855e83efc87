import * as z from "zod/mini";
import { readCvss } from "../../cvss.ts";
import { getAccount } from "../../state/accounts.ts";
import {
  AdvisoryState,
  advisoryCodeExists,
  createAdvisory,
  Severity,
  setAdvisoryCollaborators,
  setCredits,
} from "../../state/advisories.ts";
import type { Repository } from "../../state/repositories.ts";
import { names } from "../fields.ts";
import { SeedProblem } from "../problem.ts";
import { section } from "../section.ts";
import { SeedTime } from "../time.ts";

const Vulnerability = z.strictObject({
  ecosystem: z.string(),
  package: z.optional(z.string()),
  vulnerable: z.optional(z.string()),
  patched: z.optional(z.string()),
  functions: names(),
});

const Advisory = z.strictObject({
  /** What follows the vendor's prefix; made up where it is left out. */
  id: z.optional(z.string().check(z.regex(/^[2-9cfghjmpqrvwx]{4}(-[2-9cfghjmpqrvwx]{4}){2}$/, "no advisory's id"))),
  cve: z.optional(z.string()),
  summary: z.string(),
  description: z.optional(z.string()),
  severity: z.optional(Severity),
  cvss: z.optional(z.string().check(z.refine((text) => readCvss(text) !== undefined, { error: "no CVSS vector" }))),
  cwes: names(),
  vulnerabilities: z._default(z.array(Vulnerability), []),
  state: z._default(AdvisoryState, "draft"),
  /** Somebody reported it in private. */
  reported: z._default(z.boolean(), false),
  author: z.optional(z.string()),
  publisher: z.optional(z.string()),
  /** Who is thanked, and for what. */
  credits: z._default(z.record(z.string(), z.string()), {}),
  users: names(),
  teams: names(),
  created: z.optional(SeedTime),
  updated: z.optional(SeedTime),
  published: z.optional(SeedTime),
  closed: z.optional(SeedTime),
  withdrawn: z.optional(SeedTime),
});

/** A repository's security advisories. */
export const advisories = section(z.array(Advisory), (planting, repository: Repository, list, path) => {
  const { db } = planting;
  const owner = getAccount(db, repository.owner_id);
  for (const [index, told] of list.entries()) {
    const at = [...path, index];
    const person = (login: string | undefined, field: string) => planting.userId(login, [...at, field]);
    if (told.id !== undefined && advisoryCodeExists(db, told.id)) {
      throw new SeedProblem([...at, "id"], "is another advisory's id");
    }
    if (told.severity !== undefined && told.cvss !== undefined) {
      throw new SeedProblem([...at, "severity"], 'is told as "cvss" already');
    }
    const created = planting.at(told.created);
    const { state } = told;
    const wasPublished = state === "published" || state === "withdrawn";
    const since = (time: SeedTime | undefined) => (time === undefined ? created : planting.at(time));
    const terms = {
      ...{ cve_id: told.cve ?? null, summary: told.summary, description: told.description ?? null, state },
      ...{ severity: told.severity ?? null, cvss: told.cvss ?? null, cwe_ids: told.cwes, fork_id: null },
      vulnerabilities: told.vulnerabilities.map(({ ecosystem, package: name, vulnerable, patched, functions }) => ({
        package: { ecosystem, name: name ?? null },
        vulnerable_version_range: vulnerable ?? null,
        patched_versions: patched ?? null,
        vulnerable_functions: functions,
      })),
      accepted: told.reported || state === "triage" ? state !== "triage" && state !== "closed" : null,
      publisher_id: wasPublished ? person(told.publisher ?? told.author, "publisher") : null,
      updated_at: since(told.updated ?? told.withdrawn ?? told.closed ?? told.published),
      published_at: wasPublished ? since(told.published) : null,
      closed_at: state === "closed" ? since(told.closed) : null,
      withdrawn_at: state === "withdrawn" ? since(told.withdrawn ?? told.published) : null,
    };
    const { id } = createAdvisory(db, repository.id, person(told.author, "author"), terms, created, told.id);
    const credits = Object.entries(told.credits).map(([login, type]) => ({
      ...{ user_id: planting.user(login, [...at, "credits", login]).id, type },
      state: "accepted" as const,
    }));
    setCredits(db, id, credits);
    const users = told.users.map((login, position) => planting.user(login, [...at, "users", position]).id);
    setAdvisoryCollaborators(db, id, "user_id", users);
    const teams = told.teams.map((slug, position) => planting.team(owner, slug, [...at, "teams", position]).id);
    setAdvisoryCollaborators(db, id, "team_id", teams);
  }
});
