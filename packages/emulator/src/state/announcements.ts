import * as z from "zod/mini";
import { flag, reference } from "./columns.ts";
import { table } from "./table.ts";

/** Announcement banners, at most one for each organization or enterprise. An expired one remains. */
export const announcements = table(
  "announcements",
  {
    organization_id: z.nullable(reference("accounts")),
    enterprise_id: z.nullable(reference("enterprises")),
    announcement: z.string(),
    /** Null: it doesn't expire. */
    expires_at: z.nullable(z.string()),
    user_dismissible: z.nullable(flag()),
  },
  {
    unique: [["organization_id"], ["enterprise_id"]],
    constraints: ["CHECK ((organization_id IS NULL) <> (enterprise_id IS NULL))"],
  },
);

/** The owner of an announcement banner. */
export type AnnouncementOwner = { readonly organization_id: number } | { readonly enterprise_id: number };
