import { useEffect, useState } from "preact/hooks";
import type { Site } from "../known/keys.ts";
import { onSite, readSite } from "../known/read.ts";
import { type Page, parsePage } from "../page/parse-page.ts";
import { onMoved, tabInFront } from "./tab-in-front.ts";

/** Where somebody opened the popup. */
export interface Place {
  readonly tab?: number | undefined;
  /** Of a page in the web; undefined on a new tab, the browser's settings and the like. */
  readonly origin?: string | undefined;
  /** Null on a page that shows nothing that Forgehand knows. */
  readonly page?: Page | null | undefined;
  /** Undefined where Forgehand doesn't work. */
  readonly site?: Site | undefined;
}

/** Where the popup was opened; undefined until that is known. It follows the tab and what changes on its host. */
export function usePlace(): Place | undefined {
  const [place, setPlace] = useState<Place>();
  const [turn, setTurn] = useState(0);
  useEffect(() => {
    const away = new AbortController();
    const again = () => setTurn((turn) => turn + 1);
    void find().then((found) => {
      if (away.signal.aborted) return;
      setPlace(found);
      if (found.origin !== undefined) onSite(found.origin, again, away.signal);
      if (found.tab !== undefined) onMoved(found.tab, again, away.signal);
    });
    return () => away.abort();
  }, [turn]);
  return place;
}

async function find(): Promise<Place> {
  const tab = await tabInFront();
  if (tab?.address === undefined) return { tab: tab?.id };
  const { origin, protocol } = new URL(tab.address);
  if (protocol !== "https:" && protocol !== "http:") return { tab: tab.id };
  return { tab: tab.id, origin, page: parsePage(tab.address), site: await readSite(origin) };
}
