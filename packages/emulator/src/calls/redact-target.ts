import { DIALECTS } from "@forgehand/core/dialects";

// Redacts secrets in paths and queries for the logs.

const REDACTED = "***";

/** Query parameters of the emulator's URLs whose values grant access. */
const SECRET_PARAMETERS: readonly string[] = [
  "token",
  "mark",
  "code",
  "secret",
  "client_secret",
  "access_token",
  "password",
  "signature",
];

const TOKEN_PREFIXES = Object.values(DIALECTS).flatMap(({ tokenPrefixes }) => Object.values(tokenPrefixes));

/** Texts that grant access, wherever they are: tokens, keys of this start, JWTs, and secret parameters of a nested URL. */
const SECRET_TEXT = new RegExp(
  [
    `(?:${[...TOKEN_PREFIXES, "ghr_"].join("|")})[\\w-]`,
    "(?:control|start)_[\\w-]{20}",
    "eyJ[\\w-]+\\.eyJ[\\w-]+",
    `[?&#](?:${SECRET_PARAMETERS.join("|")})=`,
  ].join("|"),
  "i",
);

/** Replaces path segments that contain a secret. */
export function redactPath(path: string): string {
  if (!containsSecret(path)) return path;
  return path
    .split("/")
    .map((segment) => (containsSecret(segment) ? REDACTED : segment))
    .join("/");
}

/**
 * Replaces secret values in a query.
 * @param search with its question mark, or empty
 */
export function redactQuery(search: string): string {
  return search === "" ? "" : `?${search.slice(1).split("&").map(redactParameter).join("&")}`;
}

function redactParameter(parameter: string): string {
  const at = parameter.indexOf("=");
  const [name, value] = at < 0 ? [parameter, ""] : [parameter.slice(0, at), parameter.slice(at + 1)];
  if (containsSecret(name)) return REDACTED;
  const isSecret = SECRET_PARAMETERS.includes(readName(parameter)) || containsSecret(`?${value}`);
  return isSecret ? `${name}=${REDACTED}` : parameter;
}

/** Returns a parameter's decoded name in lower case, without spaces. */
function readName(parameter: string): string {
  const [[name] = [""]] = new URLSearchParams(parameter);
  return name.trim().toLowerCase();
}

/** Number of times that a nested value is decoded. */
const MAX_NESTING = 4;

function containsSecret(text: string): boolean {
  let decoded = text;
  for (let count = 0; count < MAX_NESTING && decoded.includes("%"); count++) {
    if (SECRET_TEXT.test(decoded)) return true;
    // Secrets are ASCII, and texts can be invalid UTF-8 or cut off.
    decoded = decoded.replace(/%([0-7][0-9a-f])/gi, (_, code: string) =>
      String.fromCharCode(Number.parseInt(code, 16)),
    );
  }
  return SECRET_TEXT.test(decoded);
}
