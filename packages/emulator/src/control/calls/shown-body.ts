import { type AnyOperation, definitionOf, fieldPaths, hasAnnotation } from "@forgehand/core/contract";
import { DIALECTS } from "@forgehand/core/dialects";

// What the log of calls shows of what a call said: everything but secrets.

const SECRET = "[redacted]";

/** A body as JSON, without the fields that the contract calls secret; what is no JSON, or wasn't kept, by its size. */
export function shownBody(operation: AnyOperation | undefined, body: string | number | undefined): unknown {
  if (body === undefined || body === "") return null;
  if (typeof body === "number") return Number.isNaN(body) ? "[too large]" : `[${body} bytes]`;
  let json: unknown;
  try {
    json = JSON.parse(body);
  } catch {
    return `[no JSON: ${Buffer.byteLength(body)} bytes]`;
  }
  const names = operation && secretNames(operation);
  return names?.size === 0 ? json : shown(json, (name) => (names ? names.has(name) : SOUNDS_SECRET.test(name)));
}

/** What may be a secret where no operation says so. */
const SOUNDS_SECRET = /(^|_)(token|secret|password)$/i;

const known = new WeakMap<AnyOperation, ReadonlySet<string>>();

/** What the secret fields of an operation's body are called, in whichever words; wherever they are put, they are secret. */
function secretNames(operation: AnyOperation): ReadonlySet<string> {
  const before = known.get(operation);
  if (before) return before;
  const { body, bodyNames = {} } = definitionOf(operation);
  const paths = body ? fieldPaths(body, (field) => hasAnnotation(field, "x-sensitive")) : [];
  const names = paths
    .map((path) => path.split(".").findLast((step) => step !== "[]") ?? "")
    .flatMap((name) => [name, bodyNames[name] ?? name])
    .flatMap((name) => [name, ...Object.values(DIALECTS).map(({ fields }) => fields[name] ?? name)]);
  const found = new Set(names);
  known.set(operation, found);
  return found;
}

function shown(value: unknown, isSecret: (name: string) => boolean): unknown {
  if (Array.isArray(value)) return value.map((item) => shown(item, isSecret));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, field]) => [
      name,
      isSecret(name) && field !== null ? SECRET : shown(field, isSecret),
    ]),
  );
}
