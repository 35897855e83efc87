import type { HookKind } from "@forgehand/core/contract";
import * as z from "zod/mini";
import { flag, integer, json, nullable, oneOf, type RowOf, reference, rowId, text } from "./columns.ts";
import type { Database } from "./database.ts";
import { table } from "./table.ts";

/** The owner of a webhook. */
export interface HookOwner {
  readonly kind: HookKind;
  readonly id: number;
}

export const hooks = table(
  "hooks",
  {
    id: rowId(),
    repository_id: nullable(reference("repositories")),
    organization_id: nullable(reference("accounts")),
    app_id: nullable(reference("apps")),
    /**
     * The OAuth app whose token created it, or 0 if the token doesn't identify the app; null if it wasn't created by an
     * OAuth app.
     */
    oauth_app: nullable(integer()),
    url: text(),
    content_type: oneOf(["json", "form"]),
    secret: nullable(text()),
    insecure_ssl: oneOf(["0", "1"]),
    /** Neutral event names, or `*` alone. For an app's webhook: the events that the app subscribes to. */
    events: json(z.array(z.string())),
    active: flag(),
    created_at: text(),
    updated_at: text(),
  },
  {
    unique: [["app_id"]],
    indexes: { hooks_of_repository: "repository_id", hooks_of_organization: "organization_id" },
    constraints: ["CHECK ((repository_id IS NULL) + (organization_id IS NULL) + (app_id IS NULL) = 2)"],
  },
);
export type Hook = RowOf<typeof hooks>;

/** Returns the owner of a webhook. */
export function ownerOf({ repository_id, organization_id, app_id }: Hook): HookOwner {
  if (repository_id !== null) return { kind: "repository", id: repository_id };
  if (organization_id !== null) return { kind: "organization", id: organization_id };
  return { kind: "app", id: app_id ?? 0 };
}

/** The column of an owner, with its value. */
export const ownedBy = ({ kind, id }: HookOwner) =>
  kind === "repository" ? { repository_id: id } : kind === "organization" ? { organization_id: id } : { app_id: id };

/** The fields of a hook that can be set. */
export type HookSettings = Pick<Hook, "url" | "content_type" | "secret" | "insecure_ssl" | "events" | "active">;

/** Returns an owner's webhooks, oldest first. */
export function hooksOf(db: Database, owner: HookOwner): readonly Hook[] {
  return db.memoize(`hooks of ${owner.kind} ${owner.id}`, () => hooks.all(db, ownedBy(owner), "id"));
}
