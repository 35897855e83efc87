import { browser } from "wxt/browser";
import * as z from "zod/mini";
import type { PageAsks } from "../../messages/page.ts";
import type { Request } from "../../messages/protocol.ts";
import type { ControlSwitch } from "../../settings.ts";
import { useAccount } from "../accounts.ts";
import { aboutOf, accountOn, checkActsAs, checkOn, checkSignedIn, pageOf } from "../acting.ts";
import { clickClient } from "../clients.ts";
import { act, look } from "../controls/index.ts";
import { candidatesFor } from "../controls/review-request.ts";
import { settleSites } from "../sites.ts";
import { type Handlers, handler } from "./handler.ts";
import { CONTROL, LOGIN, ON_PAGE } from "./shapes.ts";

/** The setting that a part of the overlay is for. */
const SWITCHES = { reviewers: "review-request", rows: "rows" } as const satisfies Record<string, ControlSwitch>;

/** What pages may ask for; each control reads its own intent. */
export const PAGE_HANDLERS: Handlers<PageAsks> = {
  look: handler<"look">(z.object({ ...ON_PAGE, control: CONTROL }), async ({ control, ...on }, sender) => {
    const about = await aboutOf(on, sender);
    await checkOn(on, [control]);
    return look(control, await accountOn(about.origin), about);
  }),
  act: handler<"act", Omit<Request<"act">, "intent"> & { intent: unknown }>(
    z.object({
      ...{ ...ON_PAGE, control: CONTROL, intent: z.unknown() },
      ...{ login: z.optional(LOGIN), signedIn: z.optional(z.nullable(LOGIN)) },
    }),
    async ({ control, intent, login, signedIn, ...on }, sender) => {
      const about = await aboutOf(on, sender);
      await checkOn(on, [control]);
      const account = await accountOn(about.origin);
      checkActsAs(account, login);
      await checkSignedIn(account, signedIn);
      return act(control, account, about, intent);
    },
  ),
  candidates: handler<"candidates">(z.object(ON_PAGE), async (on, sender) => {
    const about = await aboutOf(on, sender);
    await checkOn(on, ["review-request"]);
    return candidatesFor(clickClient(await accountOn(about.origin)), about);
  }),
  load: handler<"load">(
    z.object({ ...ON_PAGE, part: z.enum(["reviewers", "rows"]) }),
    async ({ part, ...on }, sender) => {
      await pageOf(on, sender);
      await checkOn(on, [SWITCHES[part]]);
      // The extension's own pages bring theirs along.
      if (sender.tabId !== undefined && !sender.own) {
        await browser.scripting.executeScript({ target: { tabId: sender.tabId }, files: [`/${part}.js`] });
      }
      return undefined;
    },
  ),
  "switch-account": handler<"switch-account">(
    z.object({ ...ON_PAGE, login: LOGIN }),
    async ({ login, ...on }, sender) => {
      const { origin } = await pageOf(on, sender);
      await useAccount({ origin, login });
      await settleSites();
      return undefined;
    },
  ),
  open: handler<"open">(z.object({ what: z.enum(["options", "lists", "unlock"]) }), async ({ what }) => {
    if (what === "lists") await browser.tabs.create({ url: browser.runtime.getURL("/lists.html") });
    else await browser.runtime.openOptionsPage();
    return undefined;
  }),
};
