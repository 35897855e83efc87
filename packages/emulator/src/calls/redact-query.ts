/** Query parameters of the emulator's URLs whose values grant access. */
const SECRET_PARAMETERS = new Set([
  "token",
  "mark",
  "code",
  "secret",
  "client_secret",
  "access_token",
  "password",
  "signature",
]);

/**
 * Redacts secret values in a query.
 * @param search with its question mark, or empty
 */
export function redactQuery(search: string): string {
  if (search === "") return "";
  const parts = search.slice(1).split("&");
  return `?${parts.map((part) => (SECRET_PARAMETERS.has(nameOf(part)) ? `${part.split("=")[0]}=***` : part)).join("&")}`;
}

/** Returns a parameter's decoded name in lower case. */
function nameOf(part: string): string {
  const [[name] = [""]] = new URLSearchParams(part);
  return name.toLowerCase();
}
