import type { AccountName } from "../messages/accounts.ts";
import type { WaitingReview } from "../messages/popup.ts";
import { ago } from "../ui/times.ts";
import { numberOf, t, tn } from "../ui/words.ts";
import { leave } from "./tab-in-front.ts";
import { useAnswer } from "./use-answer.ts";

/** The pull requests that wait for a review by the account in use. */
export function WaitingReviews({ account }: { readonly account: AccountName }) {
  const { answer, problem } = useAnswer("waiting-reviews", account);
  const more = answer ? answer.all - answer.first.length : 0;
  return (
    <section aria-labelledby="reviews">
      <div class="head">
        <h2 id="reviews">{t("waitingReviews")}</h2>
        {answer && answer.all > 0 && <span class="count">{numberOf(answer.all)}</span>}
      </div>
      {answer && answer.first.length > 0 && (
        <ul>
          {answer.first.map((review) => (
            <Review key={`${review.owner}/${review.repo}#${review.number}`} origin={account.origin} {...review} />
          ))}
        </ul>
      )}
      {answer?.all === 0 && <p class="dim">{t("nothingWaits")}</p>}
      {answer?.only && <p class="dim">{t(answer.only === "public" ? "waitingPublicOnly" : "waitingGivenOnly")}</p>}
      {more > 0 && (
        <a
          class="more"
          href={`${account.origin}/pulls/review-requested`}
          target="_blank"
          rel="noreferrer"
          onClick={gone}
        >
          {tn("waitingMore", more)}
        </a>
      )}
      {!answer && !problem && <p class="dim">{t("asking")}</p>}
      {problem && <p class="problem">{problem.text}</p>}
    </section>
  );
}

function Review({
  origin,
  owner,
  repo,
  number,
  title,
  author,
  draft,
  at,
}: WaitingReview & { readonly origin: string }) {
  return (
    <li>
      <a href={`${origin}/${owner}/${repo}/pull/${number}`} target="_blank" rel="noreferrer" onClick={gone}>
        {title}
      </a>
      <small>{[`${owner}/${repo}#${number}`, author, draft && t("draft"), ago(at)].filter(Boolean).join(" · ")}</small>
    </li>
  );
}

const gone = () => void leave();
