import { useEffect, useRef } from "preact/hooks";
import { CONTROLS } from "../controls/index.ts";
import type { Site } from "../known/keys.ts";
import { readKnown } from "../known/read.ts";
import { viewOf } from "../overlay/page-view.ts";
import type { Page } from "../page/parse-page.ts";
import overlayStyle from "../ui/overlay.css?inline";
import { offerPart } from "../ui/parts.ts";
import { createToasts } from "../ui/toasts.ts";
import ownStyle from "./page-controls.css?inline";
import { signedInIn } from "./tab-in-front.ts";

/** The controls of a tab's page, just as the overlay has them. */
export function PageControls({
  page,
  site,
  login,
  tab,
  acted,
}: {
  readonly page: Page;
  readonly site: Site;
  readonly login: string;
  readonly tab: number;
  /** Called after each change that somebody asked for. */
  readonly acted: () => void;
}) {
  const host = useRef<HTMLDivElement>(null);
  // Drawn anew for another page, account or theme, and not for every site that says the same.
  const drawn = JSON.stringify([page.key, login, site.controls, site.theme]);
  useEffect(() => {
    if (!host.current) return;
    const away = new AbortController();
    void draw(host.current, { page, site, login, tab, acted }, away.signal);
    return () => away.abort();
  }, [drawn]);
  // A shadow root can't be given back: each drawing has a host of its own.
  return <div key={drawn} ref={host} class="controls" data-theme={site.theme} />;
}

interface About {
  readonly page: Page;
  readonly site: Site;
  readonly login: string;
  readonly tab: number;
  readonly acted: () => void;
}

async function draw(host: Element, { page, site, login, tab, acted }: About, signal: AbortSignal): Promise<void> {
  const [known, signedIn, style] = await Promise.all([readKnown(page.key), signedInIn(tab), loadParts(page)]);
  if (signal.aborted) return;
  const root = host.attachShadow({ mode: "open" });
  const sheet = new CSSStyleSheet();
  // The policy of the extension's own pages lets in no `<style>`.
  sheet.replaceSync(overlayStyle + style + ownStyle);
  root.adoptedStyleSheets = [sheet];
  const say = createToasts(root, signal);
  const view = viewOf(page, { login, known, signedIn: () => signedIn, say, tab });
  for (const { id, on, init } of CONTROLS) {
    if (!site.controls[id] || !on.includes(page.kind)) continue;
    const place = document.createElement("div");
    root.append(place);
    init(
      place,
      {
        ...view,
        async act(control, intent) {
          const done = view.act(control, intent);
          await done.then(acted, acted);
          return done;
        },
      },
      signal,
    );
  }
}

/**
 * Loads what a page's controls are drawn by. Here it is no script to be injected.
 * @returns its style
 */
async function loadParts({ kind }: Page): Promise<string> {
  if (kind !== "pull-request") return "";
  const [{ reviewRequests }, { default: style }] = await Promise.all([
    import("../reviewers/review-requests.tsx"),
    import("../reviewers/reviewers.css?inline"),
  ]);
  offerPart("reviewers", reviewRequests.init);
  return style;
}
