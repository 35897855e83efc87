import * as z from "zod/mini";
import type { Definition } from "../definition.ts";
import { timestamp } from "../fields.ts";
import { Announcement } from "../objects/announcement.ts";
import { change, get, type ReadWriteAccess, update } from "../reads-and-writes.ts";

// Definitions that the announcement banners of organizations and enterprises have in common.

export const getBanner = ({ read }: ReadWriteAccess) => get(read, Announcement.schema());

export const updateBanner = ({ write }: ReadWriteAccess) =>
  ({
    body: z.object({
      announcement: z.nullable(z.string()),
      expires_at: z.optional(z.nullable(z.union([z.literal(""), timestamp()]))),
      user_dismissible: z._default(z.nullable(z.boolean()), false),
    }),
    ...update(write, Announcement.schema()),
  }) as const satisfies Definition;

export const deleteBanner = ({ write }: ReadWriteAccess) => change(write);
