import type { Requirement, Role } from "../../contract/access.ts";
import { EDITIONS, type Edition } from "../../contract/edition.ts";
import {
  alternativesFor,
  isScoped,
  isWorkflowFile,
  missingRequirements,
  withoutAssumed,
} from "../../contract/missing-requirements.ts";
import { type Dialect, neutralScope } from "../../dialect/dialect.ts";
import { neutralPermission } from "../../dialect/permission-names.ts";
import { joinSentences } from "../../error-texts.ts";
import type { Caller } from "../credentials/token-source.ts";
import type { CallRequest, CallResponse } from "../middleware.ts";
import type { ServiceClock } from "../service-clock.ts";
import {
  describeAlternatives,
  describeAssumption,
  describeNeeds,
  describeRoles,
  describeUnavailable,
  OWNERLESS,
  requiredRoles,
  unavailableToJobs,
} from "./describe-access.ts";
import { explainRejectedApp } from "./rejected-app.ts";

/** Explains error responses that are about missing access. */
export interface AccessAdvisor {
  /** Possible reasons for a 401 for an app's JWT, from the service's message. */
  readonly rejectedApp: (message: string) => string;
  /** Possible reasons for a 403, or for an absence that may be hidden. */
  readonly forbidden: (request: CallRequest, caller: Caller, response: ResponseHead) => AccessAdvice;
  /** Possible reasons for a 404, which can also mean a missing permission. */
  readonly notFound: (request: CallRequest, caller: Caller) => string;
}

type ResponseHead = Pick<CallResponse, "status" | "headers">;

/** Access that the token is known to lack, or else that the call requires, with advice as text. */
interface AccessAdvice {
  readonly missing: readonly Requirement[];
  readonly advice: string;
}

/** Creates an advisor that uses the contract, the response's headers and the service's clock. */
export function createAccessAdvisor(
  dialect: Dialect,
  edition: Edition | undefined,
  serviceClock: ServiceClock,
): AccessAdvisor {
  return {
    rejectedApp: (message) => explainRejectedApp(message, serviceClock.localOffset()),
    forbidden: (request, caller, response) =>
      explainForbidden(request, dialect, caller, response, requiredRoles(request.definition, serviceClock.now())),
    notFound: (request, caller) => explainNotFound(request, dialect, edition, caller),
  };
}

function explainForbidden(
  request: CallRequest,
  dialect: Dialect,
  caller: Caller,
  { status, headers }: ResponseHead,
  roles: readonly Role[],
): AccessAdvice {
  // Single sign-on is required whatever the token's scopes. The URL in that header signs a user in, so messages must
  // not contain it.
  if (/^required\b/.test(headers.get(dialect.headers.singleSignOn) ?? "")) {
    const advice = "The organization requires single sign-on: authorize this token for it in your token settings";
    return { missing: [], advice };
  }
  const scopes = readScopes(dialect, caller, headers);
  const accepted = acceptedPermissions(dialect, headers);
  const alternatives = scopes
    ? [missingScopes(request, scopes, roles.length > 0 && status !== 404)]
    : accepted.length > 0
      ? accepted
      : requiredAccess(request, caller);
  const [missing = []] = alternatives;
  const verb = scopes ? "The token lacks" : "This call requires";
  const known = withoutAssumed(missing);
  const advice = known.length
    ? `${verb} ${describeAlternatives(dialect, alternatives.map(withoutAssumed))}`
    : missing.length
      ? describeAssumption(dialect, missing)
      : undefined;
  // Neither scopes nor permissions grant a role.
  const hasRoleAdvice = roles.length > 0 && (scopes ? missing.length === 0 : hasOwner(caller));
  const role = hasRoleAdvice ? `The token's owner must be ${describeRoles(roles)}` : undefined;
  const hiddenAdvice = scopes && status === 404 ? adviceIfPrivate(request, dialect, scopes, known) : undefined;
  return {
    missing: known,
    advice: joinSentences(advice, hiddenAdvice, role, builtInAdvice(request, dialect, caller, missing)),
  };
}

function hasOwner({ kind }: Caller): boolean {
  return kind !== undefined && !OWNERLESS.includes(kind);
}

function explainNotFound(request: CallRequest, dialect: Dialect, edition: Edition | undefined, caller: Caller): string {
  const needs = describeAlternatives(dialect, requiredAccess(request, caller));
  const requirement = needs && ` (which requires ${needs})`;
  const notFound = `Either it does not exist, or this token cannot see it${requirement}`;
  return joinSentences(notFound, explainUnavailable(request, edition));
}

/** Reasons why a service may lack the operation. */
function explainUnavailable({ definition }: CallRequest, edition: Edition | undefined): string {
  const { editions = EDITIONS, deprecated } = definition;
  // An operation that a configured edition lacks was rejected before the call.
  const isEditionLimited = edition === undefined && editions.length < EDITIONS.length;
  const editionNote = isEditionLimited ? `Only available in ${editions.join(" and ")}` : undefined;
  const until = deprecated?.until === undefined ? "" : `, and its removal is announced for ${deprecated.until}`;
  const deprecationNote = deprecated && `It has been deprecated since ${deprecated.from}${until}: ${deprecated.note}`;
  return joinSentences(editionNote, deprecationNote);
}

/**
 * Permissions that the response says are accepted: `contents=write,metadata=read`, alternatives separated by
 * semicolons.
 */
function acceptedPermissions(dialect: Dialect, headers: Headers): readonly (readonly Requirement[])[] {
  const alternatives = (headers.get(dialect.headers.acceptedPermissions) ?? "").split(";").map((alternative) =>
    alternative.split(",").flatMap((entry): Requirement[] => {
      const [key = "", level] = entry.trim().split("=");
      const permission = neutralPermission(dialect, key);
      return permission && (level === "read" || level === "write") ? [{ permission, level }] : [];
    }),
  );
  return alternatives.filter((needs) => needs.length > 0);
}

/** The alternatives that the contract accepts from this token kind. */
function requiredAccess(request: CallRequest, caller: Caller): readonly (readonly Requirement[])[] {
  return caller.kind === undefined ? [] : alternativesFor(request.definition.access, caller.kind);
}

/** An installation token can be a workflow's built-in token, because both have the same prefix. */
function builtInAdvice(
  { definition, filePath = "" }: CallRequest,
  dialect: Dialect,
  { kind }: Caller,
  missing: readonly Requirement[],
): string | undefined {
  if (kind !== "installation" && kind !== "workflow") return undefined;
  if (!definition.access.tokens.includes("workflow")) return "A workflow's built-in token cannot do this at all";
  const unavailable = unavailableToJobs(missing).filter(({ when }) => when === undefined || isWorkflowFile(filePath));
  return unavailable.length > 0 ? describeUnavailable(dialect, unavailable) : undefined;
}

/** The scopes that a 403 reports for this token; only classic and OAuth tokens have them. */
function readScopes(dialect: Dialect, caller: Caller, headers: Headers): readonly string[] | undefined {
  const header = headers.get("x-oauth-scopes");
  if (header === null || (caller.kind !== undefined && !isScoped(caller.kind))) return undefined;
  return header.split(",").flatMap((scope) => (scope.trim() ? neutralScope(dialect, scope.trim()) : []));
}

/**
 * The missing scopes. It is unknown whether the repository is private: if the scopes for a public one are present, either
 * those for a private one or a required role must be missing. A role is more likely, unless the response was 404, as for
 * private repositories that the token cannot see.
 */
function missingScopes(request: CallRequest, scopes: readonly string[], canLackRole: boolean): readonly Requirement[] {
  const missingForPublic = missingScopesFor(request, scopes, false);
  return missingForPublic.length || canLackRole ? missingForPublic : missingScopesFor(request, scopes, true);
}

function missingScopesFor(request: CallRequest, scopes: readonly string[], isPrivate: boolean) {
  const path = request.filePath === undefined ? {} : { path: request.filePath };
  return missingRequirements(request.definition.access, { kind: "classic", scopes }, { private: isPrivate, ...path });
}

/** Names the missing scopes of a private repository if they aren't those of a public one. */
function adviceIfPrivate(
  request: CallRequest,
  dialect: Dialect,
  scopes: readonly string[],
  known: readonly Requirement[],
): string | undefined {
  const missing = missingScopesFor(request, scopes, true).filter(
    (need) => !known.some((other) => "scope" in other && "scope" in need && other.scope === need.scope),
  );
  if (known.length === 0 || missing.length === 0) return undefined;
  return `If the repository is private, it lacks ${describeNeeds(dialect, missing)}`;
}
