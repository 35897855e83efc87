import { listTopics, setTopics } from "@forgehand/core/operations";
import { changeEvents } from "../../deliveries/events/repositories.ts";
import { renderPage, repositoryHandler, requireActor } from "../../http/handler.ts";
import { HttpError } from "../../http-error.ts";
import { repositoryOf } from "../../state/repositories.ts";
import { updateRepository } from "../../state/repository-changes.ts";
import { timestamp } from "../../timestamp.ts";

export const topics = [
  repositoryHandler(listTopics, (_input, call) => {
    const { topics: all } = call.repository;
    const { offset, limit } = call.page;
    const rowPage = { rows: all.slice(offset, offset + limit), total: all.length };
    return { names: renderPage(call, rowPage, (topic) => topic) };
  }),

  repositoryHandler(setTopics, ({ names }, call) => {
    const { context, repository } = call;
    const { db, deliveries, now } = context;
    updateRepository(db, repository, { topics: readTopics(names) }, timestamp(now()));
    const after = repositoryOf(db, repository.id);
    for (const event of changeEvents(context, repository, after, requireActor(call))) {
      deliveries.emit(repository.id, event);
    }
    return { names: after.topics };
  }),
];

const TOPIC = /^[a-z0-9][a-z0-9-]{0,49}$/;
const MAX_TOPICS = 20;

/** @throws HttpError 422 */
function readTopics(names: readonly string[]): string[] {
  const topics = [...new Set(names.map((name) => name.toLowerCase()))];
  if (topics.length > MAX_TOPICS) {
    throw invalidTopics(`A repository cannot have more than ${MAX_TOPICS} topics.`);
  }
  if (!topics.every((topic) => TOPIC.test(topic))) {
    throw invalidTopics(
      "Topics must start with a lowercase letter or number, consist of 50 characters or less, and can include hyphens.",
    );
  }
  return topics;
}

const invalidTopics = (message: string) => new HttpError(422, "Validation Failed", [message]);
