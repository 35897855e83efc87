import { type PrivateKey, readPrivateKey } from "./private-key.ts";
import { credentialsError } from "./token.ts";
import type { InstallationScope } from "./token-source.ts";

/** Validated credentials of an app. */
export interface AppCredentials {
  readonly id: string;
  readonly installation: InstallationScope | undefined;
  readonly privateKey: PrivateKey;
}

/**
 * Reads an app's credentials.
 * @throws InputError if they are invalid
 */
export function readAppCredentials(given: object): AppCredentials {
  const { app, privateKey, installation, permissions, repositories, ...others }: Record<string, unknown> = { ...given };
  for (const name of Object.keys(others)) {
    const field = `credentials.${name}`;
    throw credentialsError(
      `${field} is not a field of app credentials; the fields are app, privateKey, installation, permissions and repositories`,
      field,
    );
  }
  return {
    id: readId(app, /^[A-Za-z0-9._-]+$/, "app", "an app's id, in digits, or its client id, such as Iv23liAbCdEf"),
    installation: readScope(installation, permissions, repositories),
    privateKey: readPrivateKey(privateKey),
  };
}

function readScope(installation: unknown, permissions: unknown, repositories: unknown): InstallationScope | undefined {
  if (installation === undefined) {
    const [limit] = Object.entries({ permissions, repositories }).find(([, value]) => value !== undefined) ?? [];
    if (limit === undefined) return undefined;
    throw credentialsError(`credentials.${limit} must only be set with an installation`, `credentials.${limit}`);
  }
  return {
    installation: readId(installation, /^[0-9]+$/, "installation", "an installation's id, in digits"),
    ...(permissions === undefined ? {} : { permissions: readPermissions(permissions) }),
    ...(repositories === undefined ? {} : { repositories: readRepositories(repositories) }),
  };
}

// An empty limit would give the token everything.
function readPermissions(given: unknown): Readonly<Record<string, string>> {
  const levels = typeof given === "object" && given !== null ? Object.entries(given) : [];
  if (levels.length > 0 && levels.every(([, level]) => level === "read" || level === "write"))
    return Object.fromEntries(levels);
  throw credentialsError(
    "credentials.permissions must be at least one permission with its level, such as { contents: 'read' }",
    "credentials.permissions",
  );
}

function readRepositories(given: unknown): readonly string[] {
  const names: readonly unknown[] = Array.isArray(given) ? given : [];
  const valid = names.filter((name) => typeof name === "string" && /^[\w.-]+$/.test(name)).map(String);
  if (valid.length > 0 && valid.length === names.length) return valid;
  throw credentialsError(
    "credentials.repositories must be at least one name of a repository, without its owner",
    "credentials.repositories",
  );
}

function readId(given: unknown, pattern: RegExp, name: string, expected: string): string {
  // A number that was rounded or never was an ID could otherwise pass as text.
  const id = typeof given === "number" && Number.isSafeInteger(given) && given > 0 ? String(given) : given;
  if (typeof id === "string" && pattern.test(id)) return id;
  throw credentialsError(`credentials.${name} must be ${expected}`, `credentials.${name}`);
}
