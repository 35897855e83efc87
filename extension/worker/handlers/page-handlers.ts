import { browser } from "wxt/browser";
import { MAX_CACHED_ROWS } from "../../cache/cached-data.ts";
import type { OverlayPart, PageMessages } from "../../messages/page.ts";
import { CONTROL_IDS } from "../../model/controls.ts";
import { TAB_POSITIONS } from "../../model/tab-position.ts";
import { parsePage, subjectKey } from "../../page/parse-page.ts";
import { isReservedName } from "../../page/reserved-names.ts";
import type { ControlSwitch } from "../../settings.ts";
import { activateAccount } from "../accounts.ts";
import { interactiveClient, passiveClient } from "../clients.ts";
import { changeControl, parseIntent, readControl } from "../controls/index.ts";
import { readCandidates } from "../controls/review-request.ts";
import { dropOutdated, holdChange } from "../held-changes.ts";
import {
  checkEnabled,
  checkShownAccount,
  checkSignedIn,
  requireActiveAccount,
  resolveAccess,
  resolvePage,
} from "../message-subject.ts";
import { readPageStates } from "../page-state-cache.ts";
import { readSiteAndPage, updateSites } from "../sites.ts";
import { saveTabPosition } from "../tab-positions.ts";
import { runInBackground } from "../task-gate.ts";
import { type MessageHandlers, validatingHandler } from "./handler.ts";
import { controlSchema, nameSchema, pageTargetFields, subjectSchema } from "./schemas.ts";

/** The settings that enable the parts of the overlay. */
const PART_SWITCHES: Readonly<Record<OverlayPart, readonly ControlSwitch[]>> = {
  interaction: [],
  edge: [],
  menu: ["watch"],
  note: [],
  reviewers: ["review-request"],
  rows: ["rows"],
};

/** Handlers for messages from web pages. Each control parses its own intent. */
export const PAGE_HANDLERS: MessageHandlers<PageMessages> = {
  overlay: validatingHandler(pageTargetFields, async (target, sender) => {
    const { origin, key } = await resolvePage(target, sender);
    // The page's script does not know all of the site's own pages.
    if (!parsePage(key, isReservedName)) return { site: null, cached: null };
    const { tabId } = sender;
    if (tabId !== undefined && !sender.isExtensionPage) runInBackground(() => dropOutdated(tabId, key));
    const { site, cached } = await readSiteAndPage(origin, key);
    return { site: site ?? null, cached: cached ?? null };
  }),
  "cached-states": validatingHandler(
    {
      ...pageTargetFields,
      rows: { type: "limited", of: { type: "array", of: subjectSchema }, max: MAX_CACHED_ROWS },
    },
    async ({ rows, ...target }, sender) => {
      const { origin, key } = await resolvePage(target, sender);
      const [page, ...rowPages] = await readPageStates([key, ...rows.map((row) => subjectKey(origin, row))]);
      return { page: page ?? null, rows: rowPages.map((cached) => cached ?? null) };
    },
  ),
  states: validatingHandler({ ...pageTargetFields, control: controlSchema }, async ({ control, ...target }, sender) => {
    const { subject, account } = await resolveAccess(target, sender, [control]);
    return readControl(control, account, subject);
  }),
  change: validatingHandler(
    {
      ...pageTargetFields,
      control: controlSchema,
      intent: "anything",
      login: nameSchema,
      signedIn: { type: "nullable", of: nameSchema },
      isUnseen: { type: "optional", of: "boolean" },
    },
    async ({ control, intent, login, signedIn, isUnseen, ...target }, sender) => {
      const { subject, account } = await resolveAccess(target, sender, [control]);
      checkShownAccount(account, login);
      await checkSignedIn(account, signedIn);
      if (!isUnseen || sender.tabId === undefined) return changeControl(control, account, subject, intent);
      const { page, row } = target;
      const { origin } = subject;
      const tab = sender.tabId;
      const wanted = { control, intent: parseIntent(control, intent), subject: subject.subject };
      return holdChange({ tab, page, row, origin, login, ...wanted });
    },
  ),
  "row-states": validatingHandler(
    {
      page: pageTargetFields.page,
      row: subjectSchema,
      controls: { type: "limited", of: { type: "array", of: controlSchema }, max: CONTROL_IDS.length },
    },
    async ({ controls, ...target }, sender) => {
      const { subject, account } = await resolveAccess(target, sender, controls);
      const client = passiveClient(account);
      const states = controls.map((control) => readControl(control, account, subject, client));
      return Object.fromEntries((await Promise.all(states)).flatMap((state) => Object.entries(state)));
    },
  ),
  candidates: validatingHandler(pageTargetFields, async (target, sender) => {
    const { subject, account } = await resolveAccess(target, sender, ["review-request"]);
    return readCandidates(interactiveClient(account), subject);
  }),
  load: validatingHandler(
    {
      ...pageTargetFields,
      part: { type: "enum", values: ["edge", "interaction", "menu", "note", "reviewers", "rows"] },
    },
    async ({ part, ...target }, sender) => {
      await resolvePage(target, sender);
      await checkEnabled(target, PART_SWITCHES[part]);
      // The extension's own pages load these parts themselves.
      if (sender.tabId !== undefined && !sender.isExtensionPage) {
        await browser.scripting.executeScript({ target: { tabId: sender.tabId }, files: [`/${part}.js`] });
      }
      return undefined;
    },
  ),
  "move-tab": validatingHandler(
    { ...pageTargetFields, position: { type: "enum", values: TAB_POSITIONS } },
    async ({ position, ...target }, sender) => {
      const { origin } = await resolvePage(target, sender);
      await requireActiveAccount(origin);
      await saveTabPosition(origin, position);
      await updateSites();
      return undefined;
    },
  ),
  "switch-account": validatingHandler(
    { ...pageTargetFields, login: nameSchema },
    async ({ login, ...target }, sender) => {
      const { origin } = await resolvePage(target, sender);
      await activateAccount({ origin, login });
      await updateSites();
      return undefined;
    },
  ),
};
