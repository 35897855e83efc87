import type { EmulatorContext } from "../../emulator-context.ts";
import { encodePath } from "../../objects/content.ts";
import { pageTagOf } from "../../objects/release.ts";
import { getIssue } from "../../state/issues.ts";
import type { NotificationThread } from "../../state/notification-threads.ts";
import { pullRequests } from "../../state/pull-requests.ts";
import { releases } from "../../state/releases.ts";
import { fullNameOf, repositoryOf } from "../../state/repositories.ts";
import type { IconName } from "../layout/icons.ts";

/** The subject of a notification as a page shows it. */
interface ShownSubject {
  readonly picture: IconName;
  readonly title: string;
  readonly path: string;
  /** `#1`; empty for a release. */
  readonly number: string;
}

/** Describes the subject of a thread, and the address of its latest comment. */
export function describeSubject({ db }: EmulatorContext, thread: NotificationThread): ShownSubject {
  const { issue_id, comment_id, subject_id, title } = thread;
  const root = `/${fullNameOf(db, repositoryOf(db, thread.repository_id))}`;
  if (issue_id === null) {
    const release = releases.find(db, { id: subject_id });
    const page = release ? `/tag/${encodePath(pageTagOf(release))}` : "";
    return { picture: "tag", title: title ?? "", path: `${root}/releases${page}`, number: "" };
  }
  const issue = getIssue(db, issue_id);
  const isPull = pullRequests.has(db, { issue_id });
  const anchor = comment_id === null ? "" : `#issuecomment-${comment_id}`;
  return {
    picture: isPull ? "git-pull-request" : "issue-opened",
    title: issue.title,
    path: `${root}/${isPull ? "pull" : "issues"}/${issue.number}${anchor}`,
    number: `#${issue.number}`,
  };
}
