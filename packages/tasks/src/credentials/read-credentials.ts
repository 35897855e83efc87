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
  const [token, app] = [settings.optional("token"), settings.optional("app-id")];
  const [key, installation] = [settings.optional("private-key"), settings.optional("installation")];
  if (token !== undefined) {
    if (app !== undefined || key !== undefined) {
      throw new Problem('The inputs "token" and "app-id" with "private-key" must not both be set. Remove one.');
    }
    if (installation !== undefined) {
      throw settings.problem(
        "installation",
        'must only be set for an app: set "app-id" and "private-key" instead of "token".',
      );
    }
    return { token };
  }
  if (app !== undefined && key !== undefined) return { app, privateKey: readKey(settings, key), installation };
  if (app !== undefined) throw missing(settings, "private-key", 'required by "app-id"');
  if (key !== undefined) throw missing(settings, "app-id", 'required by "private-key"');
  if (installation !== undefined) throw missing(settings, "app-id", 'required by "installation", with "private-key"');
  throw missing(settings, "token", 'or set "app-id" and "private-key" of an app');
}

/** @param hint when it is required, or what can be set instead */
function missing(settings: Settings, name: "token" | "app-id" | "private-key", hint: string): Problem {
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
