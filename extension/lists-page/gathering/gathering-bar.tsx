import { reasonText } from "../../lists/reason-text.ts";
import { formatNumber, t, tn } from "../../locales/i18n.ts";
import { callWorker } from "../../ui/call-worker.ts";
import { Countdown } from "../countdown.tsx";
import { Eta } from "../jobs/job-card.tsx";
import { useListsPage } from "../page-context.ts";
import { ProgressBar } from "../progress-bar.tsx";
import { isGathering } from "./gathering-text.ts";

/** Progress of gathering, while it runs. */
export function GatheringBar() {
  const { live } = useListsPage();
  const { gathering } = live;
  if (!isGathering(gathering)) return null;
  const { state, checked, toCheck, sources, eta, waiting } = gathering;
  const isChecking = state === "checking" && toCheck > 0;
  const listed = sources.reduce((sum, { count }) => sum + count, 0);
  return (
    <section class="gathering" aria-label={t("gathering")}>
      <div class="facts-line">
        <p role="status">
          <strong>
            {isChecking ? t("lookedAtOf", formatNumber(checked), formatNumber(toCheck)) : tn("listedSoFar", listed)}
          </strong>
        </p>
        {eta !== null && !waiting && <Eta at={eta} />}
        {waiting && (
          <p class="wait">
            {reasonText(waiting.reason)} <Countdown wait={waiting} />
          </p>
        )}
        <div class="actions">
          <button
            type="button"
            onClick={() => void callWorker("lists-stop", { account: live.account }).catch(() => undefined)}
          >
            {t("stopGathering")}
          </button>
        </div>
      </div>
      <ProgressBar value={isChecking ? checked : undefined} max={toCheck} label={t("gathering")} />
    </section>
  );
}
