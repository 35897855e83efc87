import * as z from "zod/mini";
import { once } from "../once.ts";
import { alike } from "../schema.ts";

/** The key that secrets are sealed for: 32 bytes in base64 (document 2, updater secret). */
export interface PublicKey extends z.output<ReturnType<typeof PublicKey>> {}
export const PublicKey = /* @__PURE__ */ once(() =>
  z.looseObject({
    ...alike(z.string(), "key_id", "key"),
    id: z.optional(z.int()),
    ...alike(z.optional(z.string()), "url", "title", "created_at"),
  }),
);

/** A secret; its value is never shown (document 2, updater secret). */
export interface Secret extends z.output<ReturnType<typeof Secret>> {}
export const Secret = /* @__PURE__ */ once(() =>
  z.looseObject({ name: z.string(), created_at: z.string(), updated_at: z.string() }),
);

/** A secret of an organization, and who may read it (document 2, updater secret). */
export interface OrganizationSecret extends z.output<ReturnType<typeof OrganizationSecret>> {}
export const OrganizationSecret = /* @__PURE__ */ once(() =>
  z.extend(Secret(), {
    visibility: z.enum(["all", "private", "selected"]),
    selected_repositories_url: z.optional(z.string()),
  }),
);
