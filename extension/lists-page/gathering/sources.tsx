import { reasonText } from "../../lists/reason-words.ts";
import { numberOf, t, tn } from "../../ui/words.ts";
import { usePage } from "../page-context.ts";
import { sourceWord } from "./gathering-words.ts";

/** Where all this comes from: services don't list any more what somebody watches. */
export function Sources() {
  const { gathering } = usePage().live;
  const { sources, checked } = gathering;
  if (sources.length === 0) return null;
  return (
    <details class="sources">
      <summary>{t("whereFrom")}</summary>
      <p>{t("whereFromMeans")}</p>
      <ul>
        {sources.map(({ source, count, why, state }) => (
          <li key={source}>
            <span>{sourceWord(source)}</span>
            <span class="count">{state === "refused" ? "–" : numberOf(count)}</span>
            {why && <small class="problem">{reasonText(why)}</small>}
          </li>
        ))}
      </ul>
      {checked > 0 && <p class="dim">{tn("subscriptionsSeen", checked)}</p>}
    </details>
  );
}
