import { useEffect, useState } from "preact/hooks";
import { browser } from "wxt/browser";
import type { NotedProblem } from "../messages/popup.ts";
import { parsePage } from "../page/parse-page.ts";
import { ask } from "../ui/ask.ts";
import { ago } from "../ui/times.ts";
import { t } from "../ui/words.ts";
import { leave } from "./tab-in-front.ts";

/** What went wrong within the last hour, as it happens. */
export function RecentProblems() {
  const [problems, setProblems] = useState<readonly NotedProblem[]>();
  useEffect(() => {
    const read = () => void ask("recent-problems", {}).then(setProblems, () => undefined);
    // They are noted in `storage.session`, whoever met them.
    browser.storage.session.onChanged.addListener(read);
    read();
    return () => browser.storage.session.onChanged.removeListener(read);
  }, []);
  if (!problems) return null;
  return (
    <section aria-labelledby="problems">
      <div class="head">
        <h2 id="problems">{t("recentProblems")}</h2>
        {problems.length > 0 && (
          <button type="button" class="quiet" onClick={() => void ask("clear-problems", {})}>
            {t("clearProblems")}
          </button>
        )}
      </div>
      {problems.length === 0 && <p class="dim">{t("noProblems")}</p>}
      <ul>
        {problems.map(({ at, text, where }) => (
          <li key={`${at} ${text}`}>
            <span class="problem">{text}</span>
            <small>
              <Where page={where} /> · {ago(at)}
            </small>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** The page that something was about. */
function Where({ page }: { readonly page: string }) {
  if (!parsePage(page)) return <>{page}</>;
  return (
    <a href={page} target="_blank" rel="noreferrer" onClick={() => void leave()}>
      {new URL(page).pathname.slice(1)}
    </a>
  );
}
