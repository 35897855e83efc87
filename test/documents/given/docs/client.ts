// Values that the examples of the client's options use.
import { createClient } from "@forgehand/core";
import { getLatestEnterpriseUsageReport, getOrganizationUpdaterPublicKey } from "@forgehand/core/operations";
import { sealSecret } from "@forgehand/core/sealed-box";
import { baseUrl, credentials } from "../anywhere.ts";

const { call } = createClient({ baseUrl, credentials });

const store = new Map<string, string>();
export const get = async (key: string): Promise<string | undefined> => store.get(key);
export const set = async (key: string, value: string): Promise<void> => void store.set(key, value);
export const { signal } = new AbortController();
export const myFetch: typeof fetch = (...request) => fetch(...request);

const { key, key_id } = await call(getOrganizationUpdaterPublicKey, { org: "acme" });
/** Input for storing a secret. */
export const secret = {
  org: "acme",
  secret_name: "DEPLOY_KEY",
  key_id,
  encrypted_value: sealSecret("new", key),
  ...({ visibility: "private" } as const),
};

const { download_links } = await call(getLatestEnterpriseUsageReport, { enterprise: "acme-inc" });
/** A response with download links, which are encrypted like those of the service that the examples call. */
export const report = { download_links: download_links.map((link) => link.replace(/^http:/, "https:")) };
