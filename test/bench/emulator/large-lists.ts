import { fileURLToPath } from "node:url";
import * as z from "zod/mini";
import type { Bench, Measured } from "../harness.ts";
import { median } from "../measure.ts";
import { usageOf } from "../processes.ts";
import { createRow } from "../row.ts";
import { type BenchEmulator, jsonEntry, MODULE, startBenchEmulator } from "./bench-emulator.ts";
import { HOOKED_REPOSITORY, OWNER } from "./bench-seed.ts";

const EMULATOR_MODULE = fileURLToPath(new URL("large-emulator.ts", import.meta.url));

/** Number of repositories, stars and deliveries in the large seed and in the small one. */
const LARGE = 100_000;
const SMALL = 3000;

/**
 * Number of pages to request. Each is requested once, because a cached page would not show the effect of the list's
 * length.
 */
const PAGES = 30;
const PER_PAGE = 30;

/** Median CPU time of the server for an uncached page, in milliseconds. */
interface PageCosts {
  readonly list: string;
  /** A page of the short list. */
  readonly small: number;
  /** Pages at the beginning and near the end of the long list. */
  readonly first: number;
  readonly deep: number;
}

/** Lists with numbered pages. */
const LISTS = { repositories: `/orgs/${OWNER}/repos`, stars: "/user/starred" };

/** Measures the cost of pages of long lists. */
export async function measureLargeLists(bench: Bench): Promise<Measured> {
  bench.onProgress("large lists");
  const start = (count: number) => startBenchEmulator(bench, ["--expose-gc", EMULATOR_MODULE, MODULE, String(count)]);
  const [small, large] = [await start(SMALL), await start(LARGE)];
  const costs: PageCosts[] = [];
  for (const [list, path] of Object.entries(LISTS)) {
    const last = Math.floor(LARGE / PER_PAGE) - PAGES;
    // Warm-up: afterwards the code is optimized and the total count is cached.
    await costOfPages(small, path, PAGES + 1);
    await costOfPages(large, path, PAGES + 1);
    await costOfPages(large, path, last - PAGES);
    costs.push({
      list,
      small: await costOfPages(small, path, 1),
      first: await costOfPages(large, path, 1),
      deep: await costOfPages(large, path, last),
    });
  }
  return largeListsResult([...costs, await costOfDeliveryPages(small, large)]);
}

/** Reports the costs of pages. */
export function largeListsResult(costs: readonly PageCosts[]) {
  const rows = costs.flatMap(({ list, small, first, deep }) => [
    createRow(`large: a page of ${list}`, "ms", first),
    // A page must cost about the same wherever it is in the list.
    createRow(`large: a deep page of ${list}, ratio to a short list's`, "x", deep / small, { must: 2 }),
  ]);
  const json = costs.map(({ list, ...pageMs }) =>
    jsonEntry("large", { list, ratio: pageMs.small / pageMs.deep, pageMs }),
  );
  return { rows, json };
}

/**
 * Requests pages, starting with this number.
 * @returns the median cost of a page
 */
async function costOfPages(emulator: BenchEmulator, path: string, from: number): Promise<number> {
  const costs: number[] = [];
  for (let page = from; page < from + PAGES; page++) {
    costs.push((await requestPage(emulator, `${emulator.apiUrl}${path}?page=${page}`)).cost);
  }
  return median(costs);
}

/** Deliveries are paginated by cursors, so that a deep page can only be reached through all pages before it. */
async function costOfDeliveryPages(small: BenchEmulator, large: BenchEmulator): Promise<PageCosts> {
  const costOfAllPages = async (emulator: BenchEmulator) => {
    const costs: number[] = [];
    const first = `${emulator.apiUrl}/repos/${OWNER}/${HOOKED_REPOSITORY}/hooks/1/deliveries?per_page=${PER_PAGE}`;
    for (let url: string | undefined = first; url !== undefined; ) {
      const page = await requestPage(emulator, url);
      costs.push(page.cost);
      url = page.next;
    }
    return costs;
  };
  await costOfAllPages(small);
  const costs = await costOfAllPages(large);
  return {
    list: "deliveries",
    small: median((await costOfAllPages(small)).slice(0, PAGES)),
    first: median(costs.slice(PAGES, 2 * PAGES)),
    deep: median(costs.slice(-PAGES)),
  };
}

/**
 * Requests a page.
 * @returns its cost to the server, and the URL of the next page
 */
async function requestPage({ pid, token }: BenchEmulator, url: string) {
  const before = usageOf(pid).cpu;
  const response = await fetch(url, { headers: { authorization: `Bearer ${token}` } });
  const items = z.array(z.unknown()).parse(await response.json());
  const cost = usageOf(pid).cpu - before;
  if (items.length === 0) throw new Error(`${url} is empty`);
  return { cost, next: /<([^>]+)>; rel="next"/.exec(response.headers.get("link") ?? "")?.[1] };
}
