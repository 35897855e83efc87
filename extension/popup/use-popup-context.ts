import { useState } from "preact/hooks";
import { onCacheChange } from "../cache/cache-change.ts";
import type { CachedSite } from "../cache/cached-data.ts";
import { type ParsedPage, parsePage } from "../page/parse-page.ts";
import { isReservedName } from "../page/reserved-names.ts";
import { callWorker } from "../ui/call-worker.ts";
import { useSignalEffect } from "../ui/use-signal-effect.ts";
import { findActiveTab, onTabUrlChange } from "./active-tab.ts";

/** The page on which the popup was opened. */
export interface PopupContext {
  readonly tab?: number | undefined;
  /** Undefined on pages of the browser, such as new tabs. */
  readonly origin?: string | undefined;
  /** Null on a page that Forgehand does not recognize. */
  readonly page?: ParsedPage | null | undefined;
  /** Undefined if Forgehand is not used on the host. */
  readonly site?: CachedSite | undefined;
}

/** Returns the context of the popup; undefined until it is known. Follows the tab's URL and changes of the host. */
export function usePopupContext(): PopupContext | undefined {
  const [context, setContext] = useState<PopupContext>();
  const [reloadCount, setReloadCount] = useState(0);
  useSignalEffect(
    (signal) => {
      const reload = () => setReloadCount((reloadCount) => reloadCount + 1);
      void readContext().then((found) => {
        if (signal.aborted) return;
        setContext(found);
        if (found.origin !== undefined) onCacheChange("site", reload, signal);
        if (found.tab !== undefined) onTabUrlChange(found.tab, reload, signal);
      });
    },
    [reloadCount],
  );
  return context;
}

async function readContext(): Promise<PopupContext> {
  const tab = await findActiveTab();
  if (tab?.url === undefined) return { tab: tab?.id };
  const { origin, protocol } = new URL(tab.url);
  if (protocol !== "https:" && protocol !== "http:") return { tab: tab.id };
  // If the worker does not respond, the popup's other messages report why.
  const site = await callWorker("site", { origin }).catch(() => null);
  return { tab: tab.id, origin, page: parsePage(tab.url, isReservedName), site: site ?? undefined };
}
