import { fileURLToPath } from "node:url";
import * as z from "zod/mini";
import { median } from "../measure.ts";
import { HOOKED_REPOSITORY, OWNER } from "./bench-seed.ts";
import { type RunningProgram, startProgram, usageOf } from "./program.ts";

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
export interface PageCosts {
  readonly list: string;
  /** A page of the short list. */
  readonly small: number;
  /** Pages at the beginning and near the end of the long list. */
  readonly first: number;
  readonly deep: number;
}

interface SeededEmulator {
  readonly program: RunningProgram;
  readonly apiUrl: string;
  readonly token: string;
}

const Ready = z.object({ apiUrl: z.string(), tokens: z.object({ alice: z.string() }) });

/** Lists with numbered pages. */
const LISTS: readonly (readonly [name: string, path: string])[] = [
  ["repositories", `/orgs/${OWNER}/repos`],
  ["stars", "/user/starred"],
];

/**
 * Measures the cost of pages of long lists.
 * @param built path of the emulator's module
 */
export async function measureLargeLists(built: string): Promise<PageCosts[]> {
  const small = await startSeededEmulator(built, SMALL);
  const large = await startSeededEmulator(built, LARGE);
  try {
    const costs: PageCosts[] = [];
    for (const [list, path] of LISTS) {
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
    return [...costs, await costOfDeliveryPages(small, large)];
  } finally {
    await Promise.all([small, large].map(({ program }) => program.stop()));
  }
}

async function startSeededEmulator(built: string, count: number): Promise<SeededEmulator> {
  const program = await startProgram(["--expose-gc", EMULATOR_MODULE, built, String(count)]);
  const { apiUrl, tokens } = Ready.parse(JSON.parse(program.line));
  return { program, apiUrl, token: tokens.alice };
}

/**
 * Requests pages, starting with this number.
 * @returns the median cost of a page
 */
async function costOfPages(emulator: SeededEmulator, path: string, from: number): Promise<number> {
  const costs: number[] = [];
  for (let page = from; page < from + PAGES; page++) {
    costs.push((await requestPage(emulator, `${emulator.apiUrl}${path}?page=${page}`)).cost);
  }
  return median(costs);
}

/** Deliveries are paginated by cursors, so that a deep page can only be reached through all pages before it. */
async function costOfDeliveryPages(small: SeededEmulator, large: SeededEmulator): Promise<PageCosts> {
  const costOfAllPages = async (emulator: SeededEmulator) => {
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
async function requestPage({ program: { pid }, token }: SeededEmulator, url: string) {
  const before = usageOf(pid).cpu;
  const response = await fetch(url, { headers: { authorization: `Bearer ${token}` } });
  const items = z.array(z.unknown()).parse(await response.json());
  const cost = usageOf(pid).cpu - before;
  if (items.length === 0) throw new Error(`${url} is empty`);
  return { cost, next: /<([^>]+)>; rel="next"/.exec(response.headers.get("link") ?? "")?.[1] };
}
