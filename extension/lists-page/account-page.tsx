import { useMemo, useState } from "preact/hooks";
import { hasEnded } from "../lists/job.ts";
import { formatNumber, t } from "../locales/i18n.ts";
import type { AccountSummary } from "../messages/accounts.ts";
import type { Notify } from "../ui/view.ts";
import { ChartView } from "./chart/chart-view.tsx";
import { EmptyState } from "./empty-state.tsx";
import { ExportSection } from "./files/export-section.tsx";
import { ImportSection } from "./files/import-section.tsx";
import { useFileDrop } from "./files/use-file-drop.ts";
import { GatheringBar } from "./gathering/gathering-bar.tsx";
import { isGathering } from "./gathering/gathering-text.ts";
import { Sources } from "./gathering/sources.tsx";
import { Header, Refresh } from "./header.tsx";
import { JobsView } from "./jobs/jobs-view.tsx";
import { RunningJobs } from "./jobs/running-jobs.tsx";
import { LISTS_VIEWS, type ListsRoute, type ListsView } from "./lists-route.ts";
import type { LiveLists } from "./live-lists.ts";
import { Notices } from "./notices.tsx";
import { ListsPageProvider, useListsPage } from "./page-context.ts";
import { RepositoriesView } from "./repositories-view.tsx";
import { RouteLink } from "./route-link.tsx";
import { NO_SELECTION, type Selection } from "./selection.ts";
import type { Navigate } from "./use-route.ts";

export function AccountPage({
  accounts,
  account,
  live,
  route,
  navigate,
  notify,
}: {
  readonly accounts: readonly AccountSummary[];
  readonly account: AccountSummary;
  readonly live: LiveLists;
  readonly route: ListsRoute;
  readonly navigate: Navigate;
  readonly notify: Notify;
}) {
  const [now] = useState(() => Date.now());
  const [chosen, select] = useState<Selection>(NO_SELECTION);
  const [file, setFile] = useState<File>();
  const selection = useValidSelection(chosen, live);
  const isDraggingFile = useFileDrop((file) => {
    setFile(file);
    navigate({ view: "files" });
  });
  const { kind } = account;
  // Whether a token of these kinds can watch is only known from a request; other kinds cannot.
  const canWatch = !live.gathering.watchUnavailable && (kind === null || kind === "classic" || kind === "oauth");
  return (
    <ListsPageProvider value={{ route, navigate, account, live, canWatch, now, notify, selection, select }}>
      <Header accounts={accounts} />
      <Views />
      <main tabIndex={-1}>
        <Notices />
        <GatheringBar />
        <RunningJobs />
        {route.view === "files" ? (
          <div class="panels">
            <ExportSection />
            <ImportSection file={file} onFile={setFile} isDraggingFile={isDraggingFile} />
          </div>
        ) : (
          <ActiveView view={route.view} />
        )}
      </main>
    </ListsPageProvider>
  );
}

/** Removes deleted entries from the selection. */
function useValidSelection(selection: Selection, { entries, membership }: LiveLists): Selection {
  return useMemo(() => {
    const ids = [...selection.ids].filter((id) => entries.has(id));
    return ids.length === selection.ids.size ? selection : { ...selection, ids: new Set(ids) };
  }, [selection, membership]);
}

function ActiveView({ view }: { readonly view: Exclude<ListsView, "files"> }) {
  const { live } = useListsPage();
  if (view === "jobs") return <JobsView />;
  if (live.entries.size === 0) return <NoEntries />;
  return view === "chart" ? <ChartView /> : <RepositoriesView />;
}

/** Placeholder while there are no entries: nothing was gathered yet, or nothing was found. */
function NoEntries() {
  const { gathering } = useListsPage().live;
  if (isGathering(gathering)) return <EmptyState title={t("gatheringNow")} text={t("gatheringNowMeans")} />;
  if (gathering.state === "never") {
    return (
      <EmptyState title={t("neverGathered")} text={t("neverGatheredMeans")}>
        <Refresh first />
      </EmptyState>
    );
  }
  return (
    <EmptyState
      title={t(gathering.state === "done" ? "nothingThere" : "notGathered")}
      text={gathering.state === "done" ? t("nothingThereMeans") : undefined}
    >
      <Sources />
    </EmptyState>
  );
}

function Views() {
  const { route, live } = useListsPage();
  const runningJobs = live.jobs.filter((job) => !hasEnded(job)).length;
  const counts: Partial<Record<ListsView, number>> = {
    repositories: live.isPartial ? 0 : live.entries.size,
    jobs: runningJobs,
  };
  return (
    <nav class="views" aria-label={t("parts")}>
      {LISTS_VIEWS.map((view) => (
        <RouteLink key={view} to={{ view }} current={route.view === view}>
          {t(view)}
          {(counts[view] ?? 0) > 0 && <span class="count">{formatNumber(counts[view] ?? 0)}</span>}
        </RouteLink>
      ))}
    </nav>
  );
}
