import { browser } from "wxt/browser";
import { t } from "../locales/i18n.ts";
import type { PageTarget } from "../messages/page.ts";
import { isRepositoryName, type ParsedPage, parsePage, type Subject, subjectKey } from "../page/parse-page.ts";
import { isReservedName } from "../page/reserved-names.ts";
import type { ControlSwitch } from "../settings.ts";
import { type Account, activeAccount } from "./accounts.ts";
import { RefusedError } from "./refused-error.ts";
import { areControlsEnabled } from "./settings.ts";
import { readSite } from "./sites.ts";

/** The sender of a message, as the browser reports it. */
export interface Sender {
  /** Whether the sender is a page of the extension. */
  readonly isExtensionPage: boolean;
  /** Origin of the sending document. Undefined unless it is the document that its tab shows. */
  readonly origin?: string | undefined;
  readonly tabId?: number | undefined;
  /** The URL of the sender's tab. The sender's own URL is stale after a client-side navigation. */
  readonly tabUrl?: string | undefined;
  readonly frameId?: number | undefined;
}

/** The repository or pull request that a message is about. */
export interface MessageSubject {
  readonly origin: string;
  readonly subject: Subject;
  /** The key of the subject's own page. */
  readonly key: string;
  /** The tab whose page is about the subject itself; undefined for a row. */
  readonly tab?: number | undefined;
}

/**
 * Returns the page that a message is about, from the URL of its tab.
 * @throws RefusedError if the tab has navigated to another page
 */
export async function resolvePage({ page: key, tab }: PageTarget, sender: Sender): Promise<ParsedPage> {
  const url = sender.isExtensionPage ? await readTabUrl(tab) : topFrameUrl(sender);
  const page = url === undefined ? null : parsePage(url);
  // A document that its tab is leaving must not act on the one that the tab opens.
  const isOwnPage = sender.isExtensionPage || sender.origin === page?.origin;
  if (page?.key === key && isOwnPage) return page;
  throw new RefusedError(t("pageChanged"));
}

/** Returns a tab's URL, or undefined if the tab has been closed. */
async function readTabUrl(tab: number | undefined): Promise<string | undefined> {
  if (tab === undefined) return undefined;
  const foundTab = await browser.tabs.get(tab).catch(() => undefined);
  return foundTab?.url;
}

/** Messages from nested frames are not accepted. */
const topFrameUrl = ({ frameId, tabUrl }: Sender) => (frameId === 0 ? tabUrl : undefined);

/**
 * Returns the subject of a message: its page, or a row of the page's list. The host is always that of the tab.
 * @throws RefusedError if the subject is not a repository
 */
async function resolveSubject(target: PageTarget, sender: Sender): Promise<MessageSubject> {
  const page = await resolvePage(target, sender);
  const { origin } = page;
  const subject = target.row ? page.rows && target.row : page.kind === "list" ? undefined : page;
  if (!subject || isReservedName(subject.owner) || !isRepositoryName(subject.owner, subject.repo)) {
    throw new RefusedError(t("notUnderstood"));
  }
  const { owner, repo } = subject;
  const number = "number" in subject ? subject.number : undefined;
  const ref = { owner, repo, ...(number !== undefined && { number }) };
  const tab = target.row ? undefined : sender.isExtensionPage ? target.tab : sender.tabId;
  return { origin, subject: ref, key: subjectKey(origin, ref), tab };
}

/**
 * @throws RefusedError if the user or an administrator disabled one of the controls, or rows for a message about a row
 */
export async function checkEnabled(
  { row }: Pick<PageTarget, "row">,
  switches: readonly ControlSwitch[],
): Promise<void> {
  const isEnabled = await areControlsEnabled(row ? [...switches, "rows"] : switches);
  if (!isEnabled) throw new RefusedError(t("switchedOff"), "permission");
}

/**
 * Returns the active account of a host.
 * @throws RefusedError if there is none
 */
export async function requireActiveAccount(origin: string): Promise<Account> {
  const account = await activeAccount(origin);
  if (account) return account;
  throw new RefusedError(t("noAccountFor", origin), "account");
}

/**
 * Returns the subject of a message and the active account of its host.
 * @param switches the controls that must be enabled
 * @throws RefusedError if the subject is not a repository, a control is disabled, or there is no account
 */
export async function resolveAccess(
  target: PageTarget,
  sender: Sender,
  switches: readonly ControlSwitch[],
): Promise<{ readonly subject: MessageSubject; readonly account: Account }> {
  const subject = await resolveSubject(target, sender);
  await checkEnabled(target, switches);
  return { subject, account: await requireActiveAccount(subject.origin) };
}

/** @throws RefusedError if the view showed another account when it was clicked */
export function checkShownAccount({ login }: Account, shownLogin: string): void {
  if (shownLogin !== login) throw new RefusedError(t("actsAsOther", login), "mismatch");
}

/**
 * Prevents changes as another user than the one who is signed in on the page.
 * @throws RefusedError if the page is signed in as another user
 */
export async function checkSignedIn({ origin, login }: Account, signedIn: string | null): Promise<void> {
  const isSameLogin = (other: string) => other.toLowerCase() === signedIn?.toLowerCase();
  if (signedIn === null || isSameLogin(login)) return;
  const switchTo = (await readSite(origin))?.logins.find(isSameLogin);
  throw new RefusedError(t("signedInAsOther", signedIn, login), "mismatch", {
    ...(switchTo !== undefined && { switchTo }),
  });
}
