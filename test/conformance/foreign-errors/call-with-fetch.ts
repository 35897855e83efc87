// A program whose fetch throws errors that refer to the request. It prints one error, and doesn't catch the other.

import { createClient } from "@forgehand/core";
import ky from "ky";

export const TOKEN = "ghp_0123456789abcdefghij";

const baseUrl = process.argv[2];
if (import.meta.main && baseUrl !== undefined) {
  const { request } = createClient({ baseUrl, credentials: TOKEN, retry: false, fetch: ky.create({ retry: 0 }) });
  await request("GET /user").catch((error: unknown) => console.error(error));
  await request("GET /user");
}
