import { flag, nullable, reference, text } from "./columns.ts";
import { table } from "./table.ts";

/** Announcement banners, at most one for each organization or enterprise. An expired one remains. */
export const announcements = table(
  "announcements",
  {
    organization_id: nullable(reference("accounts")),
    enterprise_id: nullable(reference("enterprises")),
    announcement: text(),
    /** Null: it doesn't expire. */
    expires_at: nullable(text()),
    user_dismissible: nullable(flag()),
  },
  {
    unique: [["organization_id"], ["enterprise_id"]],
    constraints: ["CHECK ((organization_id IS NULL) <> (enterprise_id IS NULL))"],
  },
);

/** The owner of an announcement banner. */
export type AnnouncementOwner = { readonly organization_id: number } | { readonly enterprise_id: number };
