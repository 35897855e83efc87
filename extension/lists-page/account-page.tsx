import { useMemo, useState } from "preact/hooks";
import { isOver } from "../lists/job-words.ts";
import type { AccountSummary } from "../messages/accounts.ts";
import type { Say } from "../ui/view.ts";
import { numberOf, t } from "../ui/words.ts";
import { ChartView } from "./chart/chart-view.tsx";
import { Empty } from "./empty.tsx";
import { FilesView } from "./files/files-view.tsx";
import { useDropped } from "./files/use-dropped.ts";
import { GatheringBar } from "./gathering/gathering-bar.tsx";
import { isGathering } from "./gathering/gathering-words.ts";
import { Sources } from "./gathering/sources.tsx";
import { Header, Refresh } from "./header.tsx";
import { JobsAtWork } from "./jobs/jobs-at-work.tsx";
import { JobsView } from "./jobs/jobs-view.tsx";
import type { LiveLists } from "./live-lists.ts";
import { Notices } from "./notices.tsx";
import { PageFactsProvider, usePage } from "./page-context.ts";
import { type Place, VIEWS, type View } from "./place.ts";
import { PlaceLink } from "./place-link.tsx";
import { RepositoriesView } from "./repositories-view.tsx";
import { NOTHING, type Selection } from "./selection.ts";
import type { Go } from "./use-place.ts";

/** All of one account. */
export function AccountPage({
  accounts,
  account,
  live,
  place,
  go,
  say,
}: {
  readonly accounts: readonly AccountSummary[];
  readonly account: AccountSummary;
  readonly live: LiveLists;
  readonly place: Place;
  readonly go: Go;
  readonly say: Say;
}) {
  const [now] = useState(() => Date.now());
  const [chosen, select] = useState<Selection>(NOTHING);
  const [file, setFile] = useState<File>();
  const selection = useSelectionOf(chosen, live);
  const isOver = useDropped((file) => {
    setFile(file);
    go({ view: "files" });
  });
  const { kind } = account;
  // Which tokens of these kinds can, only a look tells; none of another kind can.
  const canWatch = !live.gathering.whyNoWatch && (kind === null || kind === "classic" || kind === "oauth");
  return (
    <PageFactsProvider value={{ place, go, account, live, canWatch, now, say }}>
      <Header accounts={accounts} />
      <Views />
      <main tabIndex={-1}>
        <Notices />
        <GatheringBar />
        <JobsAtWork />
        <Shown view={place.view} selection={selection} select={select} file={file} take={setFile} isOver={isOver} />
      </main>
    </PageFactsProvider>
  );
}

/** What is selected of what there still is. */
function useSelectionOf(selection: Selection, { entries, membership }: LiveLists): Selection {
  return useMemo(() => {
    const ids = [...selection.ids].filter((id) => entries.has(id));
    return ids.length === selection.ids.size ? selection : { ...selection, ids: new Set(ids) };
  }, [selection, membership]);
}

function Shown({
  view,
  selection,
  select,
  file,
  take,
  isOver,
}: {
  readonly view: View;
  readonly selection: Selection;
  readonly select: (selection: Selection) => void;
  readonly file: File | undefined;
  readonly take: (file: File) => void;
  readonly isOver: boolean;
}) {
  const { live } = usePage();
  if (view === "jobs") return <JobsView />;
  if (view === "files") return <FilesView selection={selection} file={file} take={take} isOver={isOver} />;
  if (live.entries.size === 0) return <NoEntries />;
  return view === "chart" ? <ChartView /> : <RepositoriesView selection={selection} select={select} />;
}

/** Nothing was gathered yet, or there is nothing to gather. */
function NoEntries() {
  const { gathering } = usePage().live;
  if (isGathering(gathering)) return <Empty title={t("gatheringNow")} text={t("gatheringNowMeans")} />;
  if (gathering.state === "never") {
    return (
      <Empty title={t("neverGathered")} text={t("neverGatheredMeans")}>
        <Refresh first />
      </Empty>
    );
  }
  return (
    <Empty
      title={t(gathering.state === "done" ? "nothingThere" : "notGathered")}
      text={gathering.state === "done" ? t("nothingThereMeans") : undefined}
    >
      <Sources />
    </Empty>
  );
}

const WORDS = {
  repositories: "repositories",
  chart: "chart",
  jobs: "jobs",
  files: "files",
} as const satisfies Record<View, string>;

/** The page's parts. */
function Views() {
  const { place, live } = usePage();
  const atWork = live.jobs.filter((job) => !isOver(job)).length;
  const counts: Partial<Record<View, number>> = { repositories: live.entries.size, jobs: atWork };
  return (
    <nav class="views" aria-label={t("parts")}>
      {VIEWS.map((view) => (
        <PlaceLink key={view} to={{ view }} current={place.view === view}>
          {t(WORDS[view])}
          {(counts[view] ?? 0) > 0 && <span class="count">{numberOf(counts[view] ?? 0)}</span>}
        </PlaceLink>
      ))}
    </nav>
  );
}
