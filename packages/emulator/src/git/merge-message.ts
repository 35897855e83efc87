import type { RepositorySettings } from "../state/repositories.ts";

/** The data of a merge or squash message. */
export interface MergedPullRequest {
  readonly number: number;
  readonly title: string;
  readonly body: string | null;
  /** The owner and name of the head branch: `acme/round-corners`. */
  readonly from: string;
  /** Commit messages, oldest first. */
  readonly messages: readonly string[];
}

/** The parts of a message that the caller provides instead of the repository's settings. */
export interface RequestedMessage {
  readonly title?: string | undefined;
  readonly message?: string | undefined;
}

type MessageStyle = Pick<
  RepositorySettings,
  "merge_commit_title" | "merge_commit_message" | "squash_merge_commit_title" | "squash_merge_commit_message"
>;

/**
 * Returns the message of a merge commit, according to the repository's settings.
 * @see GitHub's documentation on configuring merge commits
 */
export function mergeMessage(
  { number, title, body, from }: MergedPullRequest,
  style: MessageStyle,
  requested: RequestedMessage = {},
): string {
  const subject =
    style.merge_commit_title === "PR_TITLE" ? `${title} (#${number})` : `Merge pull request #${number} from ${from}`;
  const bodies = { PR_TITLE: title, PR_BODY: body ?? "", BLANK: "" };
  return messageOf(requested.title ?? subject, requested.message ?? bodies[style.merge_commit_message]);
}

/**
 * Returns the message of a squashed commit, according to the repository's settings.
 * @see GitHub's documentation on configuring squash merges
 */
export function squashMessage(
  { number, title, body, messages }: MergedPullRequest,
  style: MessageStyle,
  requested: RequestedMessage = {},
): string {
  const [singleMessage] = messages.length === 1 ? messages : [];
  const [head = "", ...rest] = singleMessage?.split("\n") ?? [];
  const usesCommitTitle = style.squash_merge_commit_title === "COMMIT_OR_PR_TITLE" && singleMessage !== undefined;
  const commits =
    singleMessage === undefined ? messages.map((message) => `* ${message.trim()}`).join("\n\n") : rest.join("\n");
  const bodies = { COMMIT_MESSAGES: commits, PR_BODY: body ?? "", BLANK: "" };
  const subject = `${usesCommitTitle ? head : title} (#${number})`;
  return messageOf(requested.title ?? subject, requested.message ?? bodies[style.squash_merge_commit_message]);
}

const messageOf = (subject: string, body: string) => [subject, body.trim()].filter((part) => part !== "").join("\n\n");
