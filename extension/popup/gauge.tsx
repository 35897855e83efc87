import type { AccountName } from "../messages/accounts.ts";
import type { Limit } from "../messages/popup.ts";
import { timeOf } from "../ui/times.ts";
import { numberOf, t } from "../ui/words.ts";
import type { Answered } from "./use-answer.ts";

/** Below this share of what there is, it is worth a look. */
const FEW = 0.1;

/** What is left of the host's limits. */
export function Gauges({
  account,
  limits: { answer, problem },
}: {
  readonly account: AccountName;
  readonly limits: Answered<"limits">;
}) {
  return (
    <section aria-labelledby="limits">
      <h2 id="limits">{t("limitsTitle")}</h2>
      {answer === null && <p class="dim">{t("noLimits", new URL(account.origin).host)}</p>}
      {answer
        // Searches are told of once there are none: few people count them.
        ?.filter(({ of, left }) => of === "calls" || left === 0)
        .map((limit) => (
          <Gauge key={limit.of} {...limit} />
        ))}
      {answer === undefined && !problem && <p class="dim">{t("asking")}</p>}
      {problem && <p class="problem">{problem.text}</p>}
    </section>
  );
}

function Gauge({ of, most, left, until }: Limit) {
  const text = t(of === "calls" ? "callsLeft" : "searchesLeft", numberOf(left), numberOf(most));
  return (
    <div class={left < most * FEW ? "gauge few" : "gauge"}>
      <meter aria-label={t("limitsTitle")} aria-valuetext={text} min={0} max={most} value={left} />
      <p>
        {text}
        {left < most && <span class="dim"> · {t("fullAgainAt", timeOf(until))}</span>}
      </p>
    </div>
  );
}
