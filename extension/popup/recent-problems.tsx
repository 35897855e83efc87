import { useEffect, useState } from "preact/hooks";
import { browser } from "wxt/browser";
import type { NotedProblem } from "../messages/popup.ts";
import { parsePage } from "../page/parse-page.ts";
import { ask } from "../ui/ask.ts";
import { ago } from "../ui/times.ts";
import { t } from "../ui/words.ts";
import { PageLink } from "./page-link.tsx";

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
              <Where where={where} /> · {ago(at)}
            </small>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** The page that something was about, or the account's jobs. */
function Where({ where }: Pick<NotedProblem, "where">) {
  if ("jobsOf" in where) {
    return (
      <PageLink
        address={`/lists.html?${new URLSearchParams({ account: where.jobsOf, view: "jobs" })}`}
        text={t("openLists")}
      />
    );
  }
  const { page } = where;
  return parsePage(page) ? <PageLink address={page} text={new URL(page).pathname.slice(1)} /> : page;
}
