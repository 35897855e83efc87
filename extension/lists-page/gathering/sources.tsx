import { reasonText } from "../../lists/reason-text.ts";
import { formatNumber, t, tn } from "../../locales/i18n.ts";
import { useListsPage } from "../page-context.ts";
import { sourceText } from "./gathering-text.ts";

/** Explains where the entries come from, because GitHub's API does not list all watched repositories. */
export function Sources() {
  const { gathering } = useListsPage().live;
  const { sources, checked } = gathering;
  if (sources.length === 0) return null;
  return (
    <details class="sources">
      <summary>{t("whereFrom")}</summary>
      <p>{t("whereFromMeans")}</p>
      <ul>
        {sources.map(({ source, count, reason, state }) => (
          <li key={source}>
            <span>{sourceText(source)}</span>
            <span class="count">{state === "refused" ? "–" : formatNumber(count)}</span>
            {reason && <small class="problem">{reasonText(reason)}</small>}
          </li>
        ))}
      </ul>
      {checked > 0 && <p class="dim">{tn("subscriptionsSeen", checked)}</p>}
    </details>
  );
}
