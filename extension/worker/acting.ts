import { browser } from "wxt/browser";
import { readSite } from "../known/read.ts";
import type { OnPage } from "../messages/page.ts";
import { isRepositoryName, type Page, parsePage, type Subject, subjectKey } from "../page/parse-page.ts";
import type { ControlSwitch } from "../settings.ts";
import { t } from "../ui/words.ts";
import { type Account, activeAccount } from "./accounts.ts";
import { Refused } from "./problems.ts";
import { settingsInForce } from "./settings.ts";

/** Who asks: the browser's word, not the page's. */
export interface Sender {
  /** Is it a page of the extension's own? */
  readonly own: boolean;
  readonly tabId?: number | undefined;
  /** The address of its tab. What the browser calls the sender's own address is stale after a soft navigation. */
  readonly tabUrl?: string | undefined;
  readonly frameId?: number | undefined;
}

/** What something is asked about. */
export interface About {
  readonly origin: string;
  readonly subject: Subject;
  /** The key of the page that is about it, and nothing else. */
  readonly key: string;
}

/**
 * The page that a message is about, as its tab's own address tells.
 * @throws Refused where that is another page by now
 */
export async function pageOf({ page: key, tab }: OnPage, sender: Sender): Promise<Page> {
  const address = sender.own ? await addressOf(tab) : framed(sender);
  const page = address === undefined ? null : parsePage(address);
  if (page?.key === key) return page;
  throw new Refused(t("pageChanged"));
}

/** A tab's address; undefined where it was closed meanwhile. */
async function addressOf(tab: number | undefined): Promise<string | undefined> {
  if (tab === undefined) return undefined;
  const found = await browser.tabs.get(tab).catch(() => undefined);
  return found?.url;
}

/** Frames within a page speak for nobody. */
const framed = ({ frameId, tabUrl }: Sender) => (frameId === 0 ? tabUrl : undefined);

/**
 * What a message is about: its page, or a row of that page's list. The host is always the tab's.
 * @throws Refused on what is no repository
 */
export async function aboutOf(on: OnPage, sender: Sender): Promise<About> {
  const page = await pageOf(on, sender);
  const { origin } = page;
  const subject = on.row ? page.rows && on.row : page.kind === "list" ? undefined : page;
  if (!subject || !isRepositoryName(subject.owner, subject.repo)) throw new Refused(t("notUnderstood"));
  const { owner, repo } = subject;
  const number = "number" in subject ? subject.number : undefined;
  const named = { owner, repo, ...(number !== undefined && { number }) };
  return { origin, subject: named, key: subjectKey(origin, named) };
}

/** @throws Refused where the person or an administrator switched one of them off, or rows where it is about one */
export async function checkOn({ row }: Pick<OnPage, "row">, switches: readonly ControlSwitch[]): Promise<void> {
  const { controls } = await settingsInForce();
  const isOn = (one: ControlSwitch) => controls[one];
  if (!switches.every(isOn) || (row && !isOn("rows"))) throw new Refused(t("switchedOff"), "permission");
}

/** The control that a change is one of. */
export const switchOf = (wanted: object): ControlSwitch => ("starred" in wanted ? "star" : "watch");

/** The account that acts on a host. @throws Refused where there is none */
export async function accountOn(origin: string): Promise<Account> {
  const account = await activeAccount(origin);
  if (account) return account;
  throw new Refused(t("noAccountFor", origin), "account");
}

/** @throws Refused where the view that was clicked on shows another account: it was told too late of a change */
export function checkActsAs({ login }: Account, shown: string | undefined): void {
  if (shown !== undefined && shown !== login) throw new Refused(t("actsAsOther", login), "mismatch");
}

/** @throws Refused where the page is signed in as somebody else: nobody is to star as the wrong person */
export async function checkSignedIn({ origin, login }: Account, signedIn: string | null | undefined): Promise<void> {
  const same = (other: string) => other.toLowerCase() === signedIn?.toLowerCase();
  if (!signedIn || same(login)) return;
  const switchTo = (await readSite(origin))?.logins.find(same);
  throw new Refused(t("signedInAsOther", signedIn, login), "mismatch", { ...(switchTo !== undefined && { switchTo }) });
}
