import type { AnyOperation } from "@forgehand/core/contract";
import { github, mediaType } from "@forgehand/core/dialects";
import * as operations from "@forgehand/core/operations";
import { sealSecret } from "@forgehand/core/sealed-box";
import * as z from "zod/mini";
import type { RunningFullSeed } from "../../conformance/full-seed.fixture.ts";
import { parametersFor, tokenFor } from "../../conformance/full-seed-parameters.ts";
import { type CallFields, callOverWire, type WireResponse } from "../../conformance/wire-call.ts";

// The calls of the recordings, made for real in the full seed.

/** Differences of a call from the default: the seed's parameters, and the token of the operation's kind. */
interface CallSpec {
  readonly fields?: CallFields | ((send: Send) => Promise<CallFields>);
  /** Name of the token. */
  readonly token?: string;
  readonly accept?: string;
  readonly body?: object | ((send: Send) => Promise<object>);
  /** Calls that must come first. */
  readonly prepare?: (send: Send, advance: (seconds: number) => void) => Promise<unknown>;
}

type Send = (operation: AnyOperation, spec?: CallSpec) => Promise<WireResponse>;

/** Whether a recorded call leaves the emulator's state as it is. */
export const isReadOnly = ({ method }: AnyOperation, name: string) => method === "GET" && !CALLS[name]?.prepare;

/**
 * Makes a recorded call; the emulator's state is that of the full seed.
 * @param ownMediaType the operation's own media type to ask for
 */
export async function makeRecordedCall(
  service: RunningFullSeed,
  name: string,
  status: number,
  ownMediaType: string | undefined,
): Promise<WireResponse> {
  const send: Send = async (operation, { fields, token, accept, body, prepare } = {}) => {
    await prepare?.(send, service.emulator.control.clock.advance);
    return callOverWire(
      service.apiUrl,
      operation,
      { ...(await parametersFor(service, operation)), ...(typeof fields === "function" ? await fields(send) : fields) },
      {
        token: token === undefined ? tokenFor(service, operation) : service.tokens[token],
        accept,
        body: typeof body === "function" ? await body(send) : body,
      },
    );
  };
  const operation = Object.entries<AnyOperation>(operations).find(([key]) => key === name)?.[1];
  if (!operation) throw new Error(`The recorded operation ${name} must be in the contract.`);
  return send(operation, { ...CALLS[`${name} ${status}`], accept: mediaType(github, ownMediaType) });
}

const missing = { hook_id: 999_999, secret_name: "NO_SUCH_SECRET" };
const hook = { config: { url: "https://example.com/hook", content_type: "json" } };
const repositoryOf = z.object({ id: z.int() });
const keyOf = z.object({ key: z.string(), key_id: z.string() });

const rename = (send: Send) => send(operations.updateRepository, { body: { name: "renamed" } });

/** Creates the body of a request that stores a secret. */
const secret =
  (publicKey: AnyOperation, rest: object = {}) =>
  async (send: Send) => {
    const { key, key_id } = z.parse(keyOf, (await send(publicKey)).body);
    return { encrypted_value: sealSecret("hush", key), key_id, ...rest };
  };

const forAll = { visibility: "all" };
const repositoryId = async (send: Send) => z.parse(repositoryOf, (await send(operations.getRepository)).body).id;

const forRepository = async (send: Send) => ({ repository_id: await repositoryId(send) });

/** Creates the body of a secret for the selected repository. */
const selectedSecret = async (send: Send) => ({
  ...(await secret(operations.getOrganizationActionsPublicKey)(send)),
  visibility: "selected",
  selected_repository_ids: [await repositoryId(send)],
});

const fileBody = { message: "Change a file", content: Buffer.from("Hello").toString("base64") };
const withSha = (fields: object) => async (send: Send) => ({
  ...fields,
  sha: z.parse(z.object({ sha: z.string() }), (await send(operations.getContents)).body).sha,
});

/** Deletes the user's first key, so that it can be added again. */
const rawKey = async (send: Send) => {
  const keys = z.parse(
    z.array(z.object({ raw_key: z.nullable(z.string()) })),
    (await send(operations.listGpgKeys)).body,
  );
  await send(operations.deleteGpgKey);
  return { armored_public_key: keys[0]?.raw_key };
};

const source = { vcs: "subversion", vcs_url: "https://svn.example.com/widgets" };

/** A repository without an import, and one that starts there and hasn't pushed anything after a minute. */
const gears = { repo: "gears" };
const importIntoGears: CallSpec["prepare"] = async (send, advance) => {
  const body = { ...source, vcs_username: "acme", vcs_password: "open sesame" };
  await send(operations.startImport, { fields: gears, body });
  advance(60);
};

const authorInGears = async (send: Send) => {
  const { body } = await send(operations.listImportAuthors, { fields: gears });
  const [author] = z.parse(z.array(z.object({ id: z.int() })), body);
  return { ...gears, author_id: author?.id ?? 0 };
};

const CALLS: Readonly<Record<string, CallSpec>> = {
  "addOrganizationActionsSecretRepository 204": { fields: forRepository },
  "checkStar 404": { fields: { owner: "parts", repo: "bolts" } },
  "createGpgKey 201": { body: rawKey },
  "createOrganizationHook 201": { body: { name: "web", ...hook } },
  "createRepositoryHook 200": { body: { name: "web", ...hook } },
  "createRepositoryHook 201": { body: { name: "web", ...hook } },
  "createReview 200": { token: "carol", body: { body: "Looks good", event: "COMMENT", comments: [] } },
  "deleteContents 200": { body: withSha({ message: "Delete a file" }) },
  "deleteOrganizationActionsSecret 404": { fields: missing },
  "deleteOrganizationHook 404": { fields: missing },
  "deleteRepository 404": { fields: { repo: "nothing" } },
  "deleteRepositoryActionsSecret 404": { fields: missing },
  "deleteRepositoryHook 404": { fields: missing },
  "getContents 302": { fields: { path: "docs/" } },
  "getRepository 301": { prepare: rename },
  "getRepository 404": { fields: { repo: "nothing" } },
  "putContents 200": { body: withSha(fileBody) },
  "putContents 201": { fields: { path: "docs/new.md" }, body: fileBody },
  "putOrganizationActionsSecret 201": { fields: { secret_name: "FRESH" }, body: selectedSecret },
  "putOrganizationActionsSecret 204": { body: secret(operations.getOrganizationActionsPublicKey, forAll) },
  "putOrganizationCodespacesSecret 201": {
    fields: { secret_name: "FRESH" },
    body: secret(operations.getOrganizationCodespacesPublicKey, forAll),
  },
  "putOrganizationCodespacesSecret 204": { body: secret(operations.getOrganizationCodespacesPublicKey, forAll) },
  "putOrganizationUpdaterSecret 201": {
    fields: { secret_name: "FRESH" },
    body: secret(operations.getOrganizationUpdaterPublicKey, forAll),
  },
  "putOrganizationUpdaterSecret 204": { body: secret(operations.getOrganizationUpdaterPublicKey, forAll) },
  "putRepositoryActionsSecret 204": { body: secret(operations.getRepositoryActionsPublicKey) },
  "removeRequestedReviewers 200": { body: { reviewers: ["carol"] } },
  "removeOrganizationActionsSecretRepository 204": { fields: forRepository },
  "requestReviewers 201": { body: { reviewers: ["carol"], team_reviewers: ["makers"] } },
  "setSubscription 200": { body: { subscribed: true } },
  "startImport 201": { fields: gears, body: source },
  "updateImportAuthor 200": {
    prepare: importIntoGears,
    fields: authorInGears,
    body: { name: "Bob", email: "bob@example.com" },
  },
  "updateImportLfs 200": { prepare: importIntoGears, fields: gears, body: { use_lfs: "opt_in" } },
  "updateOrganization 200": { body: { description: "Turns widgets" } },
  "updateOrganizationHook 200": { body: hook },
  "updateRepository 200": { body: { description: "Turns", has_projects: true } },
  "updateRepository 307": { prepare: rename, body: { description: "Turns" } },
  "updateRepositoryHook 200": { body: { ...hook, active: true, events: ["push"] } },
};
