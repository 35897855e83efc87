/** What gives somebody something by being known, in the addresses that the service hands out. */
const SECRETS = new Set(["token", "mark", "code", "secret", "client_secret", "access_token", "password", "signature"]);

/** A query without the values that whoever has them may use. @param search with its question mark, or empty */
export function withoutSecrets(search: string): string {
  if (search === "") return "";
  const parts = search.slice(1).split("&");
  return `?${parts.map((part) => (SECRETS.has(nameOf(part)) ? `${part.split("=")[0]}=***` : part)).join("&")}`;
}

/** A parameter's name as the service reads it. */
function nameOf(part: string): string {
  const [[name] = [""]] = new URLSearchParams(part);
  return name.toLowerCase();
}
