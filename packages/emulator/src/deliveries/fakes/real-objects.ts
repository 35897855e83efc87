import { ANONYMOUS } from "../../callers/caller.ts";
import type { EmulatorContext } from "../../emulator-context.ts";
import { renderApp } from "../../objects/app.ts";
import { renderOrganization } from "../../objects/organization.ts";
import { renderRepository } from "../../objects/repository.ts";
import { renderTeam } from "../../objects/team.ts";
import { renderUser } from "../../objects/user.ts";
import { type Account, accounts } from "../../state/accounts.ts";
import { apps } from "../../state/apps.ts";
import { ALL_ROWS } from "../../state/database.ts";
import { findByFullName } from "../../state/repositories.ts";
import { teamsOfOrganization } from "../../state/team-lists.ts";
import type { Team } from "../../state/teams.ts";
import type { FieldPath, JsonFields } from "./fake.ts";
import type { FakeEventContext } from "./fake-context.ts";

/** Kinds of resources, recognized by their fields. */
const OBJECT_KINDS: readonly {
  readonly fields: readonly string[];
  readonly find: (
    context: EmulatorContext,
    eventContext: FakeEventContext,
    given: JsonFields,
    path: FieldPath,
  ) => JsonFields | undefined;
}[] = [
  { fields: ["full_name", "private"], find: findRepositoryFields },
  { fields: ["login", "members_url", "hooks_url"], find: findOrganizationFields },
  { fields: ["login", "id", "avatar_url"], find: findUserFields },
  { fields: ["slug", "members_url", "parent"], find: findTeamFields },
  { fields: ["slug", "client_id", "external_url"], find: findAppFields },
];

/**
 * Returns a resource from the state with these fields: the one that the given fields name, otherwise the one of the
 * event.
 */
export function findRealObject(
  context: EmulatorContext,
  eventContext: FakeEventContext,
  names: readonly string[],
  given: JsonFields,
  path: FieldPath,
): JsonFields | undefined {
  return OBJECT_KINDS.find(({ fields }) => fields.every((field) => names.includes(field)))?.find(
    context,
    eventContext,
    given,
    path,
  );
}

/** Whether the given fields name a different resource. */
const namesAnother = (given: JsonFields, ...names: string[]) => names.some((name) => given[name] !== undefined);

function findRepositoryFields(context: EmulatorContext, { repository }: FakeEventContext, given: JsonFields) {
  const { full_name: fullName } = given;
  const namedRepository = typeof fullName === "string" ? findByFullName(context.db, fullName) : undefined;
  const found = namedRepository ?? (namesAnother(given, "full_name", "id", "name") ? undefined : repository);
  return found && { ...renderRepository(context, found, ANONYMOUS) };
}

/** Paths of users who are affected by the event; all other users are its sender. */
const TARGET_USER_PATHS = ["assignee", "requested_reviewer", "member", "membership.user", "user", "from.user"];

function findUserFields(
  context: EmulatorContext,
  { sender, otherUser }: FakeEventContext,
  given: JsonFields,
  path: FieldPath,
) {
  const isTargetUser =
    TARGET_USER_PATHS.includes(path.slice(-2).join(".")) ||
    (path.length === 1 && TARGET_USER_PATHS.includes(path[0] ?? ""));
  const defaultAccount = isTargetUser ? otherUser : sender;
  const account = findNamedAccount(context, given) ?? (namesAnother(given, "login", "id") ? undefined : defaultAccount);
  return account && { ...renderUser(context, account) };
}

function findOrganizationFields(context: EmulatorContext, { account: owner }: FakeEventContext, given: JsonFields) {
  const account = findNamedAccount(context, given) ?? (namesAnother(given, "login", "id") ? undefined : owner);
  return account && { ...renderOrganization(context, account) };
}

const findNamedAccount = ({ db }: EmulatorContext, { login }: JsonFields): Account | undefined =>
  typeof login === "string" ? accounts.find(db, { login }) : undefined;

function findTeamFields(context: EmulatorContext, { account }: FakeEventContext, given: JsonFields) {
  if (account.type !== "Organization") return undefined;
  const found = organizationTeams(context, account).find((team) =>
    (["slug", "name", "id"] as const).every((name) => given[name] === undefined || given[name] === team[name]),
  );
  return found && { ...renderTeam(context, found) };
}

function organizationTeams({ db }: EmulatorContext, { id }: Account): Team[] {
  const { rows } = teamsOfOrganization(db, id, ["organization"], { sql: "1", values: [] }, ALL_ROWS);
  return rows.flatMap((listed) => (listed.origin === "organization" ? listed.team : []));
}

function findAppFields(context: EmulatorContext, { installation }: FakeEventContext, given: JsonFields) {
  const app = installation && apps.find(context.db, { id: installation.app_id });
  if (!app || (given["slug"] ?? app.slug) !== app.slug || (given["id"] ?? app.id) !== app.id) return undefined;
  return renderApp(context, app);
}
