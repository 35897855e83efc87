import { accounts } from "../state/accounts.ts";
import type { Database } from "../state/database.ts";
import { queryIds } from "../state/database.ts";
import type { Repository } from "../state/repositories.ts";
import { teams } from "../state/teams.ts";

/** A login or `organization/team` after an `@` that doesn't belong to an address, a path or a word. */
const MENTION = /(?<![\w/`@.+-])@([a-z0-9](?:[a-z0-9]|-(?=[a-z0-9]))*)(?:\/([a-z0-9][a-z0-9_-]*))?(?![\w@/-])/gi;

/** Code blocks and quotes, in which names are no mentions. */
const CODE = /^(`{3,}|~{3,})[\s\S]*?^\1|`[^`\n]*`|^\s*>.*$/gm;

/** Users who are mentioned in a text, by themselves and through teams. */
export interface MentionedUsers {
  readonly userIds: readonly number[];
  readonly teamMemberIds: readonly number[];
}

/** Finds the users and the members of teams that a text mentions. Only teams of the repository's owner count. */
export function findMentions(db: Database, { owner_id }: Repository, text: string | null | undefined): MentionedUsers {
  const mentions = [...(text ?? "").replaceAll(CODE, " ").matchAll(MENTION)];
  const userIds = mentions.flatMap(([, login = "", slug]) => {
    const account = slug === undefined ? accounts.find(db, { login }) : undefined;
    return account?.type === "User" ? [account.id] : [];
  });
  const teamMemberIds = mentions.flatMap(([, login = "", slug]) => {
    if (slug === undefined || accounts.find(db, { login })?.id !== owner_id) return [];
    const team = teams.find(db, { organization_id: owner_id, slug });
    if (team?.notification_setting !== "notifications_enabled") return [];
    return queryIds(db, "SELECT user_id AS id FROM people_of_teams WHERE team_id = ?", team.id);
  });
  return { userIds, teamMemberIds };
}
