import type { Need } from "../../contract/access.ts";
import { EDITIONS, type Edition } from "../../contract/edition.ts";
import { alternativesFor, isScoped, missingNeeds } from "../../contract/missing-needs.ts";
import { type Dialect, neutralPermission, neutralScope } from "../../dialect/dialect.ts";
import { sentences } from "../../errors.ts";
import type { Outgoing } from "../chain.ts";
import type { Caller } from "../credentials/token-source.ts";
import { describeNeeds, describeRoles } from "./access-words.ts";

/** How refusals for want of access are explained. */
export interface Explain {
  /** What a 403 may be about. */
  readonly forbidden: (request: Outgoing, caller: Caller, headers: Headers) => Lacking;
  /** What a 404 may be about: a missing permission looks the same. */
  readonly hidden: (request: Outgoing, caller: Caller) => string;
}

/** What the token is known to lack, or else what the call takes; and the same in words. */
interface Lacking {
  readonly missing: readonly Need[];
  readonly advice: string;
}

/** From the contract, and from what the answer says of the token. */
export function explainByContract(dialect: Dialect, edition: Edition | undefined): Explain {
  return {
    forbidden: (request, caller, headers) => explainForbidden(request, dialect, caller, headers),
    hidden: (request, caller) => explainHidden(request, dialect, edition, caller),
  };
}

function explainForbidden(request: Outgoing, dialect: Dialect, caller: Caller, headers: Headers): Lacking {
  // Whatever else the token may do. The address in that header signs somebody in, so no message has it.
  if (/^required\b/.test(headers.get(dialect.headers.singleSignOn) ?? "")) {
    const advice = "The organization asks for single sign-on: authorize this token for it, where the token was made";
    return { missing: [], advice };
  }
  const scopes = readScopes(dialect, caller, headers);
  const missing = scopes ? missingScopes(request, scopes) : (accepted(dialect, headers) ?? neededBy(request, caller));
  const verb = scopes ? "The token lacks" : "This call takes";
  const advice = missing.length ? `${verb} ${describeNeeds(dialect, missing)}` : undefined;
  // Scopes do not make somebody an administrator.
  const role = scopes && missing.length === 0 ? roleAdvice(request) : undefined;
  return { missing, advice: sentences(advice, role, builtInAdvice(request, caller)) };
}

/** Who the token's owner has to be, where the contract asks for that. */
function roleAdvice({ definition: { access } }: Outgoing): string | undefined {
  return access.roles?.length ? `The token's owner has to be ${describeRoles(access.roles)}` : undefined;
}

function explainHidden(request: Outgoing, dialect: Dialect, edition: Edition | undefined, caller: Caller): string {
  const needs = neededBy(request, caller);
  const takes = needs.length ? ` (that takes ${describeNeeds(dialect, needs)})` : "";
  const hidden = `Either it isn't there, or this token may not see it${takes}`;
  return sentences(hidden, explainAbsent(request, edition));
}

/** Why a service may not have the operation at all. */
function explainAbsent({ definition }: Outgoing, edition: Edition | undefined): string {
  const { editions = EDITIONS, deprecated } = definition;
  // An edition that was named and lacks it was refused before the call.
  const isBound = edition === undefined && editions.length < EDITIONS.length;
  const bound = isBound ? `Only some editions have this: ${editions.join(" and ")}` : undefined;
  const until = deprecated?.until === undefined ? "" : `, and its removal announced for ${deprecated.until}`;
  const leaving = deprecated && `It is deprecated since ${deprecated.from}${until}: ${deprecated.note}`;
  return sentences(bound, leaving);
}

/** What the answer itself says would be accepted: `contents=write,metadata=read`, alternatives after a semicolon. */
function accepted(dialect: Dialect, headers: Headers): readonly Need[] | undefined {
  const [first = ""] = (headers.get(dialect.headers.acceptedPermissions) ?? "").split(";");
  const needs = first.split(",").flatMap((one): Need[] => {
    const [key = "", level] = one.trim().split("=");
    const permission = neutralPermission(dialect, key);
    return permission && (level === "read" || level === "write") ? [{ permission, level }] : [];
  });
  return needs.length > 0 ? needs : undefined;
}

/** What the contract asks of this kind of token. */
function neededBy(request: Outgoing, caller: Caller): readonly Need[] {
  if (caller.kind === undefined) return [];
  return alternativesFor(request.definition.access, caller.kind)[0] ?? [];
}

/** A workflow's built-in token has the prefix of an installation's, and may be what was given. */
function builtInAdvice({ definition }: Outgoing, { kind }: Caller): string | undefined {
  if (kind !== "installation" && kind !== "workflow") return undefined;
  if (definition.access.tokens.includes("workflow")) return undefined;
  return "A workflow's built-in token can't do this at all";
}

/** Does a 403's scopes header speak of this caller? Only classic and OAuth answers carry it. */
function readScopes(dialect: Dialect, caller: Caller, headers: Headers): readonly string[] | undefined {
  const header = headers.get("x-oauth-scopes");
  if (header === null || (caller.kind !== undefined && !isScoped(caller.kind))) return undefined;
  return header.split(",").flatMap((scope) => (scope.trim() ? neutralScope(dialect, scope.trim()) : []));
}

/** What a token with these scopes lacks. Whether the repository is private is not known here: the lesser need first. */
function missingScopes(request: Outgoing, scopes: readonly string[]): readonly Need[] {
  const target = (isPrivate: boolean) => ({
    private: isPrivate,
    ...(request.file === undefined ? {} : { path: request.file }),
  });
  const missing = (isPrivate: boolean) =>
    missingNeeds(request.definition.access, { kind: "classic", scopes }, target(isPrivate));
  const always = missing(false);
  return always.length ? always : missing(true);
}
