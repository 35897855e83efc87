import type { RepositorySettings } from "../state/repositories.ts";

/** What a message is made of. */
export interface MergedPull {
  readonly number: number;
  readonly title: string;
  readonly body: string | null;
  /** `acme/round-corners`: whose branch it is, and which. */
  readonly from: string;
  /** The messages of its commits, the oldest first. */
  readonly messages: readonly string[];
}

type Style = Pick<
  RepositorySettings,
  "merge_commit_title" | "merge_commit_message" | "squash_merge_commit_title" | "squash_merge_commit_message"
>;

/** What the commit says that merges a pull request, as its repository wants it (public documents of merging). */
export function mergeMessage({ number, title, body, from }: MergedPull, style: Style): string {
  const subject =
    style.merge_commit_title === "PR_TITLE" ? `${title} (#${number})` : `Merge pull request #${number} from ${from}`;
  const bodies = { PR_TITLE: title, PR_BODY: body ?? "", BLANK: "" };
  return messageOf(subject, bodies[style.merge_commit_message]);
}

/** What the one commit says that a pull request is squashed into (public documents of merging). */
export function squashMessage({ number, title, body, messages }: MergedPull, style: Style): string {
  const [only] = messages.length === 1 ? messages : [];
  const [head = "", ...rest] = only?.split("\n") ?? [];
  const isOne = style.squash_merge_commit_title === "COMMIT_OR_PR_TITLE" && only !== undefined;
  const commits = only === undefined ? messages.map((message) => `* ${message.trim()}`).join("\n\n") : rest.join("\n");
  const bodies = { COMMIT_MESSAGES: commits, PR_BODY: body ?? "", BLANK: "" };
  return messageOf(`${isOne ? head : title} (#${number})`, bodies[style.squash_merge_commit_message]);
}

const messageOf = (subject: string, body: string) => [subject, body.trim()].filter((part) => part !== "").join("\n\n");
