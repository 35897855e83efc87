import { type AnyOperation, definitionOf, fieldPaths, hasAnnotation } from "@forgehand/core/contract";
import { DIALECTS } from "@forgehand/core/dialects";

// Redacts secrets in request bodies for the call log.

const REDACTED = "[redacted]";

/**
 * Parses a body and redacts the fields that the contract marks as sensitive or whose name says that they are secret. A
 * body that isn't JSON or wasn't kept is replaced by a note of its size.
 * @param body its text or, if that wasn't kept, its size in bytes (NaN if unknown)
 */
export function redactBody(operation: AnyOperation | undefined, body: string | number | undefined): unknown {
  if (body === undefined || body === "") return null;
  if (typeof body === "number") return Number.isNaN(body) ? "[too large]" : `[${body} bytes]`;
  let json: unknown;
  try {
    json = JSON.parse(body);
  } catch {
    return `[not JSON: ${Buffer.byteLength(body)} bytes]`;
  }
  const names = operation && secretNames(operation);
  return redactFields(json, (name) => names?.has(name) === true || SECRET_NAME.test(name));
}

/** Names of possibly secret fields, which a call can also send where its operation has no such field. */
const SECRET_NAME = /(^|_)(token|secret|password)$/i;

const secretNameCache = new WeakMap<AnyOperation, ReadonlySet<string>>();

/**
 * Returns the names of an operation's secret fields in every vocabulary. Fields with these names are redacted at any
 * depth.
 */
function secretNames(operation: AnyOperation): ReadonlySet<string> {
  const cached = secretNameCache.get(operation);
  if (cached) return cached;
  const { body, bodyNames = {} } = definitionOf(operation);
  const paths = body ? fieldPaths(body, (field) => hasAnnotation(field, "x-sensitive")) : [];
  const names = paths
    .map((path) => path.split(".").findLast((step) => step !== "[]") ?? "")
    .flatMap((name) => [name, bodyNames[name] ?? name])
    .flatMap((name) => [name, ...Object.values(DIALECTS).map(({ fields }) => fields[name] ?? name)]);
  const found = new Set(names);
  secretNameCache.set(operation, found);
  return found;
}

/** Maximum depth of a shown body. */
const MAX_DEPTH = 50;

function redactFields(value: unknown, isSecret: (name: string) => boolean, depth = 0): unknown {
  if (typeof value !== "object" || value === null) return value;
  if (depth >= MAX_DEPTH) return "[too deep]";
  if (Array.isArray(value)) return value.map((item) => redactFields(item, isSecret, depth + 1));
  return Object.fromEntries(
    Object.entries(value).map(([name, field]) => [
      name,
      isSecret(name) && field !== null ? REDACTED : redactFields(field, isSecret, depth + 1),
    ]),
  );
}
