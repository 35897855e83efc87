import type { Environment } from "../host.ts";
import { maskedForms } from "../masking/masked-forms.ts";
import { createRedactor } from "../masking/redactor.ts";
import { encodedForms } from "../masking/secret-encodings.ts";

/** Variables in which the runner passes credentials to a step. */
const RUNNER_CREDENTIALS = ["ACTIONS_RUNTIME_TOKEN", "ACTIONS_ID_TOKEN_REQUEST_TOKEN"];

/** Minimum length of credentials that are searched for within texts: shorter ones occur by chance. */
const MIN_CREDENTIAL_LENGTH = 8;

/** Minimum length of a key's lines that identify it. */
const MIN_KEY_LINE_LENGTH = 32;

/** Number of bytes at the end of a key that identify it, in each of its formats. */
const KEY_END_LENGTH = 64;

/** Returns true if a variable is an input or a credential of the runner. Windows ignores the case of names. */
export function isProtectedVariable(name: string): boolean {
  return /^INPUT_/i.test(name) || RUNNER_CREDENTIALS.includes(name.toUpperCase());
}

/** Returns true for a text or bytes that contain a credential. */
export type CredentialDetector = (content: string | Uint8Array) => boolean;

/**
 * Creates a detector of credentials. It finds them within longer texts, in the encodings of programs, and keys also with
 * other line breaks.
 */
export function credentialDetector(given: readonly string[]): CredentialDetector {
  const credentials = given.flatMap((credential) => credential.trim() || []);
  const redactor = createRedactor();
  for (const form of credentials.flatMap(identifyingForms)) {
    if (form.length >= MIN_CREDENTIAL_LENGTH) redactor.add(form);
  }
  return (content) => {
    const bytes = Buffer.from(content);
    // PowerShell and Windows programs write UTF-16, and keys can be binary.
    const texts = (["utf8", "utf16le", "latin1"] as const).map((encoding) => bytes.toString(encoding));
    return texts.some((shown) => credentials.includes(shown.trim()) || redactor.redact(shown) !== shown);
  };
}

function identifyingForms(credential: string): readonly string[] {
  const [, body] = /-----BEGIN [^-]*PRIVATE KEY-----(.*?)(?:-----END|$)/s.exec(credential) ?? [];
  if (body === undefined) return credential.length < MIN_CREDENTIAL_LENGTH ? [] : maskedForms(credential);
  const lines = body.split(/\\r|\\n|\s/).filter((line) => line.length >= MIN_KEY_LINE_LENGTH);
  const end = Buffer.from(body.replaceAll(/\\[rn]|\s/g, ""), "base64").subarray(-KEY_END_LENGTH);
  return [...lines.flatMap((line) => [line, ...encodedForms(line)]), end.toString("latin1"), ...encodedForms(end)];
}

/** Returns the secrets of the environment that are not inputs: the runner's credentials, and passwords of proxies. */
export function environmentSecrets(environment: Environment): readonly string[] {
  const proxies = Object.entries(environment).flatMap(([name, url]) => (/^https?_proxy$/i.test(name) && url) || []);
  return [...runnerCredentials(environment), ...proxies.flatMap((url) => passwordOf(url) || [])];
}

function passwordOf(url: string): string | undefined {
  return /^[^/]*\/\/[^/@:]*:([^/]*)@/.exec(url)?.[1];
}

/** Returns the credentials that the runner gave the step. */
export function runnerCredentials(environment: Environment): readonly string[] {
  return RUNNER_CREDENTIALS.flatMap((name) => environment[name] || []);
}
