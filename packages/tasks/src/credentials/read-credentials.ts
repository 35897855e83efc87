import { createPrivateKey } from "node:crypto";
import { Problem } from "../problem.ts";
import { exampleOf, type Settings } from "../settings/create-settings.ts";

export type StepCredentials = { readonly token: string } | AppCredentials;

/** An app's credentials; without `installation`, each owner's installation is used. */
export interface AppCredentials {
  readonly app: string;
  /** PEM, PKCS#8. */
  readonly privateKey: string;
  readonly installation: string | undefined;
}

/**
 * Reads the credentials: a token, or an app.
 * @throws Problem if both or neither are given, or only a part of an app's inputs
 */
export function readCredentials(settings: Settings): StepCredentials {
  const [token, app] = [settings.optional("token"), readAppName(settings)];
  const [key, installation] = [settings.optional("private-key"), settings.optional("installation")];
  if (token !== undefined) {
    if (app !== undefined || key !== undefined) {
      throw new Problem('The inputs "token" and "client-id" with "private-key" must not both be set. Remove one.');
    }
    if (installation !== undefined) {
      throw settings.problem(
        "installation",
        'must only be set for an app: set "client-id" and "private-key" instead of "token".',
      );
    }
    return { token };
  }
  if (app !== undefined && key !== undefined) return { app, privateKey: readKey(settings, key), installation };
  if (app !== undefined) throw missing(settings, "private-key", 'required by "client-id"');
  if (key !== undefined) throw missing(settings, "client-id", 'required by "private-key"');
  if (installation !== undefined)
    throw missing(settings, "client-id", 'required by "installation", with "private-key"');
  throw missing(settings, "token", 'or set "client-id" and "private-key" of an app');
}

/**
 * Reads the app's client ID, or its ID. The service accepts both, and recommends the client ID.
 * @throws Problem if both are given
 */
export function readAppName(settings: Settings): string | undefined {
  const [id, clientId] = [settings.optional("app-id"), settings.optional("client-id")];
  if (id !== undefined && clientId !== undefined)
    throw settings.problem("app-id", 'and "client-id" must not both be set: both name the app. Remove "app-id".');
  return clientId ?? id;
}

/** @param hint when it is required, or what can be set instead */
function missing(settings: Settings, name: "token" | "client-id" | "private-key", hint: string): Problem {
  return settings.problem(name, `is missing. ${exampleOf(name)} (${hint})`);
}

/** Normalizes the key: pasted keys may have escaped line breaks. */
function readKey(settings: Settings, text: string): string {
  const message =
    'must be an app\'s RSA key as PEM without a passphrase, complete from the line "BEGIN" to the line "END".';
  try {
    const key = createPrivateKey(text.replace(/\\r?\\n|\\n/g, "\n").trim());
    if (key.asymmetricKeyType === "rsa") return key.export({ type: "pkcs8", format: "pem" }).toString();
  } catch {
    // The platform's message may quote parts of the key.
  }
  throw settings.problem("private-key", message);
}
