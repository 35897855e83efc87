import { NOBODY } from "../../callers/caller.ts";
import { renderOrganization } from "../../objects/organization.ts";
import { renderRepository } from "../../objects/repository.ts";
import { renderTeam } from "../../objects/team.ts";
import { nodeId, renderUser } from "../../objects/user.ts";
import { type Account, findAccount, getAccount } from "../../state/accounts.ts";
import { getApp } from "../../state/apps.ts";
import { EVERY } from "../../state/database.ts";
import { findByFullName } from "../../state/repositories.ts";
import { teamsOf } from "../../state/team-lists.ts";
import type { Team } from "../../state/teams.ts";
import type { World } from "../../world.ts";
import type { Fields, Place } from "./sample.ts";
import type { SampleScene } from "./scene.ts";

/** What is told of kinds of things that the state has, by the fields that give them away. */
const KINDS: readonly {
  readonly fields: readonly string[];
  readonly find: (world: World, scene: SampleScene, given: Fields, place: Place) => Fields | undefined;
}[] = [
  { fields: ["full_name", "private"], find: repositoryFor },
  { fields: ["login", "members_url", "hooks_url"], find: organizationFor },
  { fields: ["login", "id", "avatar_url"], find: userFor },
  { fields: ["slug", "members_url", "parent"], find: teamFor },
  { fields: ["slug", "client_id", "external_url"], find: appFor },
];

/** Something real with these fields, as what is given of it names it, or else the one at hand. */
export function realObject(
  world: World,
  scene: SampleScene,
  names: readonly string[],
  given: Fields,
  place: Place,
): Fields | undefined {
  return KINDS.find(({ fields }) => fields.every((field) => names.includes(field)))?.find(world, scene, given, place);
}

/** Is this said to be another one? */
const isOther = (given: Fields, ...names: string[]) => names.some((name) => given[name] !== undefined);

function repositoryFor(world: World, { repository }: SampleScene, given: Fields) {
  const { full_name: fullName } = given;
  const named = typeof fullName === "string" ? findByFullName(world.db, fullName) : undefined;
  const found = named ?? (isOther(given, "full_name", "id", "name") ? undefined : repository);
  return found && { ...renderRepository(world, found, NOBODY) };
}

/** Whom things are done to, by the fields that name them; everybody else is who does it. */
const DONE_TO = ["assignee", "requested_reviewer", "member", "membership.user", "user", "from.user"];

function userFor(world: World, { sender, other }: SampleScene, given: Fields, place: Place) {
  const isDoneTo =
    DONE_TO.includes(place.slice(-2).join(".")) || (place.length === 1 && DONE_TO.includes(place[0] ?? ""));
  const atHand = isDoneTo ? other : sender;
  const account = accountOf(world, given) ?? (isOther(given, "login", "id") ? undefined : atHand);
  return account && { ...renderUser(world, account) };
}

function organizationFor(world: World, { account: owner }: SampleScene, given: Fields) {
  const account = accountOf(world, given) ?? (isOther(given, "login", "id") ? undefined : owner);
  return account && { ...renderOrganization(world, account) };
}

const accountOf = ({ db }: World, { login }: Fields): Account | undefined =>
  typeof login === "string" ? findAccount(db, login) : undefined;

function teamFor(world: World, { account }: SampleScene, given: Fields) {
  if (account.type !== "Organization") return undefined;
  const found = organizationTeams(world, account).find((team) =>
    (["slug", "name", "id"] as const).every((name) => given[name] === undefined || given[name] === team[name]),
  );
  return found && { ...renderTeam(world, found) };
}

function organizationTeams({ db }: World, { id }: Account): Team[] {
  const { rows } = teamsOf(db, id, ["organization"], { sql: "1", values: [] }, EVERY);
  return rows.flatMap((listed) => (listed.origin === "organization" ? listed.team : []));
}

function appFor(world: World, { installation }: SampleScene, given: Fields) {
  const app = installation && getApp(world.db, installation.app_id);
  if (!app || (given["slug"] ?? app.slug) !== app.slug || (given["id"] ?? app.id) !== app.id) return undefined;
  return {
    ...{ id: app.id, slug: app.slug, client_id: app.client_id, node_id: nodeId("App", app.id), name: app.name },
    ...{ owner: renderUser(world, getAccount(world.db, app.owner_id)), description: app.description ?? "" },
    ...{ external_url: app.external_url, html_url: `${world.webUrl}/apps/${app.slug}` },
    ...{ created_at: app.created_at, updated_at: app.updated_at, permissions: app.permissions },
  };
}
