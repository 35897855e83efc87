import { createPrivateKey } from "node:crypto";
import { Problem } from "../problem.ts";
import { exampleOf, type Settings } from "../settings/read.ts";

/** Whom the step acts as. */
export type Given = { readonly token: string } | App;

/** An app, as one of its installations or as whichever belongs to an owner. */
export interface App {
  readonly app: string;
  /** PEM, PKCS#8. */
  readonly privateKey: string;
  readonly installation: string | undefined;
}

/** Reads whom the step acts as: a token, or an app. @throws Problem where it is neither, both or half of one */
export function readGiven(settings: Settings): Given {
  const [token, app] = [settings.optional("token"), settings.optional("app-id")];
  const [key, installation] = [settings.optional("private-key"), settings.optional("installation")];
  if (token !== undefined) {
    if (app !== undefined || key !== undefined) {
      throw new Problem('Give the input "token", or "app-id" and "private-key", not both.');
    }
    if (installation !== undefined) {
      throw settings.problem("installation", 'is an app\'s: give "app-id" and "private-key" in place of "token".');
    }
    return { token };
  }
  if (app !== undefined && key !== undefined) return { app, privateKey: readKey(settings, key), installation };
  if (app !== undefined) throw missing("private-key", '"app-id" takes it');
  if (key !== undefined) throw missing("app-id", '"private-key" takes it');
  if (installation !== undefined) throw missing("app-id", '"installation" takes it, and "private-key"');
  throw missing("token", 'give it, or an app\'s "app-id" and "private-key"');
}

function missing(name: "token" | "app-id" | "private-key", why: string): Problem {
  return new Problem(`The input "${name}" is missing. ${exampleOf(name)} (${why})`);
}

/** The key in the one form that says nothing of how it was pasted: with its line breaks spelt out, for one. */
function readKey(settings: Settings, text: string): string {
  const unusable =
    'is not an app\'s RSA key as PEM without a passphrase: all of it, from the line "BEGIN" to the line "END".';
  try {
    const key = createPrivateKey(text.replace(/\\r?\\n|\\n/g, "\n").trim());
    if (key.asymmetricKeyType === "rsa") return key.export({ type: "pkcs8", format: "pem" }).toString();
  } catch {
    // What the platform quotes of it is not known.
  }
  throw settings.problem("private-key", unusable);
}
