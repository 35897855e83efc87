import { fileURLToPath } from "node:url";
import * as z from "zod/mini";
import { median } from "../measure.ts";
import { type Started, start, usedBy } from "./process.ts";
import { HOOKED, OWNER } from "./world.ts";

const SERVICE = fileURLToPath(new URL("service.ts", import.meta.url));

/** How many of everything a large world has, and one where nothing is far away. */
const LARGE = 100_000;
const SMALL = 3000;

/** How many pages are asked for, each once: what was asked before is remembered, which says nothing of the list's length. */
const PAGES = 30;
const PER_PAGE = 30;

/** What a page costs that was not asked before: milliseconds of the server's CPU, the median of some. */
export interface PageCosts {
  readonly list: string;
  /** Of a short list. */
  readonly small: number;
  /** Of a list of a hundred thousand: at its beginning and near its end. */
  readonly first: number;
  readonly deep: number;
}

interface Service {
  readonly program: Started;
  readonly apiUrl: string;
  readonly token: string;
}

const Ready = z.object({ apiUrl: z.string(), tokens: z.object({ alice: z.string() }) });

/** Lists in numbered pages. */
const LISTS: readonly (readonly [name: string, path: string])[] = [
  ["repositories", `/orgs/${OWNER}/repos`],
  ["stars", "/user/starred"],
];

/** What pages of long lists cost. @param built the emulator's module */
export async function measureLarge(built: string): Promise<PageCosts[]> {
  const small = await startService(built, SMALL);
  const large = await startService(built, LARGE);
  try {
    const costs: PageCosts[] = [];
    for (const [list, path] of LISTS) {
      const last = Math.floor(LARGE / PER_PAGE) - PAGES;
      // The code is compiled by then, and the count known.
      await numberedPages(small, path, PAGES + 1);
      await numberedPages(large, path, PAGES + 1);
      await numberedPages(large, path, last - PAGES);
      costs.push({
        list,
        small: await numberedPages(small, path, 1),
        first: await numberedPages(large, path, 1),
        deep: await numberedPages(large, path, last),
      });
    }
    return [...costs, await deliveryPages(small, large)];
  } finally {
    await Promise.all([small, large].map(({ program }) => program.stop()));
  }
}

async function startService(built: string, count: number): Promise<Service> {
  const program = await start(["--expose-gc", SERVICE, built, String(count)]);
  const { apiUrl, tokens } = Ready.parse(JSON.parse(program.line));
  return { program, apiUrl, token: tokens.alice };
}

/** Asks for pages from this number on. @returns what one cost */
async function numberedPages(service: Service, path: string, from: number): Promise<number> {
  const costs: number[] = [];
  for (let page = from; page < from + PAGES; page++) {
    costs.push((await costOf(service, `${service.apiUrl}${path}?page=${page}`)).cost);
  }
  return median(costs);
}

/** Deliveries have cursors: what lies deep is only reached by going there. */
async function deliveryPages(small: Service, large: Service): Promise<PageCosts> {
  const walk = async (service: Service) => {
    const costs: number[] = [];
    const first = `${service.apiUrl}/repos/${OWNER}/${HOOKED}/hooks/1/deliveries?per_page=${PER_PAGE}`;
    for (let url: string | undefined = first; url !== undefined; ) {
      const page = await costOf(service, url);
      costs.push(page.cost);
      url = page.next;
    }
    return costs;
  };
  await walk(small);
  const costs = await walk(large);
  return {
    list: "deliveries",
    small: median((await walk(small)).slice(0, PAGES)),
    first: median(costs.slice(PAGES, 2 * PAGES)),
    deep: median(costs.slice(-PAGES)),
  };
}

/** Asks for a page. @returns what it cost the server, and where the next one is */
async function costOf({ program: { pid }, token }: Service, url: string) {
  const before = usedBy(pid).cpu;
  const answer = await fetch(url, { headers: { authorization: `Bearer ${token}` } });
  const items = z.array(z.unknown()).parse(await answer.json());
  const cost = usedBy(pid).cpu - before;
  if (items.length === 0) throw new Error(`${url} is empty`);
  return { cost, next: /<([^>]+)>; rel="next"/.exec(answer.headers.get("link") ?? "")?.[1] };
}
