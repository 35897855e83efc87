import { useEffect, useState } from "preact/hooks";
import { browser } from "wxt/browser";
import { t } from "../locales/i18n.ts";
import type { RecentProblem } from "../messages/popup.ts";
import { parsePage } from "../page/parse-page.ts";
import { callWorker } from "../ui/call-worker.ts";
import { formatAgo } from "../ui/format-time.ts";
import { PageLink } from "./page-link.tsx";

/** Errors of the last hour, updated live. */
export function RecentProblems() {
  const [problems, setProblems] = useState<readonly RecentProblem[]>();
  useEffect(() => {
    const read = () => void callWorker("recent-problems", {}).then(setProblems, () => undefined);
    // The worker stores them in `storage.session`.
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
          <button type="button" class="quiet" onClick={() => void callWorker("clear-problems", {})}>
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
              <ProblemSource where={where} /> · {formatAgo(at)}
            </small>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Link to the page concerned, or to the account's jobs. */
function ProblemSource({ where }: Pick<RecentProblem, "where">) {
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
