import { reasonText } from "../../lists/reason-words.ts";
import { ask } from "../../ui/ask.ts";
import { numberOf, t, tn } from "../../ui/words.ts";
import { Clock } from "../clock.tsx";
import { Eta } from "../jobs/job-card.tsx";
import { Meter } from "../meter.tsx";
import { usePage } from "../page-context.ts";
import { isGathering } from "./gathering-words.ts";

/** How gathering goes, while it does. */
export function GatheringBar() {
  const { live } = usePage();
  const { gathering } = live;
  if (!isGathering(gathering)) return null;
  const { state, checked, toCheck, sources, eta, waiting } = gathering;
  const isChecking = state === "checking" && toCheck > 0;
  const read = sources.reduce((sum, { count }) => sum + count, 0);
  return (
    <section class="gathering" aria-label={t("gathering")}>
      <div class="facts-line">
        <p role="status">
          <strong>
            {isChecking ? t("lookedAtOf", numberOf(checked), numberOf(toCheck)) : tn("listedSoFar", read)}
          </strong>
        </p>
        {eta !== null && !waiting && <Eta at={eta} />}
        {waiting && (
          <p class="wait">
            {reasonText(waiting.why)} {waiting.until !== null && <Clock until={waiting.until} />}
          </p>
        )}
        <div class="actions">
          <button
            type="button"
            onClick={() => void ask("lists-stop", { account: live.account }).catch(() => undefined)}
          >
            {t("stopGathering")}
          </button>
        </div>
      </div>
      <Meter at={isChecking ? checked : undefined} most={toCheck} label={t("gathering")} />
    </section>
  );
}
