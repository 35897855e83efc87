import * as z from "zod/mini";
import { EventOfIssue, IssueEvent, TimelineEvent } from "../objects/issue-event.ts";
import { operation } from "../operation.ts";
import { list } from "../paging.ts";
import { publicReadAccess } from "../permission-access.ts";
import { get } from "../reads-and-writes.ts";
import { issuePath, SHARED_READ } from "../shared/issues.ts";

// The operations follow the public documentation, their schemas the public API description.

/**
 * Lists the events of all issues and pull requests of a repository, the newest first.
 * @see https://docs.github.com/rest/issues/events#list-issue-events-for-a-repository
 */
export const listRepositoryIssueEvents = operation("GET /repos/{owner}/{repo}/issues/events", () => ({
  ...list(IssueEvent.schema()),
  otherStatuses: [422],
  access: publicReadAccess("issues"),
}));

/**
 * Gets an event of an issue or a pull request.
 * @see https://docs.github.com/rest/issues/events#get-an-issue-event
 */
export const getIssueEvent = operation("GET /repos/{owner}/{repo}/issues/events/{event_id}", () => ({
  path: z.object({ event_id: z.int() }),
  ...get({ access: SHARED_READ }, IssueEvent.schema(), [403, 404, 410]),
}));

/**
 * Lists the events of an issue or a pull request, the oldest first.
 * @see https://docs.github.com/rest/issues/events#list-issue-events
 */
export const listIssueEvents = operation("GET /repos/{owner}/{repo}/issues/{issue_number}/events", () => ({
  path: issuePath(),
  ...list(EventOfIssue.schema()),
  otherStatuses: [410],
  access: SHARED_READ,
}));

/**
 * Lists the timeline of an issue or a pull request: events, comments, commits and reviews.
 * @see https://docs.github.com/rest/issues/timeline#list-timeline-events-for-an-issue
 */
export const listTimelineEvents = operation("GET /repos/{owner}/{repo}/issues/{issue_number}/timeline", () => ({
  path: issuePath(),
  ...list(TimelineEvent.schema(), { exclude: z.optional(z.string()) }),
  otherStatuses: [400, 404, 410],
  access: SHARED_READ,
}));
