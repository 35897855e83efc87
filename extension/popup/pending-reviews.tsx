import { formatNumber, t, tn } from "../locales/i18n.ts";
import type { PendingReview } from "../messages/popup.ts";
import type { AccountRef } from "../model/account-ref.ts";
import { formatAgo } from "../ui/format-time.ts";
import { closePopup } from "./active-tab.ts";
import { useCachedResponse } from "./use-cached-response.ts";

/** Pull requests that are waiting for a review by the selected account. */
export function PendingReviewList({ account }: { readonly account: AccountRef }) {
  const { response, problem } = useCachedResponse("waiting-reviews", account);
  const hiddenCount = response ? response.total - response.latest.length : 0;
  return (
    <section aria-labelledby="reviews">
      <div class="head">
        <h2 id="reviews">{t("waitingReviews")}</h2>
        {response && response.total > 0 && <span class="count">{formatNumber(response.total)}</span>}
      </div>
      {response && response.latest.length > 0 && (
        <ul>
          {response.latest.map((review) => (
            <PendingReviewItem
              key={`${review.owner}/${review.repo}#${review.number}`}
              origin={account.origin}
              {...review}
            />
          ))}
        </ul>
      )}
      {response?.total === 0 && <p class="dim">{t("nothingWaits")}</p>}
      {response?.limitedTo && (
        <p class="dim">{t(response.limitedTo === "public" ? "waitingPublicOnly" : "waitingGivenOnly")}</p>
      )}
      {hiddenCount > 0 && (
        <a
          class="more"
          href={`${account.origin}/pulls/review-requested`}
          target="_blank"
          rel="noreferrer"
          onClick={onOpen}
        >
          {tn("waitingMore", hiddenCount)}
        </a>
      )}
      {!response && !problem && <p class="dim">{t("asking")}</p>}
      {problem && <p class="problem">{problem.text}</p>}
    </section>
  );
}

function PendingReviewItem({
  origin,
  owner,
  repo,
  number,
  title,
  author,
  draft,
  updatedAt,
}: PendingReview & { readonly origin: string }) {
  return (
    <li>
      <a href={`${origin}/${owner}/${repo}/pull/${number}`} target="_blank" rel="noreferrer" onClick={onOpen}>
        {title}
      </a>
      <small>
        {[`${owner}/${repo}#${number}`, author, draft && t("draft"), formatAgo(updatedAt)].filter(Boolean).join(" · ")}
      </small>
    </li>
  );
}

const onOpen = () => void closePopup();
