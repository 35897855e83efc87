import type { Client } from "@forgehand/core";
import {
  getPullRequest,
  getRepository,
  listReviews,
  removeRequestedReviewers,
  requestReviewers,
} from "@forgehand/core/operations";
import * as z from "zod/mini";
import type { Candidates } from "../../messages/page.ts";
import type { Problem } from "../../messages/problem.ts";
import { t } from "../../ui/words.ts";
import { type About, accountOn } from "../acting.ts";
import { Refused } from "../problems.ts";
import { findCandidates } from "../reviewers/candidates.ts";
import { whyCannotAsk } from "../reviewers/permission.ts";
import type { Pull } from "../reviewers/reading.ts";
import { askForReviews, NotAsked, withdrawRequests } from "../reviewers/request.ts";
import { lookAtRequests } from "../reviewers/requests.ts";
import { candidatesInWords, notAskedInWords } from "../reviewers/words.ts";
import { workerControl } from "./control.ts";

/** More than anybody asks at once, and than any service has. */
const MOST = 100;

const reviewer = z.object({ kind: z.enum(["user", "team"]), name: z.string().check(z.minLength(1), z.maxLength(200)) });
const reviewers = z.array(reviewer).check(z.minLength(1), z.maxLength(MOST));

export const reviewRequest = workerControl<"review-request">({
  needs: { look: [getPullRequest, listReviews, getRepository], act: [requestReviewers, removeRequestedReviewers] },
  intent: z.union([z.strictObject({ add: reviewers }), z.strictObject({ remove: reviewers })]),
  unknown: (why) => ({ requested: null, reviewed: [], why }),
  async look(client, about) {
    const pull = pullOf(about);
    const [requests, cannot] = await Promise.all([lookAtRequests(client, pull), cannotAsk(client, about, pull)]);
    return { ...requests, ...(cannot && { cannot }) };
  },
  async act(client, about, intent) {
    const pull = pullOf(about);
    if ("remove" in intent) return withdrawRequests(client, pull, intent.remove);
    try {
      await askForReviews(client, pull, intent.add);
    } catch (error) {
      // Somebody else is to be asked in their place: trying again would not help.
      if (error instanceof NotAsked) throw new Refused(notAskedInWords(error.why, pull), "permission");
      throw error;
    }
  },
});

/** Who could be asked for a review of a pull request, in the words that people read. */
export async function candidatesFor(client: Client, about: About): Promise<Candidates> {
  return candidatesInWords(await findCandidates(client, pullOf(about)));
}

/** What is known before the click. That it isn't known is no reason to show nothing. */
async function cannotAsk(client: Client, about: About, pull: Pull): Promise<Problem | undefined> {
  const account = await accountOn(about.origin);
  const why = await whyCannotAsk(client, pull, account).catch(() => undefined);
  if (!why) return undefined;
  const text =
    why.kind === "token" ? t("tokenCannotAsk", why.lacks) : t("mayNotAsk", account.login, `${pull.owner}/${pull.repo}`);
  return { kind: "permission", text };
}

function pullOf({ subject: { owner, repo, number } }: About): Pull {
  if (number === undefined) throw new Refused(t("noPullRequest"));
  return { owner, repo, pull_number: number };
}
