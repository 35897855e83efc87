/** Returns the rule that a proxy's URL breaks; undefined if it is valid. Never quotes the URL: it can have a password. */
export function proxyUrlProblem(value: unknown): string | undefined {
  if (typeof value !== "string" || !/^https?:\/\/./i.test(value) || !URL.canParse(value))
    return "must be an http or https URL";
  const { pathname, search, hash, username, password } = new URL(value);
  if (pathname !== "/" || search !== "" || hash !== "") return "must be a URL without a path, query or fragment";
  // undici decodes both.
  if (!isDecodable(username) || !isDecodable(password))
    return "must have a user name and password in valid percent-encoding, where % is %25";
  return undefined;
}

function isDecodable(text: string): boolean {
  try {
    decodeURIComponent(text);
    return true;
  } catch {
    return false;
  }
}
