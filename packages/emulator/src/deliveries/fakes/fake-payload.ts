import { type AnyEvent, defOf, describeIssue, payloadSchema } from "@forgehand/core/contract";
import type { Dialect } from "@forgehand/core/dialects";
import * as z from "zod/mini";
import type { EmulatorContext } from "../../emulator-context.ts";
import { readCommit } from "../../git/commit.ts";
import { gitIdentityOf } from "../../git/git-identity.ts";
import { placeholderSha } from "../../git/placeholder-sha.ts";
import { nodeId, renderUser } from "../../objects/user.ts";
import { findRef } from "../../state/git-store.ts";
import { ownerOf } from "../../state/hooks.ts";
import { fullNameOf } from "../../state/repositories.ts";
import { timestamp } from "../../timestamp.ts";
import { commonPayload, organizationPayload } from "../events/common-payload.ts";
import { actionFieldsOf } from "./action-fields.ts";
import { type FakeGenerator, fillIn, type JsonFields, mergeFields } from "./fake.ts";
import type { FakeEventContext } from "./fake-context.ts";
import { type FakeValues, fakeNumber, fakeTexts, isIncludedField } from "./fake-values.ts";
import { findRealObject } from "./real-objects.ts";
import { stateFieldsOf } from "./state-fields.ts";

/** Returns the fields of every event for this target. */
function commonFields(context: EmulatorContext, eventContext: FakeEventContext): JsonFields {
  const { account, repository, installation, sender, hook } = eventContext;
  const installationField =
    hook && ownerOf(hook).kind === "app" && installation
      ? { installation: { id: installation.id, node_id: nodeId("Installation", installation.id) } }
      : {};
  if (repository) return { ...commonPayload(context, repository, sender), ...installationField };
  if (account.type === "Organization")
    return { ...organizationPayload(context, account, sender), ...installationField };
  return { sender: renderUser(context, sender), ...installationField };
}

/** Creates the payload of an unknown action: the common fields and the given ones. */
export function openPayloadOf(
  context: EmulatorContext,
  action: string | null,
  eventContext: FakeEventContext,
  given: JsonFields,
): JsonFields {
  return mergeFields({ ...(action === null ? {} : { action }), ...commonFields(context, eventContext) }, given);
}

/**
 * Creates the payload of an event. Given fields are kept; missing required fields come from the state, otherwise they
 * are generated.
 * @throws RangeError if a given field is invalid
 */
export function fakePayload(
  context: EmulatorContext,
  event: AnyEvent,
  action: string | null,
  eventContext: FakeEventContext,
  given: JsonFields,
): JsonFields {
  const fakeValues = fakeValuesOf(context, eventContext);
  const generator: FakeGenerator = {
    object: (names, actionFields, fieldPath) => findRealObject(context, eventContext, names, actionFields, fieldPath),
    texts: (fieldPath) => {
      const wirePath = fieldPath.map((step) => wireField(context.dialect, step));
      return fakeTexts(fakeValues, wirePath);
    },
    number: fakeNumber,
    isIncluded: isIncludedField,
  };
  const stateFields = stateFieldsOf(context, event.name, eventContext, given);
  const actionFields = actionFieldsOf(event.name, action, fakeValues);
  const knownFields = [stateFields, actionFields, given].reduce(mergeFields, {
    ...(action === null ? {} : { action }),
    ...commonFields(context, eventContext),
  });
  const schema = payloadSchema(event, action);
  return validatePayload(context, schema, fillIn(schema, knownFields, generator));
}

const AnyPayload = z.looseObject({});

/**
 * Validates a payload.
 * @throws RangeError that names the invalid field
 */
export function validatePayload(
  { dialect }: Pick<EmulatorContext, "dialect">,
  schema: z.ZodMiniType,
  payload: unknown,
): JsonFields {
  const result = z.safeParse(schema, payload);
  const [issue] = result.error?.issues ?? [];
  if (!issue) return z.parse(AnyPayload, payload);
  const { at, problem } = describeIssue(issue, payload, "payload");
  const wireAt = at.replaceAll(/\w+/g, (step) => wireField(dialect, step));
  throw new RangeError(`${at === "payload" ? "" : "payload."}${wireAt} ${problem}.`);
}

/** Returns a field's name in a dialect. */
const wireField = ({ fields }: Dialect, name: string) =>
  (Object.hasOwn(fields, name) ? fields[name] : undefined) ?? name;

/** Whether every payload of the event has this field. */
export function requiresField(schema: z.ZodMiniType, field: "repository" | "organization"): boolean {
  const def = defOf(schema);
  const inner = def.type === "object" ? def.shape[field] : undefined;
  return inner !== undefined && inner._zod.optin !== "optional";
}

/** Returns the values that generated fields refer to. */
function fakeValuesOf(context: EmulatorContext, { account, repository, sender }: FakeEventContext): FakeValues {
  const { db, apiUrl, webUrl } = context;
  const branch = repository?.default_branch ?? "main";
  const store = { db, repositoryId: repository?.id ?? 0 };
  const head = findRef(store, `refs/heads/${branch}`);
  const parent = head === undefined ? undefined : readCommit(store, head).parents[0];
  return {
    now: timestamp(context.now()),
    apiUrl: repository ? `${apiUrl}/repos/${fullNameOf(db, repository)}` : `${apiUrl}/orgs/${account.login}`,
    htmlUrl: repository ? `${webUrl}/${fullNameOf(db, repository)}` : `${webUrl}/${account.login}`,
    branch,
    sha: head ?? placeholderSha(store.repositoryId, branch),
    login: sender.login,
    previousSha: parent ?? placeholderSha(store.repositoryId, `${branch} before`),
    email: gitIdentityOf(context.dialect, sender).email,
  };
}
