import type { EmulatorContext, WebhookEvent } from "../../emulator-context.ts";
import { renderRelease } from "../../objects/release.ts";
import type { Account } from "../../state/accounts.ts";
import type { Release } from "../../state/releases.ts";
import type { Repository } from "../../state/repositories.ts";
import { commonPayload } from "./common-payload.ts";

/** Previous texts of an edited release, and whether it became the latest. */
export interface ReleaseEdits {
  readonly name?: { readonly from: string };
  readonly body?: { readonly from: string };
  readonly tag_name?: { readonly from: string };
  readonly make_latest?: { readonly to: boolean };
}

/** A change of a release, as in the event's action. */
export type ReleaseAction =
  | { readonly action: "created" | "published" | "unpublished" | "released" | "prereleased" | "deleted" }
  | { readonly action: "edited"; readonly changes: ReleaseEdits };

/** Creates the event for a changed release (`release`). */
export function releaseEvent(
  context: EmulatorContext,
  repository: Repository,
  release: Release,
  sender: Account,
  change: ReleaseAction,
): WebhookEvent {
  // Read now, because a deleted release can't be rendered later.
  const rendered = renderRelease(context, repository, release);
  return {
    name: "release",
    action: change.action,
    get payload() {
      return { ...change, release: rendered, ...commonPayload(context, repository, sender) };
    },
  };
}
