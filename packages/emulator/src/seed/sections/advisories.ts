import * as z from "zod/mini";
import { readCvss } from "../../cvss.ts";
import { getAccount } from "../../state/accounts.ts";
import * as state from "../../state/advisories.ts";
import type { Repository } from "../../state/repositories.ts";
import { listSection } from "../define-section.ts";
import { names } from "../fields.ts";
import { each, eachEntry, SeedError } from "../seed-error.ts";
import { SeedTime } from "../time.ts";

const Vulnerability = z.strictObject({
  ecosystem: z.string(),
  package: z.optional(z.string()),
  vulnerable: z.optional(z.string()),
  patched: z.optional(z.string()),
  functions: names(),
});

const Advisory = z.strictObject({
  /** Part of the id after the vendor's prefix; generated if omitted. */
  id: z.optional(
    z
      .string()
      .check(
        z.regex(/^[2-9cfghjmpqrvwx]{4}(-[2-9cfghjmpqrvwx]{4}){2}$/, "must be an advisory id such as 2345-6789-cfgh"),
      ),
  ),
  cve: z.optional(z.string()),
  summary: z.string(),
  description: z.optional(z.string()),
  severity: z.optional(state.Severity),
  cvss: z.optional(
    z.string().check(z.refine((text) => readCvss(text) !== undefined, { error: "must be a CVSS vector" })),
  ),
  cwes: names(),
  vulnerabilities: z._default(z.array(Vulnerability), []),
  state: z._default(state.AdvisoryState, "draft"),
  /** True if it was reported privately. */
  reported: z._default(z.boolean(), false),
  author: z.optional(z.string()),
  publisher: z.optional(z.string()),
  /** Credit type by login. */
  credits: z._default(z.record(z.string(), z.string()), {}),
  users: names(),
  teams: names(),
  created: z.optional(SeedTime),
  updated: z.optional(SeedTime),
  published: z.optional(SeedTime),
  closed: z.optional(SeedTime),
  withdrawn: z.optional(SeedTime),
});

/** Inserts a repository's security advisories. */
export const advisories = listSection(Advisory, (context, repository: Repository, input) => {
  const { db, userId, user, team, toTimestamp } = context;
  if (input.id !== undefined && state.advisories.has(db, { code: input.id })) {
    throw new SeedError(["id"], "must be unique: another advisory has this id");
  }
  if (input.severity !== undefined && input.cvss !== undefined) {
    throw new SeedError(["severity"], 'must be omitted if "cvss" is set');
  }
  const created = toTimestamp(input.created);
  const { state: status } = input;
  const wasPublished = status === "published" || status === "withdrawn";
  const timestampOrCreated = (time: SeedTime | undefined) => (time === undefined ? created : toTimestamp(time));
  const fields = {
    cve_id: input.cve ?? null,
    summary: input.summary,
    description: input.description ?? null,
    state: status,
    severity: input.severity ?? null,
    cvss: input.cvss ?? null,
    cwe_ids: input.cwes,
    fork_id: null,
    vulnerabilities: input.vulnerabilities.map(({ ecosystem, package: name, vulnerable, patched, functions }) => ({
      package: { ecosystem, name: name ?? null },
      vulnerable_version_range: vulnerable ?? null,
      patched_versions: patched ?? null,
      vulnerable_functions: functions,
    })),
    accepted: input.reported || status === "triage" ? status !== "triage" && status !== "closed" : null,
    publisher_id: wasPublished ? userId(input.publisher ?? input.author, "publisher") : null,
    updated_at: timestampOrCreated(input.updated ?? input.withdrawn ?? input.closed ?? input.published),
    published_at: wasPublished ? timestampOrCreated(input.published) : null,
    closed_at: status === "closed" ? timestampOrCreated(input.closed) : null,
    withdrawn_at: status === "withdrawn" ? timestampOrCreated(input.withdrawn ?? input.published) : null,
  };
  const author = userId(input.author, "author");
  const { id } = state.createAdvisory(db, repository.id, author, fields, created, input.id);
  const credits = eachEntry(["credits"], input.credits, (login, type) => {
    return { user_id: user(login).id, type, state: "accepted" as const };
  });
  state.setCredits(db, id, credits);
  const users = each(["users"], input.users, (login) => user(login).id);
  state.setAdvisoryCollaborators(db, id, "user_id", users);
  const owner = getAccount(db, repository.owner_id);
  const teams = each(["teams"], input.teams, (slug) => team(owner, slug).id);
  state.setAdvisoryCollaborators(db, id, "team_id", teams);
});
