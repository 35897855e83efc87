import { getIssueEvent, listIssueEvents, listRepositoryIssueEvents } from "@forgehand/core/operations";
import { type RepositoryCall, renderPage, repositoryHandler } from "../../http/handler.ts";
import { requireFound } from "../../http-error.ts";
import { renderCallersIssue } from "../../objects/issue.ts";
import { renderIssueEvent } from "../../objects/issue-event.ts";
import { issueEvents as events, type IssueEvent, repositoryEvents } from "../../state/issue-events.ts";
import { getIssue, issues } from "../../state/issues.ts";
import { requireIssue, requireListedIssue } from "./find-issue.ts";

export const issueEvents = [
  repositoryHandler(listRepositoryIssueEvents, (_input, call) => {
    const { context, repository, page } = call;
    return renderPage(call, repositoryEvents(context.db, repository.id, page), (event) => withIssue(call, event));
  }),

  repositoryHandler(getIssueEvent, ({ event_id }, call) => {
    const { db } = call.context;
    const event = requireFound(events.find(db, { id: event_id }));
    const { number } = requireFound(issues.find(db, { repository_id: call.repository.id, id: event.issue_id }));
    requireIssue(call, number);
    return withIssue(call, event);
  }),

  repositoryHandler(listIssueEvents, ({ issue_number }, call) => {
    const { context, repository, page } = call;
    const { id } = requireListedIssue(call, issue_number, "/events");
    return renderPage(call, events.page(context.db, { issue_id: id }, "id", page), (event) =>
      renderIssueEvent(context, repository, event),
    );
  }),
];

function withIssue({ context, repository, caller }: RepositoryCall, event: IssueEvent) {
  return {
    ...renderIssueEvent(context, repository, event),
    issue: renderCallersIssue(context, repository, getIssue(context.db, event.issue_id), caller),
  };
}
