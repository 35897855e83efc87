import * as z from "zod/mini";
import type { Access } from "../access.ts";
import type { Definition } from "../definition.ts";
import type { Edition } from "../edition.ts";
import { timestamp } from "../fields.ts";
import { Announcement } from "../objects/announcement.ts";

// Definitions that the announcement banners of organizations and enterprises have in common.

/** Access to a banner, and the editions with banners of this kind. */
interface BannerAccess {
  readonly read: Access;
  readonly write: Access;
  readonly editions: readonly Edition[];
}

export const getBanner = ({ read, editions }: BannerAccess) =>
  ({ success: { 200: Announcement.schema() }, access: read, retry: "safe", editions }) as const satisfies Definition;

export const updateBanner = ({ write, editions }: BannerAccess) =>
  ({
    body: z.object({
      announcement: z.nullable(z.string()),
      expires_at: z.optional(z.nullable(z.union([z.literal(""), timestamp()]))),
      user_dismissible: z._default(z.nullable(z.boolean()), false),
    }),
    success: { 200: Announcement.schema() },
    access: write,
    retry: "idempotent",
    editions,
  }) as const satisfies Definition;

export const deleteBanner = ({ write, editions }: BannerAccess) =>
  ({ success: { 204: undefined }, access: write, retry: "idempotent", editions }) as const satisfies Definition;
