import { browser } from "wxt/browser";
import * as z from "zod/mini";
import type { PageAsks } from "../../messages/page.ts";
import type { Request } from "../../messages/protocol.ts";
import type { ControlId } from "../../messages/states.ts";
import { useAccount } from "../accounts.ts";
import { aboutOf, accountOn, checkSignedIn, pageOf } from "../acting.ts";
import { clickClient } from "../clients.ts";
import { act, look } from "../controls/index.ts";
import { candidatesFor } from "../controls/review-request.ts";
import { settleSites } from "../sites.ts";
import { type Handlers, handler } from "./handler.ts";

const CONTROL_IDS = ["star", "watch", "review-request"] as const satisfies readonly ControlId[];

const subject = z.object({ owner: z.string(), repo: z.string(), number: z.optional(z.int().check(z.positive())) });
const onPage = { page: z.string(), tab: z.optional(z.int()), row: z.optional(subject) };

/** What pages may ask for; each control reads its own intent. */
export const PAGE_HANDLERS: Handlers<PageAsks> = {
  look: handler<"look">(z.object({ ...onPage, control: z.enum(CONTROL_IDS) }), async ({ control, ...on }, sender) => {
    const about = await aboutOf(on, sender);
    return look(control, await accountOn(about.origin), about);
  }),
  act: handler<"act", Omit<Request<"act">, "intent"> & { intent: unknown }>(
    z.object({
      ...{ ...onPage, control: z.enum(CONTROL_IDS), intent: z.unknown() },
      signedIn: z.optional(z.nullable(z.string())),
    }),
    async ({ control, intent, signedIn, ...on }, sender) => {
      const about = await aboutOf(on, sender);
      const account = await accountOn(about.origin);
      checkSignedIn(account, signedIn);
      return act(control, account, about, intent);
    },
  ),
  candidates: handler<"candidates">(z.object(onPage), async (on, sender) => {
    const about = await aboutOf(on, sender);
    return candidatesFor(clickClient(await accountOn(about.origin)), about);
  }),
  load: handler<"load">(
    z.object({ ...onPage, part: z.enum(["reviewers", "rows"]) }),
    async ({ part, ...on }, sender) => {
      await pageOf(on, sender);
      const tabId = sender.tabId ?? on.tab;
      if (tabId !== undefined && !sender.own) {
        await browser.scripting.executeScript({ target: { tabId }, files: [`/${part}.js`] });
      }
      return undefined;
    },
  ),
  "switch-account": handler<"switch-account">(
    z.object({ ...onPage, login: z.string() }),
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
