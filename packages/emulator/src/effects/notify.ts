import * as z from "zod/mini";
import type { EmulatorContext, WebhookEvent } from "../emulator-context.ts";
import { type Account, accounts, findAccountById } from "../state/accounts.ts";
import { type Database, queryIds } from "../state/database.ts";
import { issues } from "../state/issues.ts";
import {
  issueSubject,
  type NotificationReason,
  notifyUsers,
  resubscribe,
  type ThreadSubject,
} from "../state/notification-threads.ts";
import { pullRequests } from "../state/pull-requests.ts";
import { grantedPermission, type Repository } from "../state/repositories.ts";
import { ignorersOf, subscribersTo } from "../state/subscriptions.ts";
import { teams } from "../state/teams.ts";
import { participantsOf, unsubscribedFrom } from "../state/thread-participants.ts";
import { timestamp } from "../timestamp.ts";
import { findMentions } from "./find-mentions.ts";

// Notifies users of an event: those who watch the repository, those who take part in the subject, and those whom the
// event names. A user has one thread per subject, which becomes unread again.
// @see https://docs.github.com/account-and-profile/managing-subscriptions-and-notifications-on-github

/** Events that notify users, with their actions. The targeted actions notify no one else. */
const NOTIFYING_ACTIONS: Readonly<Record<string, readonly string[]>> = {
  issues: ["opened", "closed", "reopened", "assigned"],
  issue_comment: ["created"],
  pull_request: ["opened", "closed", "reopened", "ready_for_review", "synchronize", "assigned", "review_requested"],
  pull_request_review: ["submitted"],
  pull_request_review_comment: ["created"],
  release: ["published"],
};
const TARGETED_ACTIONS: ReadonlySet<string> = new Set(["assigned", "review_requested"]);

const Text = z.nullish(z.string());
const Login = z.nullish(z.looseObject({ login: z.string() }));
const NotifyingPayload = z.looseObject({
  sender: z.looseObject({ login: z.string() }),
  issue: z.optional(z.looseObject({ number: z.int(), body: Text })),
  pull_request: z.optional(z.looseObject({ number: z.int(), body: Text })),
  comment: z.optional(z.looseObject({ id: z.int(), body: Text })),
  review: z.optional(z.looseObject({ body: Text })),
  release: z.optional(z.looseObject({ id: z.int(), tag_name: z.string(), name: Text, body: Text })),
  assignee: Login,
  requested_reviewer: Login,
  requested_team: z.optional(z.looseObject({ slug: z.string() })),
});
type NotifyingPayload = z.output<typeof NotifyingPayload>;

/** Creates or updates the notification threads of everyone whom an event concerns, except its sender. */
export function notifySubscribers(context: EmulatorContext, repository: Repository, event: WebhookEvent): void {
  const { db } = context;
  const { name, action } = event;
  if (action === null || !NOTIFYING_ACTIONS[name]?.includes(action)) return;
  const payload = z.safeParse(NotifyingPayload, event.payload).data;
  const sender = payload && accounts.find(db, { login: payload.sender.login });
  const subject = payload && subjectOf(db, repository, payload);
  if (!payload || !sender || !subject) return;
  const now = timestamp(context.now());
  const isComment = payload.comment !== undefined || payload.review !== undefined;
  if (isComment && subject.issue_id !== null) resubscribe(db, sender.id, subject.issue_id, now);
  const recipients = [...reasonsFor(db, repository, subject, payload, action)]
    .filter(([userId, reason]) => isNotifiable(db, repository, sender, userId, reason))
    .map(([userId, reason]) => ({ userId, reason, isParticipant: reason !== "subscribed" }));
  const commentId = name === "issue_comment" ? payload.comment?.id : undefined;
  notifyUsers(db, subject, recipients, now, commentId);
}

/** Returns the subject of an event's notifications; undefined if the state doesn't have it. */
function subjectOf(db: Database, { id }: Repository, payload: NotifyingPayload): ThreadSubject | undefined {
  const { release } = payload;
  if (release) {
    const title = release.name || release.tag_name;
    return { repository_id: id, subject: "release", subject_id: release.id, issue_id: null, title };
  }
  const number = payload.pull_request?.number ?? payload.issue?.number;
  const issue = number === undefined ? undefined : issues.find(db, { repository_id: id, number });
  return issue && issueSubject(issue);
}

/** Returns the users to notify, each with the most important reason. */
function reasonsFor(
  db: Database,
  repository: Repository,
  subject: ThreadSubject,
  payload: NotifyingPayload,
  action: string,
): Map<number, NotificationReason> {
  const reasons = new Map<number, NotificationReason>();
  const add = (reason: NotificationReason, userIds: readonly number[]) => {
    for (const userId of userIds) reasons.set(userId, reason);
  };
  if (!TARGETED_ACTIONS.has(action)) {
    add("subscribed", subscribersTo(db, repository.id, kindOf(db, subject)));
    if (subject.issue_id !== null) addParticipants(db, subject.issue_id, reasons);
    const { comment, review, release, pull_request, issue } = payload;
    // Only new texts mention users.
    const added = comment ?? review ?? release ?? (action === "opened" ? (pull_request ?? issue) : undefined);
    const { userIds, teamMemberIds } = findMentions(db, repository, added?.body);
    add("team_mention", teamMemberIds);
    add("mention", userIds);
  } else if (action === "assigned") add("assign", findUsers(db, payload.assignee?.login));
  else {
    const { requested_reviewer: reviewer, requested_team: team } = payload;
    add("review_requested", team ? membersOf(db, repository, team.slug) : findUsers(db, reviewer?.login));
  }
  return reasons;
}

/** Adds the participants of an issue, except those who unsubscribed from it; these can still be watchers. */
function addParticipants(db: Database, issueId: number, reasons: Map<number, NotificationReason>): void {
  const unsubscribed = new Set(unsubscribedFrom(db, issueId));
  for (const { user_id: userId, reason } of participantsOf(db, issueId)) {
    if (!unsubscribed.has(userId)) reasons.set(userId, reason);
  }
}

/** Returns the kind of event that a custom subscription names. */
function kindOf(db: Database, { issue_id }: ThreadSubject): "Issue" | "PullRequest" | "Release" {
  if (issue_id === null) return "Release";
  return pullRequests.has(db, { issue_id }) ? "PullRequest" : "Issue";
}

function findUsers(db: Database, login: string | undefined): number[] {
  const user = login === undefined ? undefined : accounts.find(db, { login });
  return user ? [user.id] : [];
}

function membersOf(db: Database, { owner_id }: Repository, slug: string): number[] {
  const team = teams.find(db, { organization_id: owner_id, slug });
  return team ? queryIds(db, "SELECT user_id AS id FROM people_of_teams WHERE team_id = ?", team.id) : [];
}

/** Whether a user can be notified: another one than the sender, who doesn't ignore the repository and can see it. */
function isNotifiable(
  db: Database,
  repository: Repository,
  sender: Account,
  userId: number,
  reason: NotificationReason,
): boolean {
  if (userId === sender.id || ignorersOf(db, repository.id).has(userId)) return false;
  // Only users watch repositories.
  if (reason !== "subscribed" && findAccountById(db, userId)?.type !== "User") return false;
  return !repository.private || grantedPermission(db, repository, userId) !== "none";
}
