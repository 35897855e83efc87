import { html } from "hono/html";
import type { Signature } from "../../git/signature.ts";
import { findSigner } from "../../state/email-addresses.ts";
import type { Html } from "../layout/html.ts";
import type { PageRequest } from "../page-request.ts";
import { userLink } from "../repository/repository-layout.ts";

export const dateOf = ({ seconds }: Signature): Date => new Date(seconds * 1000);

/** Renders the user who signed a commit; the name, if no user has the email address. */
export function signatureLink(request: PageRequest, { name, email }: Signature): Html {
  const user = findSigner(request.context.db, email);
  return user ? userLink(request, user.id) : html`<strong>${name}</strong>`;
}
