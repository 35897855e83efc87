import { formatNumber, t } from "../locales/i18n.ts";
import type { RateLimitStatus } from "../messages/popup.ts";
import type { AccountRef } from "../model/account-ref.ts";
import { formatTime } from "../ui/format-time.ts";
import type { LoadedResponse } from "./use-cached-response.ts";

/** Below this share of the limit, the gauge is highlighted. */
const LOW_SHARE = 0.1;

/** Remaining rate limits of the account's host. */
export function RateLimitGauges({
  account,
  limits: { response, problem },
}: {
  readonly account: AccountRef;
  readonly limits: LoadedResponse<"limits">;
}) {
  return (
    <section aria-labelledby="limits">
      <h2 id="limits">{t("limitsTitle")}</h2>
      {response === null && <p class="dim">{t("noLimits", new URL(account.origin).host)}</p>}
      {response
        // Searches are only shown when exhausted, because few users need them.
        ?.filter(({ resource, remaining }) => resource === "calls" || remaining === 0)
        .map((limit) => (
          <RateLimitGauge key={limit.resource} {...limit} />
        ))}
      {response === undefined && !problem && <p class="dim">{t("asking")}</p>}
      {problem && <p class="problem">{problem.text}</p>}
    </section>
  );
}

function RateLimitGauge({ resource, limit, remaining, resetsAt }: RateLimitStatus) {
  const text = t(resource === "calls" ? "callsLeft" : "searchesLeft", formatNumber(remaining), formatNumber(limit));
  return (
    <div class={remaining < limit * LOW_SHARE ? "gauge few" : "gauge"}>
      <meter aria-label={t("limitsTitle")} aria-valuetext={text} min={0} max={limit} value={remaining} />
      <p>
        {text}
        {remaining < limit && <span class="dim"> · {t("fullAgainAt", formatTime(resetsAt))}</span>}
      </p>
    </div>
  );
}
