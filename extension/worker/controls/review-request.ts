import type { Client } from "@forgehand/core";
import {
  getPullRequest,
  getRepository,
  listReviews,
  removeRequestedReviewers,
  requestReviewers,
} from "@forgehand/core/operations";
import { t } from "../../locales/i18n.ts";
import type { ReviewerCandidates } from "../../messages/page.ts";
import type { Problem } from "../../model/problem.ts";
import { closedObjectOf } from "../handlers/schemas.ts";
import { type MessageSubject, requireActiveAccount } from "../message-subject.ts";
import { RefusedError } from "../refused-error.ts";
import { findCandidates } from "../reviewers/find-candidates.ts";
import type { PullRequestRef } from "../reviewers/read-helpers.ts";
import { readReviewRequests } from "../reviewers/read-review-requests.ts";
import { findRequestObstacle } from "../reviewers/request-obstacle.ts";
import { ReviewRequestError, requestReviews, withdrawRequests } from "../reviewers/request-reviews.ts";
import { candidateTexts, requestFailureText } from "../reviewers/reviewer-texts.ts";
import { intentParser, type WorkerControl } from "./control.ts";
import { readRepository } from "./repository.ts";

/** Maximum number of reviewers in an intent, above the maximum of any service. */
const MAX_REVIEWERS = 100;

const reviewer = closedObjectOf({
  kind: { type: "enum", values: ["user", "team"] },
  name: { type: "limited", of: "string", min: 1, max: 200 },
});
const reviewers = { type: "limited", of: { type: "array", of: reviewer }, min: 1, max: MAX_REVIEWERS } as const;

export const reviewRequest: WorkerControl<"review-request"> = {
  operations: {
    readState: [getPullRequest, listReviews, getRepository],
    applyIntent: [requestReviewers, removeRequestedReviewers],
  },
  parseIntent: intentParser({
    type: "union",
    of: [closedObjectOf({ add: reviewers }), closedObjectOf({ remove: reviewers })],
  }),
  unknownState: (why) => ({ requested: null, reviewed: [], why }),
  async readState(client, subject) {
    const pull = pullRequestOf(subject);
    const [requests, cannot] = await Promise.all([
      readReviewRequests(client, pull),
      findObstacle(client, subject, pull),
    ]);
    return { ...requests, ...(cannot && { cannot }) };
  },
  async applyIntent(client, subject, intent) {
    const pull = pullRequestOf(subject);
    if ("remove" in intent) return withdrawRequests(client, pull, intent.remove);
    try {
      await requestReviews(client, pull, intent.add);
    } catch (error) {
      // Retrying does not help: other reviewers must be chosen.
      if (error instanceof ReviewRequestError)
        throw new RefusedError(requestFailureText(error.failure, pull), "permission");
      throw error;
    }
  },
};

/** Returns suggested reviewers of a pull request, with texts for the user. */
export async function readCandidates(client: Client, subject: MessageSubject): Promise<ReviewerCandidates> {
  return candidateTexts(await findCandidates(client, pullRequestOf(subject)));
}

/** Checks the permission to request reviews in advance. A failed check is ignored. */
async function findObstacle(
  client: Client,
  subject: MessageSubject,
  pull: PullRequestRef,
): Promise<Problem | undefined> {
  const account = await requireActiveAccount(subject.origin);
  const obstacle = await readRepository(client, subject, "review-request").then(
    (repository) => findRequestObstacle(repository, account),
    () => undefined,
  );
  if (!obstacle) return undefined;
  const text =
    obstacle.kind === "token"
      ? t("tokenCannotAsk", obstacle.missing)
      : t("mayNotAsk", account.login, `${pull.owner}/${pull.repo}`);
  return { kind: "permission", text };
}

function pullRequestOf({ subject: { owner, repo, number } }: MessageSubject): PullRequestRef {
  if (number === undefined) throw new RefusedError(t("noPullRequest"));
  return { owner, repo, pull_number: number };
}
