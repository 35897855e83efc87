import * as z from "zod/mini";
import { visibleTeams } from "../callers/visible.ts";
import { nodeId, profilePath, renderUser } from "../objects/user.ts";
import { queryPage } from "../state/database.ts";
import { type Team, teams } from "../state/teams.ts";
import { connect } from "./connections.ts";
import type { Resolvers } from "./resolver.ts";
import { type AccountSource, ownerSource, type TeamSource } from "./sources.ts";

const teamSource = (team: Team): TeamSource => ({ kind: "Team", team });

/** Fields of users, organizations and bots. */
export const actorResolvers: Resolvers<AccountSource> = {
  avatarUrl: ({ account }, { call }) => renderUser(call.context, account).avatar_url,
  databaseId: ({ account }) => account.id,
  id: ({ account }, { call }) => renderUser(call.context, account).node_id,
  login: ({ account }) => account.login,
  resourcePath: ({ account }) => `/${profilePath(account)}`,
  url: ({ account }, { call }) => renderUser(call.context, account).html_url,
};

export const userResolvers: Resolvers<AccountSource> = {
  ...actorResolvers,
  bio: ({ account }) => account.bio,
  company: ({ account }) => account.company,
  createdAt: ({ account }) => account.created_at,
  email: ({ account }) => account.email ?? "",
  isViewer: ({ account }, { call }) => account.id === call.caller.user?.id,
  location: ({ account }) => account.location,
  name: ({ account }) => account.name,
  websiteUrl: ({ account }) => account.blog,
};

const BySlug = z.object({ slug: z.string() });

export const organizationResolvers: Resolvers<AccountSource> = {
  ...actorResolvers,
  description: ({ account }) => account.description,
  name: ({ account }) => account.name,
  team: ({ account }, { call }, args) => {
    const { slug } = z.parse(BySlug, args);
    const { sql, values } = visibleTeams(call.context, call.caller, account);
    const query = `SELECT t.* FROM teams t WHERE t.organization_id = ? AND t.slug = ? AND ${sql}`;
    const team = call.context.db.get(teams, query, account.id, slug, ...values);
    return team ? teamSource(team) : null;
  },
  teams: ({ account }, { call }, args) => {
    const { sql, values } = visibleTeams(call.context, call.caller, account);
    const query = `t.* FROM teams t WHERE t.organization_id = ? AND ${sql} ORDER BY t.name, t.id`;
    const load = (range: Parameters<typeof queryPage>[4]) =>
      queryPage(call.context.db, teams, query, [account.id, ...values], range);
    return connect("teams", args, load, teamSource);
  },
};

export const teamResolvers: Resolvers<TeamSource> = {
  combinedSlug: ({ team }, scope) => `${ownerSource(scope, team.organization_id).account.login}/${team.slug}`,
  databaseId: ({ team }) => team.id,
  description: ({ team }) => team.description,
  id: ({ team }) => nodeId("Team", team.id),
  name: ({ team }) => team.name,
  organization: ({ team }, scope) => ownerSource(scope, team.organization_id),
  slug: ({ team }) => team.slug,
  url: ({ team }, scope) =>
    `${scope.call.context.webUrl}/orgs/${ownerSource(scope, team.organization_id).account.login}/teams/${team.slug}`,
};
