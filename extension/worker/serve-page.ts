import { browser } from "wxt/browser";
import * as z from "zod/mini";
import type { ControlId, States, Who } from "../messages.ts";
import { type Page, parsePage } from "../page/parse-page.ts";
import { type Account, findAccount } from "./accounts.ts";
import { clientOf } from "./client.ts";
import { WORKER_CONTROLS } from "./controls/index.ts";
import { Refused } from "./problem.ts";
import { PageRequest } from "./requests.ts";

/** The address of the tab that a message comes from: the browser's word, not the page's. */
export interface PageSender {
  readonly tabUrl: string | undefined;
  readonly frameId: number | undefined;
}

/** Answers a page's request. @throws Refused, or the client's errors */
export async function servePage(raw: unknown, sender: PageSender): Promise<Who | States[ControlId] | undefined> {
  const request = z.safeParse(PageRequest, raw);
  if (!request.success) throw new Refused("The page said something that Forgehand doesn't understand.");
  if (request.data.type === "open-options") {
    await browser.runtime.openOptionsPage();
    return undefined;
  }
  const page = pageOf(sender, request.data.page);
  const account = await findAccount(page.origin);
  if (request.data.type === "who") return whoActs(page, account);
  if (!account) throw new Refused(`Forgehand has no account for ${page.origin}. Add one in its options.`);
  const client = clientOf(account);
  const control = WORKER_CONTROLS[request.data.control];
  return request.data.type === "look" ? control.look(client, page) : control.act(client, page, request.data.intent);
}

function pageOf({ tabUrl, frameId }: PageSender, key: string): Page {
  const page = frameId === 0 && tabUrl !== undefined ? parsePage(tabUrl) : null;
  if (page?.key === key) return page;
  throw new Refused("The page has changed since. Look again, then click again.");
}

/** github.com is worth a hint where there is no account; elsewhere the page may be anything. */
function whoActs(page: Page, account: Account | undefined): Who {
  if (account) return { login: account.login };
  return page.origin === "https://github.com" ? "no account" : "foreign host";
}
