import { browser } from "wxt/browser";
import * as z from "zod/mini";
import { MAX_CACHED_ROWS } from "../../cache/cached-data.ts";
import type { OverlayPart, PageMessages } from "../../messages/page.ts";
import type { MessagePayload } from "../../messages/protocol.ts";
import { TAB_POSITIONS } from "../../model/tab-position.ts";
import { parsePage, subjectKey } from "../../page/parse-page.ts";
import { isReservedName } from "../../page/reserved-names.ts";
import type { ControlSwitch } from "../../settings.ts";
import { activateAccount } from "../accounts.ts";
import { interactiveClient } from "../clients.ts";
import { changeControl, parseIntent, readControl } from "../controls/index.ts";
import { readCandidates } from "../controls/review-request.ts";
import { dropOutdated, holdChange } from "../held-changes.ts";
import {
  checkEnabled,
  checkShownAccount,
  checkSignedIn,
  requireAccount,
  resolvePage,
  resolveSubject,
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
  overlay: validatingHandler<"overlay">(z.object(pageTargetFields), async (target, sender) => {
    const { origin, key } = await resolvePage(target, sender);
    // The page's script does not know all of the site's own pages.
    if (!parsePage(key, isReservedName)) return { site: null, cached: null };
    const { tabId } = sender;
    if (tabId !== undefined && !sender.isExtensionPage) runInBackground(() => dropOutdated(tabId, key));
    const { site, cached } = await readSiteAndPage(origin, key);
    return { site: site ?? null, cached: cached ?? null };
  }),
  "cached-states": validatingHandler<"cached-states">(
    z.object({ ...pageTargetFields, rows: z.array(subjectSchema).check(z.maxLength(MAX_CACHED_ROWS)) }),
    async ({ rows, ...target }, sender) => {
      const { origin, key } = await resolvePage(target, sender);
      const [page, ...rowPages] = await readPageStates([key, ...rows.map((row) => subjectKey(origin, row))]);
      return { page: page ?? null, rows: rowPages.map((cached) => cached ?? null) };
    },
  ),
  states: validatingHandler<"states">(
    z.object({ ...pageTargetFields, control: controlSchema }),
    async ({ control, ...target }, sender) => {
      const subject = await resolveSubject(target, sender);
      await checkEnabled(target, [control]);
      return readControl(control, await requireAccount(subject.origin), subject);
    },
  ),
  change: validatingHandler<"change", Omit<MessagePayload<"change">, "intent"> & { intent: unknown }>(
    z.object({
      ...pageTargetFields,
      control: controlSchema,
      intent: z.unknown(),
      login: nameSchema,
      signedIn: z.nullable(nameSchema),
      isUnseen: z.optional(z.boolean()),
    }),
    async ({ control, intent, login, signedIn, isUnseen, ...target }, sender) => {
      const subject = await resolveSubject(target, sender);
      await checkEnabled(target, [control]);
      const account = await requireAccount(subject.origin);
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
  candidates: validatingHandler<"candidates">(z.object(pageTargetFields), async (target, sender) => {
    const subject = await resolveSubject(target, sender);
    await checkEnabled(target, ["review-request"]);
    return readCandidates(interactiveClient(await requireAccount(subject.origin)), subject);
  }),
  load: validatingHandler<"load">(
    z.object({ ...pageTargetFields, part: z.enum(["edge", "interaction", "menu", "note", "reviewers", "rows"]) }),
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
  "move-tab": validatingHandler<"move-tab">(
    z.object({ ...pageTargetFields, position: z.enum(TAB_POSITIONS) }),
    async ({ position, ...target }, sender) => {
      const { origin } = await resolvePage(target, sender);
      await requireAccount(origin);
      await saveTabPosition(origin, position);
      await updateSites();
      return undefined;
    },
  ),
  "switch-account": validatingHandler<"switch-account">(
    z.object({ ...pageTargetFields, login: nameSchema }),
    async ({ login, ...target }, sender) => {
      const { origin } = await resolvePage(target, sender);
      await activateAccount({ origin, login });
      await updateSites();
      return undefined;
    },
  ),
};
