import { useRef } from "preact/hooks";
import { browser } from "wxt/browser";
import type { CachedSite } from "../cache/cached-data.ts";
import { CONTROLS } from "../controls/index.ts";
import { createView } from "../overlay/create-view.ts";
import type { ParsedPage } from "../page/parse-page.ts";
import { createCachedStates } from "../ui/cached-states.ts";
import { callWorker } from "../ui/call-worker.ts";
import { createToasts } from "../ui/create-toasts.ts";
import { drawProblemNote } from "../ui/draw-problem-note.ts";
import lateStyle from "../ui/interaction.css?inline";
import overlayStyle from "../ui/overlay.css?inline";
import { attachOwnRoot } from "../ui/own-root.ts";
import { registerPart } from "../ui/parts.ts";
import { useSignalEffect } from "../ui/use-signal-effect.ts";
import { openWatchMenu } from "../ui/watch-menu.ts";
import { readSignedInLoginOfTab } from "./active-tab.ts";
import ownStyle from "./page-controls.css?inline";

/** The controls of a tab's page, as in the overlay. */
export function PageControls(props: PageControlsProps) {
  const { page, site, login } = props;
  const host = useRef<HTMLDivElement>(null);
  // Renders again only if the page, account, controls or theme change.
  const renderKey = JSON.stringify([page.key, login, site.controls, site.theme]);
  useSignalEffect(
    (signal) => {
      if (host.current) void draw(host.current, props, signal);
    },
    [renderKey],
  );
  // A shadow root cannot be reused, so each rendering needs a new host.
  return <div key={renderKey} ref={host} class="controls" data-theme={site.theme} />;
}

interface PageControlsProps {
  readonly page: ParsedPage;
  readonly site: CachedSite;
  readonly login: string;
  readonly tab: number;
  /** Called after each change made by the user. */
  readonly onChange: () => void;
}

async function draw(
  host: Element,
  { page, site, login, tab, onChange }: PageControlsProps,
  signal: AbortSignal,
): Promise<void> {
  const target = { page: page.key, tab };
  const [cached, style] = await Promise.all([
    callWorker("cached-states", { ...target, rows: [] }).catch(() => undefined),
    loadParts(page),
  ]);
  if (signal.aborted) return;
  const root = attachOwnRoot(host);
  const sheet = new CSSStyleSheet();
  // The extension's content security policy forbids `<style>` elements.
  sheet.replaceSync(overlayStyle + lateStyle + style + ownStyle);
  root.adoptedStyleSheets = [sheet];
  const notify = createToasts(root, signal);
  const view = createView(page, {
    site,
    login,
    cachedPage: cached?.page ?? undefined,
    cachedStates: createCachedStates({ origin: page.origin, target }, signal),
    signedIn: () => readSignedInLoginOfTab(tab),
    notify,
    tab,
    openOptions: () => void browser.runtime.openOptionsPage(),
  });
  for (const { id, pageKinds, mount } of CONTROLS) {
    if (!site.controls[id] || !pageKinds.includes(page.kind)) continue;
    const container = document.createElement("div");
    root.append(container);
    mount(
      container,
      {
        ...view,
        async change(control, intent, isSeen) {
          const done = view.change(control, intent, isSeen);
          await done.then(onChange, onChange);
          return done;
        },
      },
      signal,
    );
  }
}

/**
 * Loads the widgets of a page's controls as modules, because extension pages need no script injection.
 * @returns their styles
 */
async function loadParts({ kind }: ParsedPage): Promise<string> {
  registerPart("menu", openWatchMenu);
  registerPart("note", drawProblemNote);
  if (kind !== "pull-request") return "";
  const [{ drawReviewRequests }, { default: style }] = await Promise.all([
    import("../reviewers/review-requests.tsx"),
    import("../reviewers/reviewers.css?inline"),
  ]);
  registerPart("reviewers", drawReviewRequests);
  return style;
}
